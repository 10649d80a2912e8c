package org.purempi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program on a world that keeps its size: when ranks have failed, the others go back to the
 * beginning of the body, and new processes take the places of those that are gone (global restart,
 * as in Reinit: Laguna et al. 2016). What is to survive is read again from a checkpoint there.
 *
 * <pre>
 * try (Mpi mpi = Mpi.init(args)) {
 *   Resilient.run(mpi, world -&gt; solve(world));
 * }
 * </pre>
 *
 * <p>The new processes run the same program from its main method, which comes to the same call: a
 * program that calls this must not be spawned by another one. The job must survive failures, see
 * {@link FaultTolerance}.
 */
public final class Resilient {
  /** A program that repairs its world so often does not get on. */
  public static final int MOST_REPAIRS = 100;

  /** What a rank does. */
  @FunctionalInterface
  public interface Body {
    /**
     * From the beginning, or from what has been saved.
     *
     * @param world as many ranks as at first; a rank that has lived on has its number
     * @throws Exception if it is of a failed rank or a revoked communicator, the body is run again
     *     on a world that is complete; any other is this rank's end
     */
    void run(Communicator world) throws Exception;
  }

  private final SpawnCommand program;

  /** The rank in the world that the body sees. */
  private int number;

  private int size;

  private int repairs;

  private Resilient(SpawnCommand program) {
    this.program = program;
  }

  /**
   * Runs a body; new ranks run the main class or jar of this JVM with the same arguments.
   *
   * @throws ProcessFailedException if ranks fail after {@value #MOST_REPAIRS} repairs
   */
  public static void run(Mpi mpi, Body body) throws Exception {
    String main = System.getProperty("sun.java.command", "").split(" ", 2)[0];
    if (main.isEmpty()) {
      throw new MpiException(
          ErrorClass.SPAWN,
          "Resilient.run: the name of this program is not known: pass a SpawnCommand");
    }
    String[] words = ProcessHandle.current().info().arguments().orElse(mpi.args());
    int at = Arrays.asList(words).indexOf(main);
    String[] args = at < 0 ? mpi.args() : Arrays.copyOfRange(words, at + 1, words.length);
    run(mpi, SpawnCommand.of(main, 1, args), body);
  }

  /**
   * Runs a body.
   *
   * @param program what new ranks run; how many there are of them is found out
   * @throws ProcessFailedException if ranks failed after {@value #MOST_REPAIRS} repairs
   */
  public static void run(Mpi mpi, SpawnCommand program, Body body) throws Exception {
    new Resilient(program).go(mpi, body);
  }

  private void go(Mpi mpi, Body body) throws Exception {
    Communicator world = mpi.getParent().isPresent() ? join(mpi) : begin(mpi);
    while (world != null) {
      boolean isDone = tried(world, body);
      Agreement end = world.agreement(isDone ? 1 : 0);
      if (end.flag() == 1 && end.failed().isEmpty()) {
        world.close();
        return;
      }
      world = repaired(world);
    }
  }

  private Communicator begin(Mpi mpi) {
    number = mpi.world().rank();
    size = mpi.world().size();
    Communicator world = mpi.world().dup();
    world.setErrhandler(ErrorHandler.RETURN);
    return world;
  }

  /** Runs the body; false if it has ended for a failure of others. */
  private static boolean tried(Communicator world, Body body) throws Exception {
    try {
      body.run(world);
      return true;
    } catch (MpiException e) {
      if (!isOfOthers(e)) {
        throw e;
      }
      world.revoke();
      return false;
    }
  }

  /** By the class: what a root tells others of a failure of its own is a plain exception there. */
  private static boolean isOfOthers(MpiException e) {
    return switch (e.errorClass()) {
      case PROC_FAILED, PROC_FAILED_PENDING, REVOKED -> true;
      default -> false;
    };
  }

  /** A world of the old size; some of its ranks are new. */
  private Communicator repaired(Communicator broken) {
    Communicator from = broken;
    while (true) {
      if (repairs++ == MOST_REPAIRS) {
        throw new ProcessFailedException(
            ErrorClass.PROC_FAILED,
            new int[0],
            "the world was repaired " + MOST_REPAIRS + " times, and ranks still fail");
      }
      from.revoke();
      Communicator left = from.shrink();
      if (from != broken) {
        from.close();
      }
      Refilled refilled = refilled(left);
      Communicator full = refilled.world;
      // Those that are left decide alike: if one has failed meanwhile, they begin again.
      Agreement isFull = left.agreement(full == null ? 0 : 1);
      if (full != null && isFull.flag() == 1 && isFull.failed().isEmpty()) {
        left.close();
        broken.close();
        Agreement all = full.agreement(1);
        if (all.failed().isEmpty()) {
          return full;
        }
        from = full;
      } else {
        refilled.abandon();
        from = left;
      }
    }
  }

  /** What has been made of those that are left; null what was not. */
  private record Refilled(
      @Nullable Intercommunicator link,
      @Nullable Communicator merged,
      @Nullable Communicator world) {
    /** New ranks that wait for more learn that nothing comes. */
    void abandon() {
      for (Communicator made : Arrays.asList(link, merged, world)) {
        if (made != null) {
          made.revoke();
          made.close();
        }
      }
    }
  }

  private Refilled refilled(Communicator left) {
    Intercommunicator link = null;
    Communicator merged = null;
    try {
      int[] numbers = left.allgather(number);
      int[] missing = missing(numbers);
      if (missing.length == 0) {
        return new Refilled(null, null, left.split(0, number));
      }
      var commands =
          List.of(
              new SpawnCommand(
                  program.command(), program.arguments(), missing.length, program.info()));
      link = left.spawnMultiple(commands, 0);
      merged = link.merge(false);
      merged.bcast(new int[] {size}, 0);
      merged.bcast(missing, 0);
      return new Refilled(link, merged, merged.split(0, number));
    } catch (MpiException e) {
      if (!isOfOthers(e)) {
        throw e;
      }
      left.revoke();
      return new Refilled(link, merged, null);
    }
  }

  private int[] missing(int[] numbers) {
    var missing = new ArrayList<Integer>();
    for (int i = 0; i < size; i++) {
      int its = i;
      if (Arrays.stream(numbers).noneMatch(n -> n == its)) {
        missing.add(i);
      }
    }
    return missing.stream().mapToInt(Integer::intValue).toArray();
  }

  /** A new rank takes the place of one that has failed; null if nobody needs it any more. */
  private @Nullable Communicator join(Mpi mpi) {
    Intercommunicator parent = mpi.getParent().orElseThrow();
    try {
      Communicator merged = parent.merge(true);
      int[] all = new int[1];
      merged.bcast(all, 0);
      size = all[0];
      int[] missing = new int[mpi.world().size()];
      merged.bcast(missing, 0);
      number = missing[mpi.world().rank()];
      Communicator world = merged.split(0, number);
      if (world == null || !world.agreement(1).failed().isEmpty()) {
        return world == null ? null : repaired(world);
      }
      return world;
    } catch (MpiException e) {
      if (!isOfOthers(e)) {
        throw e;
      }
      return null;
    }
  }
}
