import java.util.Map;
import java.util.TreeMap;
import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * Anything serialisable travels by the words that end in Object, and is checked on arrival. Each
 * worker reports to rank 0 in whatever order they finish; then all agree on a plan.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/SendObjects.java
 * </pre>
 */
public final class SendObjects {
  public static void main(String[] args) {
    Mpi.run(4, SendObjects::run);
  }

  static void run(Communicator world) {
    if (world.rank() == 0) {
      Map<Integer, String> reports = new TreeMap<>();
      for (int i = 1; i < world.size(); i++) {
        var message = world.recvObject(String.class, Mpi.ANY_SOURCE, 0);
        reports.put(message.status().source(), message.value());
      }
      reports.forEach((rank, report) -> IO.println("from rank %d: %s".formatted(rank, report)));
    } else {
      world.sendObject("I have %d things".formatted(world.rank() * 10), 0, 0);
    }

    Map<String, Double> mine = world.rank() == 0 ? Map.of("learning rate", 0.1) : null;
    Map<?, ?> plan = world.bcastObject(mine, Map.class, 0);
    if (world.rank() == world.size() - 1) {
      IO.println("rank %d knows the plan: %s".formatted(world.rank(), plan));
    }
  }
}
