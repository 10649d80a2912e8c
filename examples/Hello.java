import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * The smallest program. Each rank says who it is and on which host it runs; the lines come in any
 * order. Mpi.init joins the job that mpiexec has started, or is alone.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/Hello.java
 * </pre>
 */
public final class Hello {
  public static void main(String[] args) {
    try (var mpi = Mpi.init(args)) {
      run(mpi.world());
    }
  }

  static void run(Communicator world) {
    IO.println(
        "Hello from rank %d of %d on %s"
            .formatted(world.rank(), world.size(), world.mpi().processorName()));
  }
}
