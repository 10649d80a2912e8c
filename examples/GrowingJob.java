import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.Request;
import org.purempi.Status;

/**
 * A job that grows with its work: an integral by halving intervals until each is smooth. Rank 0
 * spawns workers while its queue is long, and takes leave of them when it is short again.
 *
 * <pre>
 * bin/mpiexec -n 1 examples/GrowingJob.java
 * </pre>
 */
public final class GrowingJob {
  private static final int MOST_WORKERS = 3;

  /** So many intervals for each worker make a long queue. */
  private static final int LONG = 4;

  private static final int WORK = 1;
  private static final int LEAVE = 2;

  private static final double FROM = 0.01;
  private static final double TO = 1;
  private static final double TOLERANCE = 1e-10;

  public static void main(String[] args) {
    Mpi.run(1, GrowingJob::run);
  }

  static void run(Communicator world) {
    Mpi mpi = world.mpi();
    mpi.getParent()
        .ifPresentOrElse(
            GrowingJob::work,
            () -> {
              if (world.rank() == 0) {
                new Master(mpi.self()).integrate();
              }
            });
  }

  /** One end of the link to a worker, which is a world of its own. */
  private static final class Worker {
    final Intercommunicator link;
    final double[] interval = new double[2];
    final double[] answer = new double[2];
    Request<Status> request;

    Worker(Intercommunicator link) {
      this.link = link;
    }

    boolean isIdle() {
      return request == null;
    }
  }

  private static final class Master {
    private final Communicator self;
    private final Deque<double[]> queue = new ArrayDeque<>();
    private final List<Worker> workers = new ArrayList<>();
    private int most;

    Master(Communicator self) {
      this.self = self;
      queue.add(new double[] {FROM, TO});
    }

    void integrate() {
      double sum = 0;
      do {
        grow();
        workers.stream().filter(Worker::isIdle).forEach(this::give);
        sum += take();
        shrink();
      } while (!workers.isEmpty());
      IO.println("The integral is %.6f, by at most %d workers".formatted(sum, most));
    }

    private void grow() {
      boolean isLong = queue.size() >= LONG * workers.size();
      if (isLong && workers.size() < MOST_WORKERS) {
        // The class path travels along.
        workers.add(new Worker(self.spawn(GrowingJob.class.getName(), 1)));
        most = Math.max(most, workers.size());
        IO.println("%d in the queue, a worker comes: %d".formatted(queue.size(), workers.size()));
      }
    }

    private void give(Worker worker) {
      double[] next = queue.poll();
      if (next != null) {
        System.arraycopy(next, 0, worker.interval, 0, 2);
        worker.link.send(worker.interval, 0, WORK);
        worker.request = worker.link.irecv(worker.answer, 0, WORK);
      }
    }

    /** Waits for whoever is ready first; answers what the sum grows by. */
    private double take() {
      List<Worker> busy = workers.stream().filter(worker -> !worker.isIdle()).toList();
      int which = Request.waitAny(busy.stream().map(worker -> worker.request).toList()).index();
      Worker worker = busy.get(which);
      worker.request = null;
      if (worker.answer[1] < TOLERANCE) {
        return worker.answer[0];
      }
      double middle = (worker.interval[0] + worker.interval[1]) / 2;
      queue.add(new double[] {worker.interval[0], middle});
      queue.add(new double[] {middle, worker.interval[1]});
      return 0;
    }

    /** Takes leave of workers for which nothing is left to do. */
    private void shrink() {
      for (Worker worker : List.copyOf(workers)) {
        if (queue.isEmpty() && worker.isIdle()) {
          worker.link.send(worker.interval, 0, LEAVE);
          worker.link.disconnect();
          workers.remove(worker);
          IO.println("the queue is empty, a worker leaves: " + workers.size());
        }
      }
    }
  }

  private static void work(Intercommunicator master) {
    double[] interval = new double[2];
    while (master.recv(interval, 0, Mpi.ANY_TAG).tag() == WORK) {
      double rough = simpson(interval[0], interval[1], 16);
      double fine = simpson(interval[0], interval[1], 32);
      master.send(new double[] {fine, Math.abs(fine - rough)}, 0, WORK);
    }
    master.disconnect();
  }

  /** The integral of sin(1/x), by Simpson's rule with an even number of steps. */
  private static double simpson(double from, double to, int steps) {
    double h = (to - from) / steps;
    double sum = Math.sin(1 / from) + Math.sin(1 / to);
    for (int i = 1; i < steps; i++) {
      sum += (i % 2 == 0 ? 2 : 4) * Math.sin(1 / (from + i * h));
    }
    return sum * h / 3;
  }
}
