package org.purempi.junit;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.opentest4j.AssertionFailedError;
import org.purempi.MpiException;
import org.purempi.tool.HangException;
import org.purempi.tool.ThreadJob;

/** Runs a test on ranks that are threads of this JVM. */
record ThreadRanks(int size, boolean virtual, Duration limit) {
  void run(RankCall call) throws Throwable {
    var outcomes = new Outcomes(size);
    List<Throwable> stacks = List.of();
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
      var failure = new AssertionFailedError("on " + size + " ranks: " + e.getMessage(), e);
      Arrays.stream(e.getSuppressed()).forEach(failure::addSuppressed);
      throw failure;
    } catch (MpiException e) {
      // What a rank threw is told below; what no rank threw (an abort) is told as it is.
      if (!outcomes.anyThrew()) {
        throw e;
      }
      stacks = Arrays.stream(e.getSuppressed()).filter(other -> other.getCause() == null).toList();
    }
    if (outcomes.anyThrew()) {
      Throwable failure = outcomes.failure();
      stacks.forEach(failure::addSuppressed); // of ranks that did not end
      throw failure;
    }
  }
}
