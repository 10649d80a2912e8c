package org.purempi.tests.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.MpiTruncationException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Section 3.2.2: every kind of memory, to every other kind. */
final class BufferCases {
  private static final int[] BYTES = {0, 8, 4096, 200_000, 1 << 20};

  private BufferCases() {}

  @OnRanks({2, 4})
  static void arraysOfAllEightPrimitivesArrive(Communicator world) {
    if (world.rank() == 0) {
      world.send(new byte[] {1, -1}, 1, 0);
      world.send(new short[] {2, Short.MIN_VALUE}, 1, 1);
      world.send(new char[] {'c', '\uffff'}, 1, 2);
      world.send(new int[] {3, Integer.MIN_VALUE}, 1, 3);
      world.send(new long[] {4, Long.MIN_VALUE}, 1, 4);
      world.send(new float[] {5.5f, Float.NaN}, 1, 5);
      world.send(new double[] {6.5, -0.0}, 1, 6);
      world.send(new boolean[] {true, false, true}, 1, 7);
    } else if (world.rank() == 1) {
      byte[] bytes = new byte[2];
      short[] shorts = new short[2];
      char[] chars = new char[2];
      int[] ints = new int[2];
      long[] longs = new long[2];
      float[] floats = new float[2];
      double[] doubles = new double[2];
      boolean[] booleans = new boolean[3];
      assertThat(world.recv(bytes, 0, 0).count(Datatype.BYTE)).isEqualTo(2);
      assertThat(world.recv(shorts, 0, 1).count(Datatype.SHORT)).isEqualTo(2);
      assertThat(world.recv(chars, 0, 2).count(Datatype.CHAR)).isEqualTo(2);
      assertThat(world.recv(ints, 0, 3).count(Datatype.INT)).isEqualTo(2);
      assertThat(world.recv(longs, 0, 4).count(Datatype.LONG)).isEqualTo(2);
      assertThat(world.recv(floats, 0, 5).count(Datatype.FLOAT)).isEqualTo(2);
      assertThat(world.recv(doubles, 0, 6).count(Datatype.DOUBLE)).isEqualTo(2);
      assertThat(world.recv(booleans, 0, 7).count(Datatype.BOOLEAN)).isEqualTo(3);
      assertThat(bytes).containsExactly(1, -1);
      assertThat(shorts).containsExactly((short) 2, Short.MIN_VALUE);
      assertThat(chars).containsExactly('c', '\uffff');
      assertThat(ints).containsExactly(3, Integer.MIN_VALUE);
      assertThat(longs).containsExactly(4, Long.MIN_VALUE);
      assertThat(floats).containsExactly(5.5f, Float.NaN);
      assertThat(doubles).containsExactly(6.5, -0.0);
      assertThat(booleans).containsExactly(true, false, true);
    }
  }

  /** A kind of memory: a buffer over the given bytes, and the bytes back out of it. */
  private record Memory(String name, Function<byte[], Buf> make, Function<Buf, byte[]> read) {}

  private static final int MARGIN = 24;

  private static List<Memory> memories(Arena arena) {
    return List.of(
        new Memory("byte[]", b -> Buf.of(b.clone()), BufferCases::bytesOf),
        new Memory("slice of byte[]", BufferCases::inLargerArray, BufferCases::bytesOf),
        new Memory("long[]", BufferCases::inLongs, BufferCases::bytesOf),
        new Memory(
            "native segment",
            b -> Buf.of(copied(b, arena.allocate(b.length))),
            BufferCases::bytesOf),
        new Memory(
            "heap segment", b -> Buf.of(MemorySegment.ofArray(b.clone())), BufferCases::bytesOf),
        new Memory(
            "middle of a native segment",
            b -> {
              MemorySegment larger = arena.allocate(b.length + 2 * MARGIN);
              copied(b, larger.asSlice(MARGIN, b.length));
              return Buf.of(larger, MARGIN, b.length, Datatype.BYTE);
            },
            BufferCases::bytesOf),
        new Memory(
            "heap ByteBuffer",
            b -> Buf.of(ByteBuffer.allocate(b.length + MARGIN).position(MARGIN).put(MARGIN, b)),
            BufferCases::bytesOf),
        new Memory(
            "direct ByteBuffer",
            b ->
                Buf.of(
                    ByteBuffer.allocateDirect(b.length + MARGIN).position(MARGIN).put(MARGIN, b)),
            BufferCases::bytesOf));
  }

