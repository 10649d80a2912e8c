package org.purempi.tests.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Message;
import org.purempi.Mpi;
import org.purempi.PartitionedRequest;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.device.DeviceMemory;
import org.purempi.device.mock.MockDevice;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;
import org.purempi.tests.datatypes.Layouts;

/**
 * Messages from and to a device's memory, of another device, of the host: of every length, in every
 * layout, whole, in part and in every form.
 */
final class DeviceMessageCases {
  /** Around the limits of the ways that a message goes, and of pieces and blocks. */
  private static final List<Integer> LENGTHS =
      List.of(1, 1000, 9000, 65_535, 65_536, 65_537, 524_288, 524_289, 1_600_001, 5_000_000);

  private static final byte UNTOUCHED = 0x5A;

  private DeviceMessageCases() {}

  /** Where a rank's data lies. */
  private enum Place {
    HOST,
    FIRST,
    SECOND;

    Room room(int length) {
      byte[] fresh = new byte[length];
      Arrays.fill(fresh, UNTOUCHED);
      return new Room(
          fresh,
          switch (this) {
            case HOST -> null;
            case FIRST -> Mock.of(Mock.device(0), fresh);
            case SECOND -> Mock.of(Mock.device(1), fresh);
          });
    }
  }

  /** Some memory there. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Room(byte[] host, @Nullable DeviceMemory there) implements AutoCloseable {
    Buf at(int offset, long count, Datatype type) {
      return there == null ? Buf.of(host, offset, count, type) : Buf.of(there, offset, count, type);
    }

    void set(byte[] bytes, int at) {
      System.arraycopy(bytes, 0, host, at, bytes.length);
      if (there != null) {
        there.copyFrom(MemorySegment.ofArray(bytes), at);
      }
    }

    byte[] bytes() {
      return there == null ? host : Mock.bytes(there);
    }

    @Override
    public void close() {
      if (there != null) {
        there.close();
      }
    }
  }

  @OnRanks(value = 2, seconds = 60)
  static void everyLengthGoesFromEveryPlaceToEveryOther(Communicator world) {
    for (int length : LENGTHS) {
      for (Place from : Place.values()) {
        for (Place to : Place.values()) {
          boolean sends = world.rank() == 0;
          try (Room room = (sends ? from : to).room(length + 7)) {
            if (sends) {
              room.set(Pattern.bytes(length, length), 3);
              world.send(room.at(3, length, Datatype.BYTE), 1, 1);
            } else {
              Status status = world.recv(room.at(5, length, Datatype.BYTE), 0, 1);
              assertThat(status.bytes()).isEqualTo(length);
              byte[] all = room.bytes();
              Pattern.check(Arrays.copyOfRange(all, 5, 5 + length), length);
              assertThat(all[4]).isEqualTo(UNTOUCHED);
              assertThat(all[5 + length]).isEqualTo(UNTOUCHED);
            }
          }
        }
      }
    }
  }

  @OnRanks(value = 2, seconds = 60)
  static void everyLayoutGoesFromEveryPlaceToAnotherLayout(Communicator world) {
    for (int n : List.of(12, 1200, 36_000)) {
      List<Layouts> layouts = Layouts.of(n);
      for (int i = 0; i < layouts.size(); i++) {
        Layouts out = layouts.get(i);
        Layouts in = layouts.get((i + 3) % layouts.size());
        for (Place place : Place.values()) {
          boolean sends = world.rank() == 0;
          Layouts mine = sends ? out : in;
          Place its = sends ? Place.FIRST : place;
          try (Room room = its.room(8 * mine.length())) {
            if (sends) {
              double[] data = new double[mine.length()];
              for (int k = 0; k < n; k++) {
                data[mine.index().applyAsInt(k)] = k + 1;
              }
              byte[] bytes = new byte[8 * data.length];
              MemorySegment.ofArray(bytes).copyFrom(MemorySegment.ofArray(data));
              room.set(bytes, 0);
              world.send(room.at(8 * mine.origin(), 1, mine.type()), 1, 1);
            } else {
              world.recv(room.at(8 * mine.origin(), 1, mine.type()), 0, 1);
              checkNumbers(room.bytes(), mine, n);
            }
          }
        }
      }
    }
  }

  private static void checkNumbers(byte[] got, Layouts layout, int n) {
    byte[] expected = new byte[got.length];
    Arrays.fill(expected, UNTOUCHED);
    MemorySegment numbers = MemorySegment.ofArray(expected);
    for (int k = 0; k < n; k++) {
      numbers.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8L * layout.index().applyAsInt(k), k + 1);
    }
    assertThat(Arrays.mismatch(got, expected)).as(layout.name()).isEqualTo(-1);
  }

  @OnRanks(2)
  static void aShorterMessageLeavesTheRestAndALongerOneIsCut(Communicator world) {
    Datatype gaps = Datatype.resized(Datatype.INT, 0, 12);
    for (int count : List.of(3, 5000, 200_000)) {
      for (boolean isTyped : new boolean[] {false, true}) {
        int room = isTyped ? 12 * count : 4 * count;
        try (DeviceMemory memory = Mock.of(Mock.device(0), new byte[room])) {
          Buf buf = Buf.of(memory, count, isTyped ? gaps : Datatype.INT);
          int[] numbers = new int[count];
          Arrays.setAll(numbers, i -> i + 1);
          if (world.rank() == 0) {
            world.send(Buf.of(numbers, 0, count / 3), 1, 1);
            world.send(numbers, 1, 2);
          } else {
            assertThat(world.recv(buf, 0, 1).bytes()).isEqualTo(4L * (count / 3));
            checkInts(memory, isTyped ? 3 : 1, count / 3);
            Buf less = buf.slice(0, count / 2);
            Expect.error(ErrorClass.TRUNCATE, () -> world.recv(less, 0, 2));
            checkInts(memory, isTyped ? 3 : 1, count / 2);
          }
        }
      }
    }
  }

  /** The first n of them have come, and nothing else. */
  private static void checkInts(DeviceMemory memory, int step, int n) {
    int[] got = new int[Math.toIntExact(memory.bytes() / 4)];
    memory.copyTo(0, MemorySegment.ofArray(got));
    for (int i = 0; i < got.length; i++) {
      boolean hasCome = i % step == 0 && i / step < n;
      if (got[i] != (hasCome ? i / step + 1 : 0)) {
        throw new AssertionError("number " + i + " is " + got[i]);
      }
    }
  }

