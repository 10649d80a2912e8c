import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * Every rank but the first sends a line of text; rank 0 prints them in rank order.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/Greetings.java      four processes
 * bin/purempi-java examples/Greetings.java      four threads of one JVM: the same program
 * </pre>
 */
public final class Greetings {
  public static void main(String[] args) {
    Mpi.run(4, Greetings::run);
  }

  static void run(Communicator world) {
    int rank = world.rank();
    int size = world.size();
    if (rank != 0) {
      world.sendObject("Greetings from process %d of %d!".formatted(rank, size), 0, 0);
      return;
    }
    IO.println("Hello! Greetings from process 0 of %d!".formatted(size));
    for (int source = 1; source < size; source++) {
      IO.println(world.recvObject(String.class, source, 0).value());
    }
  }
}