  private static MemorySegment copied(byte[] from, MemorySegment to) {
    MemorySegment.copy(MemorySegment.ofArray(from), 0, to, 0, from.length);
    return to;
  }

  private static Buf inLargerArray(byte[] b) {
    byte[] larger = new byte[b.length + 2 * MARGIN];
    System.arraycopy(b, 0, larger, MARGIN, b.length);
    return Buf.of(larger, MARGIN, b.length);
  }

  private static Buf inLongs(byte[] b) {
    long[] longs = new long[b.length / Long.BYTES];
    copied(b, MemorySegment.ofArray(longs));
    return Buf.of(longs, 0, b.length, Datatype.BYTE);
  }

  private static byte[] bytesOf(Buf buf) {
    MemorySegment memory =
        switch (buf.base()) {
          case byte[] a -> MemorySegment.ofArray(a);
          case long[] a -> MemorySegment.ofArray(a);
          case MemorySegment s -> s;
          default -> throw new IllegalStateException(buf.base().getClass().getName());
        };
    return memory.asSlice(buf.offsetBytes(), buf.bytes()).toArray(ValueLayout.JAVA_BYTE);
  }

  @OnRanks(2)
  static void everyKindOfMemoryCanSendToEveryOther(Communicator world) {
    for (int length : BYTES) {
      byte[] data = Pattern.bytes(length, length);
      try (Arena arena = Arena.ofShared()) {
        for (Memory from : memories(arena)) {
          for (Memory to : memories(arena)) {
            if (world.rank() == 0) {
              world.send(from.make().apply(data), 1, 0);
            } else {
              Buf buf = to.make().apply(new byte[length]);
              Status status = world.recv(buf, 0, 0);
              assertThat(status.bytes()).isEqualTo(length);
              assertThat(to.read().apply(buf))
                  .as("%d bytes from %s to %s", length, from.name(), to.name())
                  .isEqualTo(data);
            }
          }
        }
      }
    }
  }

  @OnRanks({2, 4})
  static void aSliceIsSentAndNothingAroundIt(Communicator world) {
    double[] a = {1, 2, 3, 4, 5};
    if (world.rank() == 0) {
      world.send(a, 1, 3, 1, 0);
      world.isend(a, 4, 1, 1, 0).waitFor();
    } else if (world.rank() == 1) {
      double[] b = new double[6];
      world.recv(b, 2, 3, 0, 0);
      world.irecv(b, 5, 1, 0, 0).waitFor();
      assertThat(b).containsExactly(0, 0, 2, 3, 4, 5);
    }
  }

  @OnRanks({2, 4})
  static void aReadOnlySegmentCanBeSentButNotReceivedInto(Communicator world) {
    MemorySegment fixed = MemorySegment.ofArray(new byte[] {1, 2, 3}).asReadOnly();
    if (world.rank() == 0) {
      world.send(Buf.of(fixed), 1, 0);
    } else if (world.rank() == 1) {
      byte[] got = new byte[3];
      world.recv(got, 0, 0);
      assertThat(got).containsExactly(1, 2, 3);
      assertThatThrownBy(() -> world.irecv(Buf.of(fixed), 0, 1))
          .isInstanceOf(MpiArgumentException.class)
          .hasMessageContaining("read-only");
    }
  }

  @OnRanks({2, 4})
  static void theBytesOfOneTypeCanBeReceivedAsAnother(Communicator world) {
    if (world.rank() == 0) {
      world.send(new double[] {1.5}, 1, 0);
    } else if (world.rank() == 1) {
      long[] bits = new long[1];
      world.recv(bits, 0, 0);
      assertThat(Double.longBitsToDouble(bits[0])).isEqualTo(1.5);
    }
  }

