package org.purempi.learn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.purempi.RankBody;
import org.purempi.tool.ThreadJob;

/** Thread ranks that survive others that die. */
public final class Survivors {
  private static final String SETTING = "purempi.recovery";
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private Survivors() {}

  /** What a rank throws that is to die. */
  public static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Ends the rank that throws it. */
    public Death() {
      super("dies for a test", null, false, false);
    }
  }

  /** Runs ranks; what those throw that are not meant to die is thrown here. */
  public static void run(int ranks, RankBody body) {
    List<Throwable> wrong = Collections.synchronizedList(new ArrayList<>());
    String before = System.setProperty(SETTING, "true");
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
        System.clearProperty(SETTING);
      } else {
        System.setProperty(SETTING, before);
      }
    }
    if (!wrong.isEmpty()) {
      throw new AssertionError(wrong.size() + " ranks failed, first: " + wrong, wrong.getFirst());
    }
  }
}
