package org.purempi.tests.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Keyval;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.tests.OnRanks;

/** Sections 9.1, 9.2 and 9.6: what a rank can ask its environment. */
final class EnvironmentCases {
  private EnvironmentCases() {}

  @OnRanks({1, 2})
  static void theClockRunsForwardsAndHasATick(Communicator world) throws Exception {
    Mpi mpi = world.mpi();
    double before = mpi.wtime();
    Thread.sleep(5);
    double after = mpi.wtime();
    assertThat(after - before).isBetween(0.004, 10.0);
    assertThat(mpi.wtick()).isPositive().isLessThan(0.001);
  }

  @OnRanks({1, 2})
  static void theVersionIsThatOfTheStandard(Communicator world) {
    assertThat(Mpi.version()).isEqualTo(new Mpi.Version(4, 1));
    assertThat(Mpi.libraryVersion()).matches("purempi \\d[\\w.-]*, Java \\d+");
    assertThat(world.mpi().processorName()).isNotBlank();
  }

  @OnRanks(
      value = {1, 2},
      ofOneWorld = true)
  static void thePredefinedAttributesAreThere(Communicator world) {
    assertThat(world.getAttr(Keyval.TAG_UB).orElseThrow()).isGreaterThanOrEqualTo(32_767);
    assertThat(world.getAttr(Keyval.WTIME_IS_GLOBAL)).isPresent();
    assertThat(world.getAttr(Keyval.IO)).isPresent();
    assertThat(world.getAttr(Keyval.UNIVERSE_SIZE).orElse(world.size()))
        .isGreaterThanOrEqualTo(world.size());
    assertThat(world.getAttr(Keyval.APPNUM).orElse(0)).isZero();
    assertThat(
            world.getAttr(
                Communicator.createKeyval(
                    String.class, (c, v) -> java.util.Optional.empty(), (c, v) -> {})))
        .isEmpty();
  }

  @OnRanks({2, 4})
  static void theClocksOfRanksOfOneHostAgreeIfTheySaySo(Communicator world) {
    if (world.getAttr(Keyval.WTIME_IS_GLOBAL).orElseThrow()) {
      double[] then = {world.mpi().wtime()};
      world.bcast(then, 0);
      assertThat(world.mpi().wtime()).isGreaterThanOrEqualTo(then[0]);
      world.barrier();
    }
  }

  @OnRanks({1, 2})
  static void aLivingEnvironmentIsNotFinalized(Communicator world) {
    assertThat(world.mpi().isFinalized()).isFalse();
  }

  @OnRanks({2, 4})
  static void allocatedMemoryIsZeroedAndCanBeSentAndReceived(Communicator world) {
    Mpi mpi = world.mpi();
    long count = 100_000;
    MemorySegment memory = mpi.allocMem(count * Long.BYTES);
    for (long i = 0; i < count; i++) {
      assertThat(memory.getAtIndex(ValueLayout.JAVA_LONG, i)).isZero();
      memory.setAtIndex(ValueLayout.JAVA_LONG, i, world.rank() + i);
    }
    int peer = world.rank() ^ 1;
    world.sendrecvReplace(Buf.of(memory, count, Datatype.LONG), peer, 0, peer, 0);
    for (long i = 0; i < count; i++) {
      assertThat(memory.getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(peer + i);
    }
    world.barrier();
    mpi.freeMem(memory);
    assertThatThrownBy(() -> mpi.allocMem(-1)).isInstanceOf(MpiArgumentException.class);
    assertThatThrownBy(() -> mpi.freeMem(MemorySegment.ofArray(new byte[1])))
        .isInstanceOf(MpiArgumentException.class);
  }

  @OnRanks({1, 2})
  static void reduceLocalCombinesWithoutAnyMessage(Communicator world) {
    double[] in = {1, 2, 3};
    double[] inout = {10, 20, 30};
    world.mpi().reduceLocal(Buf.of(in), Buf.of(inout), Op.SUM);
    assertThat(inout).containsExactly(11, 22, 33);
    world
        .mpi()
        .reduceLocal(Buf.of(in), Buf.of(inout), Op.ofDoubles((a, b) -> a - b).nonCommutative());
    assertThat(inout).as("in op inout").containsExactly(-10, -20, -30);
  }
}
