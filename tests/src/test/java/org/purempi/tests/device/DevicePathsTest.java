package org.purempi.tests.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.device.DeviceMemory;
import org.purempi.device.mock.MockCounts;
import org.purempi.device.mock.MockDevice;
import org.purempi.tests.Launcher;
import org.purempi.tool.ThreadJob;

/** Which way data of a device goes: counted by the device. */
class DevicePathsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int LONG = 1 << 20;

  private final MockDevice device = Mock.device(0);
  private final MockCounts counts = device.counts();

  /** What both ranks have done to the device. */
  private record Done(long toHost, long fromHost, long copies, long packs, long reductions) {}

  private Done now() {
    return new Done(
        counts.toHost.sum(),
        counts.fromHost.sum(),
        counts.copies.sum(),
        counts.packs.sum(),
        counts.reductions.sum());
  }

  private interface Body {
    void run(Communicator world, Buf out, Buf in);
  }

  /** What a body does on two ranks with two buffers each. */
  private Done doneBy(long bytes, long count, Datatype type, Body body) {
    var before = new Done[1];
    var after = new Done[1];
    ThreadJob.of(2)
        .within(LIMIT)
        .run(
            world -> {
              try (DeviceMemory out = device.allocate(bytes);
                  DeviceMemory in = device.allocate(bytes)) {
                world.barrier();
                if (world.rank() == 0) {
                  before[0] = now();
                }
                world.barrier();
                body.run(world, Buf.of(out, count, type), Buf.of(in, count, type));
                world.barrier();
                if (world.rank() == 0) {
                  after[0] = now();
                }
                world.barrier();
              }
            });
    Done a = before[0];
    Done b = after[0];
    return new Done(
        b.toHost - a.toHost,
        b.fromHost - a.fromHost,
        b.copies - a.copies,
        b.packs - a.packs,
        b.reductions - a.reductions);
  }

  private static void oneMessage(Communicator world, Buf out, Buf in) {
    if (world.rank() == 0) {
      world.send(out, 1, 0);
    } else {
      world.recv(in, 0, 0);
    }
  }

  @Test
  void betweenThreadsALongMessageIsOneCopyOnTheDevice() {
    assertThat(doneBy(LONG, LONG, Datatype.BYTE, DevicePathsTest::oneMessage))
        .isEqualTo(new Done(0, 0, 1, 0, 0));
  }

  @Test
  void aShortMessageIsOneCopyEachWay() {
    assertThat(doneBy(100, 100, Datatype.BYTE, DevicePathsTest::oneMessage))
        .isEqualTo(new Done(1, 1, 0, 0, 0));
  }

  @Test
  void aDerivedDatatypeIsPackedAndUnpackedOnTheDevice() {
    Datatype column = Datatype.vector(LONG / 16, 1, 2, Datatype.DOUBLE);
    assertThat(doneBy(LONG, 1, column, DevicePathsTest::oneMessage))
        .isEqualTo(new Done(0, 0, 0, 2, 0));
  }

  @Test
  void aLongReductionStaysOnTheDevice() {
    for (Op op : List.of(Op.SUM, Op.PROD, Op.MIN, Op.MAX)) {
      Done done =
          doneBy(LONG, LONG / 8, Datatype.DOUBLE, (world, out, in) -> world.allreduce(out, in, op));
      assertThat(done.reductions).isPositive();
      assertThat(done.toHost + done.fromHost).as("%s", done).isZero();
    }
  }

  @Test
  void aShortReductionIsOneCopyEachWayAtEachRank() {
    Done done =
        doneBy(800, 100, Datatype.DOUBLE, (world, out, in) -> world.allreduce(out, in, Op.SUM));
    assertThat(done.reductions).isZero();
    assertThat(done.fromHost).isEqualTo(2);
    assertThat(done.toHost).as("the operand, and what the result was").isLessThanOrEqualTo(4);
  }

  @Test
  void whatTheDeviceCannotCombineTheHostDoes() {
    Done done =
        doneBy(
            LONG,
            LONG / 4,
            Datatype.INT,
            (world, out, in) -> {
              int[] numbers = new int[LONG / 4];
              Arrays.fill(numbers, 1 + world.rank());
              ((DeviceMemory) out.base()).copyFrom(MemorySegment.ofArray(numbers), 0);
              world.allreduce(out, in, Op.BXOR);
              ((DeviceMemory) in.base()).copyTo(0, MemorySegment.ofArray(numbers));
              assertThat(numbers).containsOnly(3);
            });
    assertThat(done.reductions).isZero();
    assertThat(done.toHost).isPositive();
  }

  private static List<String> linesOf(String... flags) throws Exception {
    Launcher.Outcome outcome =
        Launcher.run(
            Duration.ofMinutes(2), 2, List.of(flags), List.of(DevicePathsProgram.class.getName()));
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    return outcome.out().lines().sorted().toList();
  }

  @Test
  void betweenProcessesMemoryIsOpenedOnceAndCopiedOnTheDevice() throws Exception {
    assertThat(linesOf("-Dpurempi.devices=mock"))
        .containsExactly(
            "0 first: 0 to the host, 0 from it, 0 copies, 1 exported, 0 opened",
            "0 not shared: 2 to the host, 0 from it, 0 copies, 0 exported, 0 opened",
            "0 second: 0 to the host, 0 from it, 0 copies, 1 exported, 0 opened",
            "1 first: 0 to the host, 0 from it, 1 copies, 0 exported, 1 opened",
            "1 not shared: 0 to the host, 2 from it, 0 copies, 0 exported, 0 opened",
            "1 second: 0 to the host, 0 from it, 1 copies, 0 exported, 0 opened");
  }

  @Test
  void aReceiverWithoutDevicesIsSentTheData() throws Exception {
    assertThat(linesOf("-Dpurempi.devices=mock", "-Dreceiver.devices=none"))
        .containsExactly(
            "0 first: 2 to the host, 0 from it, 0 copies, 1 exported, 0 opened",
            "0 not shared: 2 to the host, 0 from it, 0 copies, 0 exported, 0 opened",
            "0 second: 2 to the host, 0 from it, 0 copies, 1 exported, 0 opened");
  }
}
