import java.time.Duration;
import java.util.Map;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiException;

/**
 * A server and its clients, who know nothing of each other but a name. Here they are the ranks of
 * one world, so that one command starts all; they do not make use of it.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/Quotes.java
 * </pre>
 */
public final class Quotes {
  private static final String NAME = "quotes";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ASK = 1;
  private static final Map<String, Double> PRICES = Map.of("oats", 12.5, "rye", 9.75, "salt", 31.0);

  public static void main(String[] args) {
    Mpi.run(4, Quotes::run);
  }

  static void run(Communicator world) throws InterruptedException {
    Mpi mpi = world.mpi();
    if (world.rank() == 0) {
      serve(mpi, world.size() - 1);
    } else {
      String what = PRICES.keySet().stream().sorted().toList().get(world.rank() % PRICES.size());
      IO.println("rank %d: %s at %.2f".formatted(world.rank(), what, ask(mpi, what)));
    }
  }

  /** Answers so many questions, one client after the other. */
  private static void serve(Mpi mpi, int questions) {
    String port = mpi.openPort();
    mpi.publishName(NAME, port);
    for (int i = 0; i < questions; i++) {
      Intercommunicator client = mpi.self().accept(port, PATIENCE, 0);
      String what = client.recvObject(String.class, 0, ASK).value();
      client.sendObject(PRICES.get(what), 0, ASK);
      client.disconnect();
    }
    mpi.unpublishName(NAME, port);
    mpi.closePort(port);
    IO.println("%d questions answered".formatted(questions));
  }

  private static double ask(Mpi mpi, String what) throws InterruptedException {
    Intercommunicator server = mpi.self().connect(port(mpi), PATIENCE, 0);
    server.sendObject(what, 0, ASK);
    double price = server.recvObject(Double.class, 0, ASK).value();
    server.disconnect();
    return price;
  }

  /** The port of the server, which may be about to open it. */
  private static String port(Mpi mpi) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return mpi.lookupName(NAME);
      } catch (MpiException e) {
        if (e.errorClass() != ErrorClass.NAME || System.nanoTime() > deadlineNanos) {
          throw e;
        }
        Thread.sleep(10);
      }
    }
  }
}
