package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import org.purempi.Communicator;
import org.purempi.DoubleView;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.IntView;
import org.purempi.LongView;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Windows as windows of single numbers. */
final class ViewCases {
  private ViewCases() {}

  @OnRanks({1, 2, 4})
  static void numbersArePutGottenAndCombined(Communicator world) throws Exception {
    AnyWindow.each(
        world,
        64,
        any -> {
          int next = any.further(1);
          LongView longs = any.window().longs();
          IntView ints = any.window().ints();
          DoubleView doubles = any.window().doubles();
          any.memory().fill((byte) 0);
          any.comm().barrier();
          try (Epoch _ = any.window().lockAll()) {
            longs.put(next, any.at(next, 8), 1L << 40);
            assertThat(longs.getAndAdd(next, any.at(next, 8), 2)).isEqualTo(1L << 40);
            assertThat(longs.compareAndSwap(next, any.at(next, 8), 7, 9)).isEqualTo((1L << 40) + 2);
            assertThat(longs.getAndUpdate(next, any.at(next, 8), 1, Op.BXOR))
                .isEqualTo((1L << 40) + 2);
            assertThat(longs.get(next, any.at(next, 8))).isEqualTo((1L << 40) + 3);
            ints.put(next, any.at(next, 20), -5);
            assertThat(ints.getAndAdd(next, any.at(next, 20), 2)).isEqualTo(-5);
            assertThat(ints.compareAndSwap(next, any.at(next, 20), -3, 4)).isEqualTo(-3);
            assertThat(ints.getAndUpdate(next, any.at(next, 20), 6, Op.MAX)).isEqualTo(4);
            assertThat(ints.get(next, any.at(next, 20))).isEqualTo(6);
            doubles.put(next, any.at(next, 32), 0.5);
            assertThat(doubles.getAndAdd(next, any.at(next, 32), 0.25)).isEqualTo(0.5);
            assertThat(doubles.getAndUpdate(next, any.at(next, 32), 4, Op.PROD)).isEqualTo(0.75);
            assertThat(doubles.get(next, any.at(next, 32))).isEqualTo(3);
          }
          any.comm().barrier();
          assertThat(any.memory().get(JAVA_LONG_UNALIGNED, 8)).isEqualTo((1L << 40) + 3);
          assertThat(any.memory().get(JAVA_INT_UNALIGNED, 20)).isEqualTo(6);
          assertThat(any.memory().get(JAVA_INT_UNALIGNED, 16)).isZero();
          assertThat(any.memory().get(JAVA_DOUBLE_UNALIGNED, 32)).isEqualTo(3);
        });
  }

  @OnRanks(2)
  static void anIndexCountsInTheTargetsUnit(Communicator world) {
    int unit = world.rank() == 0 ? Long.BYTES : Integer.BYTES;
    try (Window window = Window.allocate(world, 32, unit)) {
      try (Epoch _ = window.lockAll()) {
        window.longs().put(1 - world.rank(), 2, 10L + world.rank());
      }
      world.barrier();
      assertThat(window.memory().get(JAVA_LONG_UNALIGNED, 2L * unit)).isEqualTo(11L - world.rank());
    }
  }

  @OnRanks(2)
  static void nobodyHasNoughtAndWrongUseIsRefused(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      Expect.error(ErrorClass.RMA_SYNC, () -> window.longs().get(0, 0), "no access epoch is open");
      try (Epoch _ = window.lockAll()) {
        window.ints().put(Mpi.PROC_NULL, 3, 4);
        assertThat(window.doubles().getAndAdd(Mpi.PROC_NULL, 3, 4)).isZero();
        Expect.error(ErrorClass.RMA_RANGE, () -> window.longs().get(0, 1), "displacement 1");
        Expect.error(
            ErrorClass.OP, () -> window.doubles().getAndUpdate(0, 0, 1, Op.BAND), "Op.BAND");
      }
    }
  }
}
