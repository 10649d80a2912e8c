import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.ProcessFailedException;
import org.purempi.Status;

/**
 * A master and workers that may die: what a lost worker was at is given to another. For the show
 * the last worker dies of its third task.
 *
 * <pre>
 * bin/mpiexec -enable-recovery -n 4 examples/LostWorkers.java
 * </pre>
 */
public final class LostWorkers {
  private static final int TASKS = 100;
  private static final int TASK = 1;
  private static final int LEAVE = 2;
  private static final int RESULT = 3;

  public static void main(String[] args) {
    Mpi.run(4, LostWorkers::run);
  }

  static void run(Communicator world) {
    if (world.rank() == 0) {
      new Master(world).work();
    } else {
      serve(world);
    }
  }

  private static void serve(Communicator world) {
    long[] task = new long[1];
    for (int tasks = 0; world.recv(task, 0, Mpi.ANY_TAG).tag() == TASK; tasks++) {
      if (tasks == 2 && world.rank() == world.size() - 1 && world.size() > 2) {
        throw new IllegalStateException("worker " + world.rank() + " dies, for the show");
      }
      world.send(new long[] {task[0], task[0] * task[0]}, 0, RESULT);
    }
  }

  private static final class Master {
    private final Communicator world;
    private final Deque<Long> tasks = new ArrayDeque<>();
    private final Map<Integer, Long> at = new HashMap<>();
    private final BitSet workers = new BitSet();
    private int lost;
    private long sum;

    Master(Communicator world) {
      this.world = world;
      workers.set(1, world.size());
      for (long task = 0; task < TASKS; task++) {
        tasks.add(task);
      }
    }

    void work() {
      workers.stream().forEach(this::give);
      while (!at.isEmpty()) {
        take();
      }
      tasks.forEach(task -> sum += task * task); // of which no worker is left
      workers.stream().forEach(worker -> world.send(new long[1], worker, LEAVE));
      System.out.println("The squares add up to " + sum + ", " + lost + " workers were lost");
    }

    private void give(int worker) {
      Long task = tasks.poll();
      if (task != null) {
        at.put(worker, task);
        try {
          world.send(new long[] {task}, worker, TASK);
        } catch (ProcessFailedException e) {
          lose(e);
        }
      }
    }

    private void take() {
      long[] result = new long[2];
      try {
        Status status = world.recv(result, Mpi.ANY_SOURCE, RESULT);
        at.remove(status.source());
        sum += result[1];
        give(status.source());
      } catch (ProcessFailedException e) {
        world.failureAck(); // the others' results are welcome again
        lose(e);
      }
    }

    private void lose(ProcessFailedException e) {
      for (int worker : e.ranks()) {
        if (workers.get(worker)) {
          workers.clear(worker);
          lost++;
        }
        Long task = at.remove(worker);
        if (task != null) {
          tasks.add(task);
          workers.stream().filter(w -> !at.containsKey(w)).findFirst().ifPresent(this::give);
        }
      }
    }
  }
}
