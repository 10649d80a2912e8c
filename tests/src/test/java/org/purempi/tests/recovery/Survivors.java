package org.purempi.tests.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.purempi.Communicator;
import org.purempi.ProcessFailedException;
import org.purempi.RankBody;
import org.purempi.tool.ThreadJob;

/** Thread ranks that survive the failure of others. */
final class Survivors {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** No message has this tag. */
  private static final int NOTHING = 77;

  private Survivors() {}

  /** Ends a rank: the others are to survive it. */
  static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Death() {
      super("dies for a test", null, false, false);
    }
  }

  /** The rank of a world that fails. */
  static void dies(Communicator world, int rank) {
    if (world.rank() == rank) {
      throw new Death();
    }
  }

  /** The failure that ends a call. */
  static ProcessFailedException failure(Runnable call) {
    try {
      call.run();
    } catch (ProcessFailedException e) {
      return e;
    }
    throw new AssertionError("it has not failed");
  }

  /** Waits until a rank is known to have failed. */
  static void awaitFailure(Communicator world, int rank) {
    var unused = failure(() -> world.recv(new int[1], rank, NOTHING));
  }

  /** Calls again and again, until it throws. */
  static void repeat(Consumer<Communicator> wait, Communicator on) {
    while (true) {
      wait.accept(on);
    }
  }

  /** Runs a body; what ranks throw that are not meant to die is thrown here. */
  static void run(int ranks, RankBody body) {
    List<Throwable> wrong = Collections.synchronizedList(new ArrayList<>());
    String before = System.setProperty("purempi.recovery", "true");
    try {
      new ThreadJob(ranks, false, LIMIT)
          .run(
              world -> {
                try {
                  body.run(world);
                } catch (Death e) {
                  throw e;
                } catch (Throwable e) {
                  wrong.add(e);
                  throw e;
                }
              });
    } finally {
      if (before == null) {
        System.clearProperty("purempi.recovery");
      } else {
        System.setProperty("purempi.recovery", before);
      }
    }
    if (!wrong.isEmpty()) {
      throw new AssertionError(
          wrong.size() + " ranks failed, first: " + wrong.get(0), wrong.get(0));
    }
  }
}