  @OnRanks({2, 4})
  static void pairTypesLeaveTheirGapsAlone(Communicator world) {
    int count = 20_000;
    if (world.rank() == 0) {
      long[] pairs = new long[2 * count];
      for (int i = 0; i < count; i++) {
        pairs[2 * i] = i;
        pairs[2 * i + 1] = 0x7777_7777_0000_0000L | i; // the upper half is the gap
      }
      world.send(Buf.of(pairs, 0, count, Datatype.LONG_INT), 1, 0);
    } else if (world.rank() == 1) {
      long[] pairs = new long[2 * count];
      Status status = world.recv(Buf.of(pairs, 0, count, Datatype.LONG_INT), 0, 0);
      assertThat(status.bytes()).isEqualTo(12L * count);
      assertThat(status.count(Datatype.LONG_INT)).isEqualTo(count);
      for (int i = 0; i < count; i++) {
        assertThat(pairs[2 * i]).isEqualTo(i);
        assertThat(pairs[2 * i + 1]).isEqualTo(i);
      }
    }
  }

  @OnRanks({2, 4})
  static void structsAreUnpackedIntoPlainMemoryInTheOrderOfTheirParts(Communicator world) {
    if (world.rank() == 0) {
      short[] pairs = {1, -1, 10, 0, 2, -1, 20, 0}; // (short, gap, int) twice
      world.send(Buf.of(pairs, 0, 2, Datatype.SHORT_INT), 1, 0);
    } else if (world.rank() == 1) {
      short[] flat = new short[6];
      world.recv(Buf.of(flat), 0, 0);
      assertThat(flat)
          .containsExactly((short) 1, (short) 10, (short) 0, (short) 2, (short) 20, (short) 0);
    }
  }

  @OnRanks({2, 4})
  static void aTruncatedStructMessageKeepsToItsBuffer(Communicator world) {
    if (world.rank() == 0) {
      world.send(Buf.of(new long[20_000], 0, 10_000, Datatype.LONG_INT), 1, 0);
    } else if (world.rank() == 1) {
      long[] room = {-1, -1, -1, -1};
      assertThatThrownBy(() -> world.recv(Buf.of(room, 0, 1, Datatype.LONG_INT), 0, 0))
          .isInstanceOf(MpiTruncationException.class);
      assertThat(room[2]).isEqualTo(-1);
      assertThat(room[3]).isEqualTo(-1);
    }
  }

  @OnRanks({1, 2})
  static void theBasicTypesHaveTheirSizesAndExtents(Communicator world) {
    record Expected(Datatype type, long size, long extent) {}
    List<Expected> all =
        List.of(
            new Expected(Datatype.BYTE, 1, 1),
            new Expected(Datatype.CHAR, 2, 2),
            new Expected(Datatype.BOOLEAN, 1, 1),
            new Expected(Datatype.UINT32_T, 4, 4),
            new Expected(Datatype.FLOAT16, 2, 2),
            new Expected(Datatype.LONG_DOUBLE, 16, 16),
            new Expected(Datatype.C_DOUBLE_COMPLEX, 16, 16),
            new Expected(Datatype.FLOAT_INT, 8, 8),
            new Expected(Datatype.DOUBLE_INT, 12, 16),
            new Expected(Datatype.LONG_INT, 12, 16),
            new Expected(Datatype.TWO_INT, 8, 8),
            new Expected(Datatype.SHORT_INT, 6, 8),
            new Expected(Datatype.LONG_DOUBLE_INT, 20, 32));
    for (Expected e : all) {
      assertThat(e.type().size()).as(e.type().name()).isEqualTo(e.size());
      assertThat(e.type().extent()).as(e.type().name()).isEqualTo(e.extent());
      assertThat(e.type().lb()).isZero();
    }
    assertThat(Datatype.INT).isSameAs(Datatype.INT32_T);
    assertThat(world.size()).isPositive();
  }

