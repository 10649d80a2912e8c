package org.purempi.tests.datatypes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiTruncationException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Same;

/** Sections 5.1 and 3.3: messages of any layout to receives of any other. */
final class TypeLayoutCases {
  /** Eager, fragmented, rendezvous. */
  private static final int[] LENGTHS = {12, 600, 4_800, 120_000};

  private TypeLayoutCases() {}

  @SuppressWarnings("restricted") // MPI_BOTTOM
  @OnRanks({1, 2})
  static void whatLiesFarFromItsOriginIsReplaced(Communicator world) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_LONG, 5L + world.rank());
      Datatype there = Datatype.hindexedBlock(1, new long[] {value.address()}, Datatype.LONG);
      Buf everything = Buf.of(MemorySegment.NULL.reinterpret(Long.MAX_VALUE), 1, there);
      int peer = world.size() - 1 - world.rank();
      world.sendrecvReplace(everything, peer, 0, peer, 0);
      assertThat(value.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(5L + peer);
      world.barrier();
    }
  }

  @OnRanks(value = 2, seconds = 60)
  static void everyLayoutCanBeSentToEveryOther(Communicator world) {
    for (int n : LENGTHS) {
      List<Layouts> all = Layouts.of(n);
      List<double[]> filled = all.stream().map(layout -> layout.filled(n, 7)).toList();
      for (int from = 0; from < all.size(); from++) {
        for (int to = 0; to < all.size(); to++) {
          if (world.rank() == 0) {
            world.send(all.get(from).in(filled.get(from)), 1, 0);
          } else {
            Layouts layout = all.get(to);
            double[] a = layout.empty();
            Status status = world.recv(layout.in(a), 0, 0);
            assertThat(status.count(layout.type())).isEqualTo(1);
            assertThat(status.elements(layout.type())).isEqualTo(n);
            assertThat(Arrays.mismatch(a, filled.get(to)))
                .as("%d numbers from %s to %s", n, all.get(from), layout)
                .isEqualTo(-1);
          }
        }
      }
    }
  }

  @OnRanks({1, 2})
  static void everyWayToSendAndReceiveKnowsLayouts(Communicator world) {
    int n = 1200;
    int to = (world.rank() + 1) % world.size();
    int from = (world.rank() + world.size() - 1) % world.size();
    world.attachBufferAutomatic();
    for (Layouts layout : Layouts.of(n)) {
      double[] data = layout.filled(n, world.rank());
      Buf send = layout.in(data);
      double[][] got = new double[6][];
      Request<?>[] receives = new Request<?>[4];
      for (int i = 0; i < got.length; i++) {
        got[i] = layout.empty();
      }
      for (int i = 0; i < receives.length; i++) {
        receives[i] = world.irecv(layout.in(got[i]), from, i);
      }
      world.issend(send, to, 0).waitFor();
      world.bsend(send, to, 1);
      world.isend(send, to, 2).waitFor();
      var persistent = world.sendInit(send, to, 3);
      persistent.start();
      persistent.waitFor();
      for (Request<?> r : receives) {
        r.waitFor();
      }
      world.sendrecv(send, to, 4, layout.in(got[4]), from, 4);
      got[5] = data.clone();
      world.sendrecvReplace(layout.in(got[5]), to, 5, from, 5);
      for (double[] g : got) {
        assertThat(g).as(layout.name()).isEqualTo(layout.filled(n, from));
      }
    }
    world.detachBuffer();
  }

  @OnRanks({2, 4})
  static void aMatchedProbeIsReceivedIntoALayout(Communicator world) {
    int n = 240;
    for (Layouts layout : Layouts.of(n)) {
      if (world.rank() == 0) {
        world.send(layout.in(layout.filled(n, 3)), 1, 5);
      } else if (world.rank() == 1) {
        double[] a = layout.empty();
        var message = world.mprobe(0, 5);
        message.mrecv(layout.in(a));
        assertThat(a).as(layout.name()).isEqualTo(layout.filled(n, 3));
      }
    }
  }

  @OnRanks({2, 4})
  static void aShorterMessageFillsALayoutInTypeMapOrder(Communicator world) {
    int n = 120;
    for (Layouts layout : Layouts.of(n)) {
      for (int sent : new int[] {0, 1, 7, 119}) {
        if (world.rank() == 0) {
          double[] data = new double[sent];
          Arrays.setAll(data, i -> 5 + i);
          world.send(data, 1, 0);
        } else if (world.rank() == 1) {
          double[] a = layout.empty();
          Status status = world.recv(layout.in(a), 0, 0);
          assertThat(status.elements(layout.type())).isEqualTo(sent);
          assertThat(status.count(layout.type())).isEqualTo(sent == 0 ? 0 : Mpi.UNDEFINED);
          double[] expected = layout.empty();
          for (int k = 0; k < sent; k++) {
            expected[layout.index().applyAsInt(k)] = 5 + k;
          }
          assertThat(a).as("%d of %s", sent, layout).isEqualTo(expected);
        }
      }
    }
  }

  @OnRanks({2, 4})
  static void aLongerMessageIsTruncatedAndNothingBesidesTheLayoutIsTouched(Communicator world) {
    for (int n : LENGTHS) {
      for (Layouts layout : Layouts.of(n)) {
        if (world.rank() == 0) {
          double[] data = new double[n + 1];
          Arrays.setAll(data, i -> 5 + i);
          world.send(data, 1, 0);
        } else if (world.rank() == 1) {
          double[] a = layout.empty();
          assertThatThrownBy(() -> world.recv(layout.in(a), 0, 0))
              .isInstanceOf(MpiTruncationException.class);
          double[] expected = layout.filled(n, 5);
          Same.at(a, k -> expected[k] == -1 ? -1 : a[k]); // the gaps
        }
      }
    }
  }

  @OnRanks({2, 4})
  static void severalElementsLieOneExtentApart(Communicator world) {
    Datatype column = Datatype.resized(Datatype.vector(4, 1, 3, Datatype.INT), 0, 4);
    int[] rows = {0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32};
    if (world.rank() == 0) {
      world.send(Buf.of(rows, 0, 3, column), 1, 0);
      world.send(rows, 1, 1);
    } else if (world.rank() == 1) {
      int[] transposed = new int[12];
      world.recv(transposed, 0, 0);
      assertThat(transposed).containsExactly(0, 10, 20, 30, 1, 11, 21, 31, 2, 12, 22, 32);
      int[] back = new int[12];
      world.recv(Buf.of(back, 0, 3, column), 0, 1);
      assertThat(back)
          .as("the first column has the first four numbers")
          .containsExactly(0, 11, 22, 1, 12, 30, 2, 20, 31, 10, 21, 32);
    }
  }

  @OnRanks({2, 4})
  static void overlappingLayoutsCanBeSentButNotReceivedInto(Communicator world) {
    Datatype twice = Datatype.hvector(3, 2, 4, Datatype.INT);
    int[] a = {1, 2, 3, 4};
    if (world.rank() == 0) {
      world.send(Buf.of(a, 0, 1, twice), 1, 0);
      world.send(Buf.of(a, 0, 1000, Datatype.resized(Datatype.INT, 0, 0)), 1, 1);
    } else if (world.rank() == 1) {
      int[] got = new int[6];
      world.recv(got, 0, 0);
      assertThat(got).containsExactly(1, 2, 2, 3, 3, 4);
      int[] ones = new int[1000];
      world.recv(ones, 0, 1);
      Same.everywhere(ones, 1);
      assertThatThrownBy(() -> world.recv(Buf.of(a, 0, 1, twice), 0, 2))
          .isInstanceOfSatisfying(
              MpiArgumentException.class,
              e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.TYPE))
          .hasMessageContaining("share bytes");
      assertThatThrownBy(
              () -> world.irecv(Buf.of(a, 0, 4, Datatype.resized(Datatype.INT, 0, 2)), 0, 2))
          .hasMessageContaining("share bytes");
    }
  }

  @OnRanks({2, 4})
  static void typesWithoutDataAreMessagesToo(Communicator world) {
    Datatype nothing = Datatype.hindexed(new long[2], new long[] {-100, 100}, Datatype.INT);
    if (world.rank() == 0) {
      world.send(Buf.of(new int[0], 0, 5, nothing), 1, 0);
      world.ssend(Buf.of(new int[1], 0, 1, Datatype.resized(nothing, 0, 4)), 1, 0);
    } else if (world.rank() == 1) {
      Status first = world.recv(Buf.of(new int[0], 0, 3, nothing), 0, 0);
      assertThat(first.bytes()).isZero();
      assertThat(first.count(nothing)).isZero();
      assertThat(world.recv(new int[1], 0, 0).count(Datatype.INT)).isZero();
    }
  }

  @OnRanks(2)
  static void displacementsBeyondTheRangeOfIntAreReached(Communicator world) throws IOException {
    long stride = 3L << 30;
    Datatype far = Datatype.hvector(3, 1, stride, Datatype.LONG);
    Path file = Files.createTempFile("purempi-sparse", null);
    try (Arena arena = Arena.ofShared();
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      Files.delete(file);
      MemorySegment memory =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, 2 * stride + Long.BYTES, arena);
      Buf buf = Buf.of(memory, 1, far);
      if (world.rank() == 0) {
        for (int i = 0; i < 3; i++) {
          memory.set(ValueLayout.JAVA_LONG, i * stride, 10 + i);
        }
        world.send(buf, 1, 0);
      } else {
        world.recv(buf, 0, 0);
        for (int i = 0; i < 3; i++) {
          assertThat(memory.get(ValueLayout.JAVA_LONG, i * stride)).isEqualTo(10 + i);
        }
      }
    }
  }

  @OnRanks({2, 4})
  static void everyKindOfMemoryHasLayouts(Communicator world) {
    Datatype type = Datatype.vector(500, 3, 5, Datatype.BYTE);
    int bytes = 2504;
    try (Arena arena = Arena.ofShared()) {
      List<Buf> memories =
          List.of(
              Buf.of(new byte[bytes], 0, 1, type),
              Buf.of(new short[bytes / 2], 0, 1, type),
              Buf.of(new char[bytes / 2], 0, 1, type),
              Buf.of(new int[bytes / 4], 0, 1, type),
              Buf.of(new long[bytes / 8], 0, 1, type),
              Buf.of(new float[bytes / 4], 0, 1, type),
              Buf.of(new double[bytes / 8], 0, 1, type),
              Buf.of(new boolean[bytes], 0, 1, type),
              Buf.of(arena.allocate(bytes), 1, type),
              Buf.of(MemorySegment.ofArray(new long[bytes / 8]), 1, type));
      byte[] data = new byte[1500];
      for (int i = 0; i < data.length; i++) {
        data[i] = (byte) (i * 7 % 2);
      }
      for (Buf memory : memories) {
        if (world.rank() == 0) {
          world.sendrecv(Buf.of(data), 0, 1, memory, 0, 1);
          world.send(memory, 1, 0);
        } else if (world.rank() == 1) {
          world.recv(memory, 0, 0);
          byte[] packed = new byte[1500];
          world.sendrecv(memory, 1, 1, Buf.of(packed), 1, 1);
          assertThat(packed).isEqualTo(data);
        }
      }
    }
  }
}
