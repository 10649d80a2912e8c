import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * A token goes once around all ranks, and each adds one to it.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/Ring.java
 * </pre>
 */
public final class Ring {
  public static void main(String[] args) {
    Mpi.run(4, Ring::run);
  }

  static void run(Communicator world) {
    int size = world.size();
    int right = (world.rank() + 1) % size;
    int left = (world.rank() + size - 1) % size;
    int[] token = {1};
    if (world.rank() == 0) {
      world.sendrecvReplace(
          token, right, 0, left, 0); // also right when this rank is its own neighbour
      IO.println("The token has visited %d of %d ranks".formatted(token[0], size));
    } else {
      world.recv(token, left, 0);
      token[0]++;
      world.send(token, right, 0);
    }
  }
}
