package org.purempi.tests.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.purempi.Communicator;
import org.purempi.RankBody;
import org.purempi.tool.ThreadJob;

/** Thread ranks that survive the failure of others. */
final class Survivors {
  private static final Duration LIMIT = Duration.ofSeconds(30);

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
