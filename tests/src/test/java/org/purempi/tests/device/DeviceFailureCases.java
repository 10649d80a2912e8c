package org.purempi.tests.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.device.DeviceMemory;
import org.purempi.device.mock.MockDevice;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** A device's memory that is gone, or full: one error, and the next message arrives. */
final class DeviceFailureCases {
  /** For every way that a message goes. */
  private static final List<Integer> LENGTHS = List.of(8, 3000, 40_000, 200_000, 3_000_000);

  /** So long data does not leave before it is asked for, wherever the receiver is. */
  private static final int ANNOUNCED_FROM = 100_000;

  private DeviceFailureCases() {}

  private static DeviceMemory closed(int length) {
    DeviceMemory memory = Mock.device(0).allocate(length);
    memory.close();
    return memory;
  }

  private static Datatype withGaps(int length) {
    return Datatype.vector(length / 8, 4, 8, Datatype.BYTE);
  }

  private static void nextArrives(Communicator world, int tag) {
    if (world.rank() == 0) {
      world.send(new int[] {7}, 1, tag);
    } else {
      int[] got = new int[1];
      world.recv(got, 0, tag);
      assertThat(got).containsExactly(7);
    }
  }

  @OnRanks(2)
  static void closedMemoryIsNotSent(Communicator world) {
    for (int length : LENGTHS) {
      DeviceMemory gone = closed(length);
      List<Buf> bufs = List.of(Buf.of(gone), Buf.of(gone, 1, withGaps(length)));
      for (Buf buf : bufs) {
        if (world.rank() == 0) {
          Expect.error(ErrorClass.BUFFER, () -> world.send(buf, 1, 1), "freed");
          Expect.error(ErrorClass.BUFFER, () -> world.ssend(buf, 1, 1), "freed");
          Expect.error(ErrorClass.BUFFER, () -> world.isend(buf, 1, 1).waitFor(), "freed");
          Expect.error(ErrorClass.BUFFER, () -> world.issend(buf, 1, 1).waitFor(), "freed");
        }
        nextArrives(world, 1);
      }
    }
  }

  @OnRanks(2)
  static void closedMemoryReceivesNothingAndItsSenderGoesOn(Communicator world) {
    for (int length : LENGTHS) {
      byte[] data = Pattern.bytes(length, length);
      for (boolean onDevice : new boolean[] {false, true}) {
        if (world.rank() == 0) {
          Buf buf = onDevice ? Buf.of(Mock.of(Mock.device(0), data)) : Buf.of(data);
          world.send(buf, 1, 1);
          world.isend(buf, 1, 1).waitFor();
        } else {
          Expect.error(ErrorClass.BUFFER, () -> world.recv(Buf.of(closed(length)), 0, 1), "freed");
          Expect.error(
              ErrorClass.BUFFER, () -> world.irecv(Buf.of(closed(length)), 0, 1).waitFor());
        }
        nextArrives(world, 1);
      }
    }
  }

  @OnRanks(2)
  static void memoryThatIsClosedUnderWayFailsWithoutAHang(Communicator world) {
    for (int length : LENGTHS) {
      for (boolean isTyped : new boolean[] {false, true}) {
        DeviceMemory memory = Mock.of(Mock.device(0), Pattern.bytes(length, 1));
        Buf buf = isTyped ? Buf.of(memory, 1, withGaps(length)) : Buf.of(memory);
        Throwable error;
        if (world.rank() == 0) {
          Request<?> send = world.issend(buf, 1, 1);
          memory.close();
          world.barrier();
          error = catchThrowable(send::waitFor);
        } else {
          world.barrier();
          error = catchThrowable(() -> world.recv(buf, 0, 1));
        }
        isOfBuffer(error);
        int[] errors = {error == null ? 0 : 1};
        world.allreduce(Buf.IN_PLACE, Buf.of(errors), Op.SUM);
        if (length > ANNOUNCED_FROM) {
          assertThat(errors[0]).as("%d bytes, typed %s", length, isTyped).isPositive();
        }
        nextArrives(world, 1);
        DeviceMemory into = Mock.device(0).allocate(length);
        Buf there = isTyped ? Buf.of(into, 1, withGaps(length)) : Buf.of(into);
        if (world.rank() == 0) {
          world.barrier();
          world.send(Buf.of(new byte[Math.toIntExact(there.bytes())]), 1, 1);
        } else {
          Request<?> receive = world.irecv(there, 0, 1);
          into.close();
          world.barrier();
          Expect.error(ErrorClass.BUFFER, receive::waitFor);
        }
        nextArrives(world, 1);
      }
    }
  }

