package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.LockType;
import org.purempi.Op;
import org.purempi.tests.OnRanks;

/** Section 12.5.3: a target that calls nothing is read and updated all the same. */
final class PassiveCases {
  private static final Duration COMPUTATION = Duration.ofSeconds(2);

  /** Who waited for the target would be here no sooner than it; a busy machine is slow, too. */
  private static final Duration SOON = COMPUTATION.minusMillis(100);

  private PassiveCases() {}

  @OnRanks(3)
  static void aTargetThatComputesIsReadAndUpdatedMeanwhile(Communicator world) {
    List<AnyWindow> windows = AnyWindow.all(world, 16);
    for (AnyWindow any : windows) {
      any.memory().set(JAVA_LONG_UNALIGNED, 8, 42);
    }
    world.barrier();
    accessAll(world, windows); // the first time, when classes are loaded
    world.barrier();
    long begin = System.nanoTime();
    if (world.rank() == 0) {
      compute(begin + COMPUTATION.toNanos());
    } else {
      accessAll(world, windows);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
    }
    world.barrier();
    for (AnyWindow any : windows) {
      if (world.rank() == 0) {
        assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 0))
            .as("on a window of kind %s", any)
            .isEqualTo(2L * 3 * (any.size() - 1));
      }
      any.close();
    }
  }

  private static void accessAll(Communicator world, List<AnyWindow> windows) {
    for (AnyWindow any : windows) {
      if (world.rank() > 0 && any.rank() > 0) { // else it has no memory together with the target
        access(any);
      }
    }
  }

  private static void access(AnyWindow any) {
    long at = any.at(0, 0);
    long[] got = new long[1];
    any.window().lock(LockType.EXCLUSIVE, 0);
    any.window().get(Buf.of(got), 0, at + 8);
    any.window().accumulate(Buf.of(new long[] {1}), 0, at, Op.SUM);
    any.window().unlock(0);
    assertThat(got).containsExactly(42);
    any.window().lockAll();
    any.window().fetchAndAdd(0, at, 1L);
    assertThat(any.window().fetchAndAdd(0, at, 1L)).isPositive();
    any.window().unlockAll();
  }

  /** Uses this rank's core until then, and calls nothing. */
  private static void compute(long end) {
    double x = 1;
    while (System.nanoTime() < end) {
      x = Math.sqrt(x + 1);
    }
    assertThat(x).isPositive();
  }
}