  /** Which thread of a rank takes a message is nobody's choice, and need not be the buffer's. */
  @OnRanks(2)
  static void memoryOfOneThreadIsFilledWhenThatThreadWaits(Communicator world)
      throws InterruptedException {
    for (int bytes : new int[] {8, 10_000, 1_000_000}) {
      byte[] sent = new byte[bytes];
      Arrays.fill(sent, (byte) 9);
      if (world.rank() == 0) {
        world.recv(new byte[1], 1, 0);
        world.send(sent, 1, 1);
        world.send(new byte[] {7}, 1, 2);
      } else if (world.rank() == 1) {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment memory = arena.allocate(bytes);
          Request<Status> receive = world.irecv(Buf.of(memory), 0, 1);
          takeAllInAnotherThread(world);
          assertThat(receive.waitFor().bytes()).isEqualTo(bytes);
          assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(sent);
        }
      }
    }
    world.barrier();
  }

  private static void takeAllInAnotherThread(Communicator world) throws InterruptedException {
    byte[] last = {0};
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  world.send(new byte[1], 0, 0);
                  world.recv(last, 0, 2);
                });
    other.join();
    assertThat(last).containsExactly(7);
  }

  @OnRanks(2)
  static void memoryOfAnotherThreadCannotBeFilledByWhoWaits(Communicator world)
      throws InterruptedException {
    if (world.rank() == 0) {
      world.recv(new byte[1], 1, 0);
      world.send(new byte[8], 1, 1);
    } else if (world.rank() == 1) {
      try (Arena arena = Arena.ofConfined()) {
        Request<Status> receive = world.irecv(Buf.of(arena.allocate(8)), 0, 1);
        Throwable[] thrown = {null};
        Thread other =
            Thread.ofPlatform()
                .start(
                    () -> {
                      world.send(new byte[1], 0, 0);
                      thrown[0] = catchThrowable(receive::waitFor);
                    });
        other.join();
        assertThat(thrown[0])
            .isInstanceOfSatisfying(
                MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.BUFFER))
            .hasMessageContaining("Arena.ofShared");
      }
    }
    world.barrier();
  }

  /** The receive asks for the data while only another thread of the sender is there to send it. */
  @OnRanks(2)
  static void memoryOfOneThreadIsSentByAnother(Communicator world) throws InterruptedException {
    for (int bytes : new int[] {1000, 50_000, 3_000_000}) {
      byte[] received = new byte[bytes];
      if (world.rank() == 1) {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment memory = arena.allocate(bytes);
          memory.fill((byte) 5);
          Request<Status> send = world.issend(Buf.of(memory), 0, 1);
          List<Request<Status>> more = new ArrayList<>();
          for (int i = 0; i < 200; i++) {
            more.add(world.isend(Buf.of(memory.asSlice(0, 1000)), 0, 3));
          }
          takeAllInAnotherThread(world);
          send.waitFor();
          Request.waitAll(more);
        }
      } else if (world.rank() == 0) {
        world.recv(new byte[1], 1, 0);
        world.recv(received, 1, 1);
        byte[] some = new byte[1000];
        for (int i = 0; i < 200; i++) {
          world.recv(some, 1, 3);
          assertThat(some).containsOnly(5);
        }
        world.send(new byte[] {7}, 1, 2);
        assertThat(received).containsOnly(5);
      }
    }
    world.barrier();
  }

  @OnRanks(2)
  static void memoryThatIsClosedTooEarlyFailsItsReceiveOnly(Communicator world) {
    if (world.rank() == 0) {
      world.recv(new byte[1], 1, 0);
      world.send(new byte[8], 1, 1);
      world.send(new byte[] {7}, 1, 2);
    } else if (world.rank() == 1) {
      Request<Status> receive;
      try (Arena arena = Arena.ofShared()) {
        receive = world.irecv(Buf.of(arena.allocate(8)), 0, 1);
      }
      world.send(new byte[1], 0, 0);
      byte[] last = {0};
      world.recv(last, 0, 2);
      assertThat(last).containsExactly(7);
      assertThatThrownBy(receive::waitFor)
          .isInstanceOfSatisfying(
              MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.BUFFER))
          .hasMessageContaining("close it after the receive is complete");
    }
    world.barrier();
  }

  @OnRanks(2)
  static void memoryThatIsClosedBeforeIsNotSent(Communicator world) {
    for (int bytes : new int[] {8, 50_000, 3_000_000}) {
      MemorySegment memory;
      try (Arena arena = Arena.ofShared()) {
        memory = arena.allocate(bytes);
      }
      Buf closed = Buf.of(memory);
      for (ThrowingCallable send :
          List.<ThrowingCallable>of(
              () -> world.send(closed, 1 - world.rank(), 1),
              () -> world.isend(closed, 1 - world.rank(), 1),
              () -> world.ssend(closed, 1 - world.rank(), 1))) {
        assertThatThrownBy(send).as("%d bytes", bytes).hasMessageContaining("closed");
      }
    }
    world.barrier();
    assertThat(world.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG)).isEmpty();
  }
}