  private static void isOfBuffer(Throwable error) {
    if (error != null) {
      assertThat(error).isInstanceOf(MpiException.class);
      assertThat(((MpiException) error).errorClass()).isEqualTo(ErrorClass.BUFFER);
    }
  }

  @OnRanks(2)
  static void aFullDeviceFailsAMessageOrNothing(Communicator world) {
    int length = 4_000_000;
    MockDevice device = Mock.device(1);
    byte[] data = Pattern.bytes(length, 3);
    for (boolean isFull : new boolean[] {true, false}) {
      DeviceMemory memory = Mock.of(device, data);
      Buf buf = Buf.of(memory, 1, withGaps(length));
      world.barrier();
      device.fill(isFull);
      world.barrier();
      Throwable error;
      if (world.rank() == 0) {
        error = catchThrowable(() -> world.ssend(buf, 1, 1));
      } else {
        memory.copyFrom(MemorySegment.ofArray(new byte[length]), 0);
        error = catchThrowable(() -> world.recv(buf, 0, 1));
      }
      if (error != null) {
        assertThat(isFull).as("%s", error).isTrue();
        assertThat(error).isInstanceOf(MpiException.class);
        assertThat(((MpiException) error).errorClass()).isEqualTo(ErrorClass.NO_MEM);
      } else if (!isFull && world.rank() == 1) {
        byte[] got = Mock.bytes(memory);
        for (int i = 0; i < length; i++) {
          assertThat(got[i]).isEqualTo(i % 8 < 4 ? data[i] : 0);
        }
      }
      world.barrier();
      device.fill(false);
      memory.close();
      nextArrives(world, 1);
    }
  }

  @OnRanks(2)
  static void aFullDeviceReducesOnTheHost(Communicator world) {
    MockDevice device = Mock.device(1);
    int n = 100_000;
    double[] mine = new double[n];
    Arrays.fill(mine, world.rank() + 1);
    try (DeviceMemory in = device.allocate(8L * n);
        DeviceMemory out = device.allocate(8L * n)) {
      in.copyFrom(MemorySegment.ofArray(mine), 0);
      world.barrier();
      device.fill(true);
      world.barrier();
      world.allreduce(Buf.of(in, n, Datatype.DOUBLE), Buf.of(out, n, Datatype.DOUBLE), Op.SUM);
      world.barrier();
      device.fill(false);
      double[] sum = new double[n];
      out.copyTo(0, MemorySegment.ofArray(sum));
      assertThat(sum).containsOnly(3);
    }
  }

  /** Another call's poll may find out: it goes on, and the request tells. */
  @OnRanks({2, 3})
  static void resultsThatAreFreedFailTheirRequestOnly(Communicator world) throws Exception {
    int rank = world.rank();
    int n = 100; // so short that only the last copy meets it
    try (DeviceMemory in = Mock.of(Mock.device(0), new byte[8 * n])) {
      Buf out = Buf.of(in, n, Datatype.DOUBLE);
      DeviceMemory result = Mock.device(0).allocate(8L * n);
      Buf to = Buf.of(result, n, Datatype.DOUBLE);
      int[] got = new int[1];
      if (rank == 0) {
        Request<?> request = world.iallreduce(out, to, Op.SUM);
        result.close();
        world.send(got, 1, 1);
        world.recv(got, 1, 2);
        assertThat(got).containsExactly(5);
        Expect.error(ErrorClass.BUFFER, request::waitFor, "freed");
      } else {
        if (rank == 1) {
          world.recv(got, 0, 1);
        }
        Request<?> request = world.iallreduce(out, to, Op.SUM);
        isOfBuffer(catchThrowable(request::waitFor));
        if (rank == 1) {
          world.send(new int[] {5}, 0, 2);
        }
        result.close();
      }
    }
  }
}
