package org.purempi.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.VBuf;
import org.purempi.WBuf;

/** The v- and w-forms: blocks of different lengths, out of order, with gaps, some empty. */
@Timeout(120)
final class VectorFormsTest {
  /** Blocks in reverse rank order with a gap of one element behind each. */
  private static VBuf scattered(long[] counts, long seed) {
    long[] displs = new long[counts.length];
    long at = 1;
    for (int i = counts.length - 1; i >= 0; i--) {
      displs[i] = at;
      at += counts[i] + 1;
    }
    return VBuf.of(Data.of(Datatype.DOUBLE_INT, at, seed).buf(), counts, displs);
  }

  private static long[] counts(int size, long seed) {
    Random random = new Random(seed);
    long[] counts = new long[size];
    for (int i = 0; i < size; i++) {
      counts[i] = random.nextInt(4) == 0 ? 0 : random.nextInt(6);
    }
    return counts;
  }

  private static byte[] image(VBuf v) {
    return ((byte[]) v.buf().base()).clone();
  }

  /** Fails unless the blocks hold what is expected and all the rest is as before. */
  private static void assertBlocks(VBuf got, byte[][] expected, byte[] before, String what) {
    for (int i = 0; i < expected.length; i++) {
      Buf block = got.block(i);
      Data.unpack(
          expected[i], Buf.of(before, (int) block.offsetBytes(), block.count(), block.datatype()));
    }
    assertThat((byte[]) got.buf().base()).as(what).isEqualTo(before);
  }

  @Test
  void gathervPutsEachBlockWhereTheRootWantsIt() {
    for (int size : Cases.SIZES) {
      for (int root = 0; root < size; root++) {
        for (boolean inPlace : new boolean[] {false, true}) {
          int to = root;
          long[] counts = counts(size, root);
          VBuf recv = scattered(counts, 5);
          Buf[] sends = new Buf[size];
          byte[][] expected = new byte[size][];
          for (int r = 0; r < size; r++) {
            // The same signature: 3 ints for each pair of double and int.
            sends[r] = Data.of(Datatype.INT, 3 * counts[r], r).buf();
            expected[r] = Data.pack(r == root && inPlace ? recv.block(r) : sends[r]);
          }
          byte[] before = image(recv);
          String what = "gatherv " + size + " root " + root;
          Steps steps = new Steps(size, Closeness.NEAR, operation -> null);
          Cases.run(
              size,
              root,
              what,
              s -> {
                boolean atRoot = s.rank() == to;
                Buf send = atRoot && inPlace ? Buf.IN_PLACE : sends[s.rank()];
                steps.gatherv(s, send, atRoot ? recv : null, to);
              });
          assertBlocks(recv, expected, before, what);
        }
      }
    }
  }