  @OnRanks({1, 2})
  static void everyFormSendsAndReceivesIt(Communicator world) {
    MockDevice device = Mock.device(0);
    int right = (world.rank() + 1) % world.size();
    int left = (world.rank() + world.size() - 1) % world.size();
    for (int length : List.of(16, 100_000, 2_000_000)) {
      byte[] data = Pattern.bytes(length, length + world.rank());
      try (DeviceMemory from = Mock.of(device, data);
          DeviceMemory to = device.allocate(length)) {
        Buf out = Buf.of(from);
        Buf in = Buf.of(to);
        Runnable check =
            () -> {
              Pattern.check(Mock.bytes(to), length + left);
              to.copyFrom(MemorySegment.ofArray(new byte[length]), 0);
            };
        world.sendrecv(out, right, 1, in, left, 1);
        check.run();
        world.isendrecv(out, right, 1, in, left, 1).waitFor();
        check.run();
        to.copyFrom(MemorySegment.ofArray(data), 0);
        world.sendrecvReplace(in, right, 1, left, 1);
        check.run();
        to.copyFrom(MemorySegment.ofArray(data), 0);
        world.isendrecvReplace(in, right, 1, left, 1).waitFor();
        check.run();
        Request<Status> sent = world.isend(out, right, 2);
        Message message = world.mprobe(left, 2);
        assertThat(message.status().bytes()).isEqualTo(length);
        message.mrecv(in);
        sent.waitFor();
        check.run();
        world.attachBuffer(MemorySegment.ofArray(new byte[length + Mpi.BSEND_OVERHEAD]));
        world.bsend(out, right, 3);
        world.recv(in, left, 3);
        Optional<MemorySegment> buffer = world.detachBuffer();
        assertThat(buffer).isPresent();
        check.run();
        PersistentRequest send = world.sendInit(out, right, 4);
        PersistentRequest receive = world.recvInit(in, left, 4);
        for (int i = 0; i < 3; i++) {
          PersistentRequest.startAll(receive, send);
          Request.waitAll(receive, send);
          check.run();
        }
        send.free();
        receive.free();
        if (world.size() > 1) {
          partitioned(world, out, in, right, left);
          check.run();
        }
      }
    }
  }

  private static void partitioned(Communicator world, Buf out, Buf in, int right, int left) {
    PartitionedRequest send = world.psendInit(out, 4, right, 5);
    PartitionedRequest receive = world.precvInit(in, 4, left, 5);
    receive.start();
    send.start();
    for (int i = 3; i >= 0; i--) {
      send.pready(i);
    }
    Request.waitAll(receive, send);
    send.free();
    receive.free();
  }

  @OnRanks({1, 2})
  static void nobodyIsSentNothingAndACancelledReceiveGetsNothing(Communicator world) {
    try (DeviceMemory memory = Mock.of(Mock.device(0), new byte[1000])) {
      Buf buf = Buf.of(memory);
      world.send(buf, Mpi.PROC_NULL, 0);
      assertThat(world.recv(buf, Mpi.PROC_NULL, 0).bytes()).isZero();
      Request<Status> receive = world.irecv(buf, world.rank(), 9);
      receive.cancel();
      assertThat(receive.waitFor().cancelled()).isTrue();
      world.isend(new byte[] {1}, world.rank(), 9);
      byte[] got = new byte[1];
      world.recv(got, world.rank(), 9);
      assertThat(got).containsExactly(1);
      assertThat(Mock.bytes(memory)).containsOnly(0);
    }
  }

  @OnRanks(2)
  static void memoryComesAndGoesInEverySize(Communicator world) {
    MockDevice device = Mock.device(0);
    for (int i = 0; i < 40; i++) {
      int length = 70_000 + 30_000 * (i * 7 % 11);
      if (world.rank() == 0) {
        try (DeviceMemory memory = Mock.of(device, Pattern.bytes(length, i))) {
          world.send(Buf.of(memory), 1, 1);
        }
      } else {
        try (DeviceMemory memory = device.allocate(length)) {
          world.recv(Buf.of(memory), 0, 1);
          Pattern.check(Mock.bytes(memory), i);
        }
      }
    }
  }
}
