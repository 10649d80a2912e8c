import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.tool.EventQueue;
import org.purempi.tool.EventType;
import org.purempi.tool.PerformanceHandle;
import org.purempi.tool.PerformanceSession;
import org.purempi.tool.PerformanceVariable;
import org.purempi.tool.ToolEvent;
import org.purempi.tool.Tools;

/**
 * How a rank learns about itself: what it counts (performance variables), and what it is told
 * (events). Messages that come before their receives are copied twice, and take memory meanwhile.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/EarlyMessages.java
 * </pre>
 */
public final class EarlyMessages {
  private static final int EACH = 5;
  private static final int LAST = EACH - 1;

  public static void main(String[] args) {
    Mpi.run(4, EarlyMessages::run);
  }

  static void run(Communicator world) {
    Tools tools = Tools.of(world);
    try (PerformanceSession session = tools.session();
        EventQueue early = tools.events(EventType.UNEXPECTED_MESSAGE)) {
      PerformanceHandle collectives = session.handle(PerformanceVariable.COLLECTIVES);
      collectives.start();
      if (world.rank() > 0) {
        for (int tag = 0; tag < EACH; tag++) {
          world.send(new double[10], 0, tag);
        }
      }
      world.barrier();
      if (world.rank() == 0) {
        receiveLate(world, tools, early, collectives.read());
      }
    }
  }

  private static void receiveLate(
      Communicator world, Tools tools, EventQueue early, long collectives) {
    for (int rank = 1; rank < world.size(); rank++) {
      world.probe(rank, LAST); // now all of its messages are here
    }
    long before = tools.read(PerformanceVariable.COMMUNICATOR_UNEXPECTED_LENGTH, world);
    for (int rank = 1; rank < world.size(); rank++) {
      for (int tag = 0; tag < EACH; tag++) {
        world.recv(new double[10], rank, tag);
      }
    }
    long after = tools.read(PerformanceVariable.COMMUNICATOR_UNEXPECTED_LENGTH, world);
    long bytes = 0;
    for (ToolEvent event = early.poll(); event != null; event = early.poll()) {
      boolean isProgram = event.value("context") % 4 == 0; // else a part of the barrier
      bytes += isProgram ? event.value("bytes") : 0;
    }
    IO.println(
        "%d messages of %d bytes came before their receives, %d are left; %d collective call"
            .formatted(before, bytes, after, collectives));
  }
}