  @Test
  void scattervSendsEachRankItsBlock() {
    for (int size : Cases.SIZES) {
      for (int root = 0; root < size; root++) {
        for (boolean inPlace : new boolean[] {false, true}) {
          int from = root;
          long[] counts = counts(size, root);
          VBuf send = scattered(counts, 5);
          Buf[] recvs = new Buf[size];
          for (int r = 0; r < size; r++) {
            recvs[r] = Data.of(Datatype.INT, 3 * counts[r], r).buf();
          }
          byte[] untouched = Data.pack(recvs[root]);
          String what = "scatterv " + size + " root " + root;
          Steps steps = new Steps(size, Closeness.NEAR, operation -> null);
          Cases.run(
              size,
              root,
              what,
              s -> {
                boolean atRoot = s.rank() == from;
                Buf recv = atRoot && inPlace ? Buf.IN_PLACE : recvs[s.rank()];
                steps.scatterv(s, atRoot ? send : null, recv, from);
              });
          for (int r = 0; r < size; r++) {
            byte[] expected = r == root && inPlace ? untouched : Data.pack(send.block(r));
            assertThat(Data.pack(recvs[r])).as("%s rank %d", what, r).isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void allgathervPutsEveryBlockInItsPlaceOnEveryRank() {
    for (String name : Tables.ALLGATHERV.names()) {
      for (int size : Cases.SIZES) {
        for (boolean inPlace : new boolean[] {false, true}) {
          long[] counts = counts(size, size);
          VBuf[] recvs = new VBuf[size];
          byte[][] before = new byte[size][];
          byte[][] expected = new byte[size][];
          Buf[] sends = new Buf[size];
          for (int r = 0; r < size; r++) {
            recvs[r] = scattered(counts, r);
            before[r] = image(recvs[r]);
            sends[r] = inPlace ? Buf.IN_PLACE : Data.of(Datatype.INT, 3 * counts[r], r).buf();
            expected[r] = Data.pack(inPlace ? recvs[r].block(r) : sends[r]);
          }
          String what = "allgatherv " + name + " " + size;
          Steps steps = new Steps(size, Closeness.NEAR, Cases.forcing(Tables.ALLGATHERV, name));
          Cases.run(size, size, what, s -> steps.allgatherv(s, sends[s.rank()], recvs[s.rank()]));
          for (int r = 0; r < size; r++) {
            assertBlocks(recvs[r], expected, before[r], what + " rank " + r);
          }
        }
      }
    }
  }

  /** counts[i][j]: elements from rank i to rank j; symmetric if in place. */
  private static long[][] matrix(int size, boolean symmetric) {
    long[][] counts = new long[size][];
    for (int i = 0; i < size; i++) {
      counts[i] = counts(size, 31L * i + size);
      for (int j = 0; j < i && symmetric; j++) {
        counts[i][j] = counts[j][i];
      }
    }
    return counts;
  }

  private static long[] column(long[][] matrix, int j) {
    long[] column = new long[matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      column[i] = matrix[i][j];
    }
    return column;
  }

  @Test
  void alltoallvTransposesBlocksOfAnyLength() {
    for (String name : Tables.ALLTOALLV.names()) {
      for (int size : Cases.SIZES) {
        for (boolean inPlace : new boolean[] {false, true}) {
          alltoallv(name, size, inPlace);
        }
      }
    }
  }

  private static void alltoallv(String name, int size, boolean inPlace) {
    long[][] counts = matrix(size, inPlace);
    VBuf[] sends = new VBuf[size];
    VBuf[] recvs = new VBuf[size];
    byte[][] before = new byte[size][];
    byte[][][] expected = new byte[size][size][];
    for (int r = 0; r < size; r++) {
      recvs[r] = scattered(column(counts, r), r);
      sends[r] = inPlace ? VBuf.IN_PLACE : scattered(counts[r], 90 + r);
      before[r] = image(recvs[r]);
    }
    for (int r = 0; r < size; r++) {
      for (int from = 0; from < size; from++) {
        expected[r][from] = Data.pack((inPlace ? recvs : sends)[from].block(r));
      }
    }
    String what = "alltoallv " + name + " " + size + " in place " + inPlace;
    Steps steps = new Steps(size, Closeness.NEAR, Cases.forcing(Tables.ALLTOALLV, name));
    Cases.run(size, size, what, s -> steps.alltoallv(s, sends[s.rank()], recvs[s.rank()]));
    for (int r = 0; r < size; r++) {
      assertBlocks(recvs[r], expected[r], before[r], what + " rank " + r);
    }
  }

  @Test
  void alltoallwMayHaveAnotherTypeForEachBlock() {
    for (String name : Tables.ALLTOALLV.names()) {
      for (int size : Cases.SIZES) {
        for (boolean inPlace : new boolean[] {false, true}) {
          alltoallw(name, size, inPlace);
        }
      }
    }
  }

  private static void alltoallw(String name, int size, boolean inPlace) {
    long[][] counts = matrix(size, inPlace);
    WBuf[] sends = new WBuf[size];
    WBuf[] recvs = new WBuf[size];
    ByteArrayOutputStream[] expected = new ByteArrayOutputStream[size];
    for (int r = 0; r < size; r++) {
      sends[r] = inPlace ? WBuf.IN_PLACE : mixed(counts[r], r, 0);
      recvs[r] = mixed(column(counts, r), 50 + r, 1);
    }
    for (int r = 0; r < size; r++) {
      expected[r] = new ByteArrayOutputStream();
      for (int from = 0; from < size; from++) {
        expected[r].writeBytes(Data.pack((inPlace ? recvs : sends)[from].blocks().get(r)));
      }
    }
    String what = "alltoallw " + name + " " + size + " in place " + inPlace;
    Steps steps = new Steps(size, Closeness.NEAR, Cases.forcing(Tables.ALLTOALLV, name));
    Cases.run(size, size, what, s -> steps.alltoallw(s, sends[s.rank()], recvs[s.rank()]));
    for (int r = 0; r < size; r++) {
      ByteArrayOutputStream got = new ByteArrayOutputStream();
      recvs[r].blocks().forEach(b -> got.writeBytes(Data.pack(b)));
      assertThat(got.toByteArray()).as("%s rank %d", what, r).isEqualTo(expected[r].toByteArray());
    }
  }

  /** Every other block of pairs with gaps, the others of as many bytes of ints. */
  private static WBuf mixed(long[] counts, long seed, int odd) {
    Buf[] blocks = new Buf[counts.length];
    for (int i = 0; i < counts.length; i++) {
      boolean pairs = i % 2 == odd;
      blocks[i] =
          Data.of(pairs ? Datatype.DOUBLE_INT : Datatype.INT, counts[i] * (pairs ? 1 : 3), seed + i)
              .buf();
    }
    return WBuf.of(blocks);
  }
}
