package org.purempi.junit;

import java.time.Duration;
import org.opentest4j.AssertionFailedError;
import org.purempi.MpiException;
import org.purempi.tool.HangException;
import org.purempi.tool.ThreadJob;

/** Runs a test on ranks that are threads of this JVM. */
record ThreadRanks(int size, boolean virtual, Duration limit) {
  void run(RankCall call) throws Throwable {
    var outcomes = new Outcomes(size);
    try {
      new ThreadJob(size, virtual, limit)
          .run(
              world -> {
                try {
                  call.on(world);
                  outcomes.passed(world.rank());
                } catch (Exception | Error e) {
                  outcomes.threw(world.rank(), e);
                  throw e;
                } catch (Throwable t) {
                  outcomes.threw(world.rank(), t);
                  throw new IllegalStateException(t);
                }
              });
    } catch (HangException e) {
      throw new AssertionFailedError("on " + size + " ranks: " + e.getMessage(), e);
    } catch (MpiException e) {
      // What a rank threw is told below; what no rank threw (an abort) is told as it is.
      if (!outcomes.anyThrew()) {
        throw e;
      }
    }
    if (outcomes.anyThrew()) {
      throw outcomes.failure();
    }
  }
}
