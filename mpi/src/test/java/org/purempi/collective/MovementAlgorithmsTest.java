package org.purempi.collective;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.Datatype;

/** Every algorithm that moves data, against the obvious result. */
@Timeout(120)
final class MovementAlgorithmsTest {
  /** What one try consists of. */
  private interface Try {
    void on(Steps steps, int size, int count, Datatype type, String what);
  }

  private static void everyAlgorithm(Table<?> table, Try test) {
    for (String name : table.names()) {
      for (int size : Cases.SIZES) {
        Steps steps = new Steps(size, Closeness.NEAR, Cases.forcing(table, name));
        for (int count : Cases.COUNTS) {
          for (Datatype type : Cases.TYPES) {
            test.on(
                steps,
                size,
                count,
                type,
                table.operation() + " " + name + " " + size + "×" + count);
          }
        }
      }
    }
  }

  private static Data[] buffers(int size, Datatype type, long count, long salt) {
    Data[] all = new Data[size];
    for (int r = 0; r < size; r++) {
      all[r] = Data.of(type, count, salt + r);
    }
    return all;
  }

  private static byte[][] images(Data[] all) {
    return Arrays.stream(all).map(d -> d.bytes().clone()).toArray(byte[][]::new);
  }

  private static byte[] joined(Data[] all) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Data d : all) {
      out.writeBytes(Data.pack(d.buf()));
    }
    return out.toByteArray();
  }

  private static byte[] part(byte[] whole, int parts, int part) {
    int each = whole.length / parts;
    return Arrays.copyOfRange(whole, part * each, (part + 1) * each);
  }

  @Test
  void bcastGivesEveryRankTheRootsData() {
    everyAlgorithm(
        Tables.BCAST,
        (steps, size, count, type, what) -> {
          for (int root = 0; root < size; root++) {
            bcast(steps, size, count, type, root, what);
          }
        });
  }

  private static void bcast(
      Steps steps, int size, int count, Datatype type, int root, String what) {
    Data[] bufs = buffers(size, type, count, 7);
    byte[][] before = images(bufs);
    byte[] expected = Data.pack(bufs[root].buf());
    Cases.run(size, root, what, s -> steps.bcast(s, bufs[s.rank()].buf(), root));
    for (int r = 0; r < size; r++) {
      bufs[r].assertHolds(expected, before[r], what + " root " + root + " rank " + r);
    }
  }

  /** The chain's segments are of 128 KiB. */
  @Test
  void aLongBcastGoesOnInSeveralSegmentsAtOnce() {
    for (String name : Tables.BCAST.names()) {
      for (int size : new int[] {2, 3, 5}) {
        Steps steps = new Steps(size, Closeness.NEAR, Cases.forcing(Tables.BCAST, name));
        for (int count : new int[] {128 << 10, 256 << 10, (256 << 10) + 1, 500_000}) {
          bcast(steps, size, count, Datatype.BYTE, size - 1, name + " " + size + "×" + count);
        }
      }
    }
  }

  @Test
  void bcastMayHaveAnotherTypeOnEachRank() {
    everyAlgorithm(
        Tables.BCAST,
        (steps, size, count, type, what) -> {
          Data[] bufs = buffers(size, Datatype.DOUBLE_INT, count, 7);
          for (int r = 1; r < size; r += 2) {
            bufs[r] = Data.of(Datatype.INT, 3L * count, r);
          }
          byte[][] before = images(bufs);
          byte[] expected = Data.pack(bufs[0].buf());
          Cases.run(size, count, what, s -> steps.bcast(s, bufs[s.rank()].buf(), 0));
          for (int r = 0; r < size; r++) {
            bufs[r].assertHolds(expected, before[r], what + " rank " + r);
          }
        });
  }

  @Test
  void gatherJoinsTheBlocksInRankOrder() {
    everyAlgorithm(
        Tables.GATHER,
        (steps, size, count, type, what) -> {
          for (int root = 0; root < size; root++) {
            for (boolean inPlace : new boolean[] {false, true}) {
              gather(steps, size, count, type, root, inPlace, what);
            }
          }
        });
  }

  private static void gather(
      Steps steps, int size, int count, Datatype type, int root, boolean inPlace, String what) {
    Data[] sends = buffers(size, type, count, 3);
    Data recv = Data.of(type, (long) size * count, 5);
    if (inPlace) {
      Data.unpack(Data.pack(sends[root].buf()), recv.buf().slice((long) root * count, count));
    }
    byte[] before = recv.bytes().clone();
    Cases.run(
        size,
        root,
        what,
        s -> {
          boolean atRoot = s.rank() == root;
          Buf send = atRoot && inPlace ? Buf.IN_PLACE : sends[s.rank()].buf();
          steps.gather(s, send, atRoot ? recv.buf() : null, root);
        });
    recv.assertHolds(joined(sends), before, what + " root " + root + " in place " + inPlace);
  }

  @Test
  void scatterDealsOutTheBlocksInRankOrder() {
    everyAlgorithm(
        Tables.SCATTER,
        (steps, size, count, type, what) -> {
          for (int root = 0; root < size; root++) {
            for (boolean inPlace : new boolean[] {false, true}) {
              scatter(steps, size, count, type, root, inPlace, what);
            }
          }
        });
  }

  private static void scatter(
      Steps steps, int size, int count, Datatype type, int root, boolean inPlace, String what) {
    Data send = Data.of(type, (long) size * count, 5);
    byte[] sent = send.bytes().clone();
    Data[] recvs = buffers(size, type, count, 3);
    byte[][] before = images(recvs);
    byte[] all = Data.pack(send.buf());
    Cases.run(
        size,
        root,
        what,
        s -> {
          boolean atRoot = s.rank() == root;
          Buf recv = atRoot && inPlace ? Buf.IN_PLACE : recvs[s.rank()].buf();
          steps.scatter(s, atRoot ? send.buf() : null, recv, root);
        });
    send.assertHolds(all, sent, what + ": the send buffer");
    for (int r = 0; r < size; r++) {
      boolean untouched = r == root && inPlace;
      byte[] expected = untouched ? Data.pack(recvs[r].buf()) : part(all, size, r);
      recvs[r].assertHolds(expected, before[r], what + " root " + root + " rank " + r);
    }
  }

  @Test
  void allgatherJoinsTheBlocksOnEveryRank() {
    everyAlgorithm(
        Tables.ALLGATHER,
        (steps, size, count, type, what) -> {
          for (boolean inPlace : new boolean[] {false, true}) {
            Data[] sends = buffers(size, type, count, 3);
            Data[] recvs = buffers(size, type, (long) size * count, 50);
            for (int r = 0; r < size && inPlace; r++) {
              Buf own = recvs[r].buf().slice((long) r * count, count);
              Data.unpack(Data.pack(sends[r].buf()), own);
            }
            byte[][] before = images(recvs);
            Cases.run(
                size,
                count,
                what,
                s ->
                    steps.allgather(
                        s, inPlace ? Buf.IN_PLACE : sends[s.rank()].buf(), recvs[s.rank()].buf()));
            for (int r = 0; r < size; r++) {
              recvs[r].assertHolds(joined(sends), before[r], what + " rank " + r);
            }
          }
        });
  }

  @Test
  void alltoallTransposesTheBlocks() {
    everyAlgorithm(
        Tables.ALLTOALL,
        (steps, size, count, type, what) -> {
          for (boolean inPlace : new boolean[] {false, true}) {
            Data[] sends = buffers(size, type, (long) size * count, 3);
            Data[] recvs = buffers(size, type, (long) size * count, 50);
            for (int r = 0; r < size && inPlace; r++) {
              Data.unpack(Data.pack(sends[r].buf()), recvs[r].buf());
            }
            byte[][] before = images(recvs);
            Cases.run(
                size,
                count,
                what,
                s ->
                    steps.alltoall(
                        s, inPlace ? Buf.IN_PLACE : sends[s.rank()].buf(), recvs[s.rank()].buf()));
            for (int r = 0; r < size; r++) {
              ByteArrayOutputStream expected = new ByteArrayOutputStream();
              for (Data from : sends) {
                expected.writeBytes(part(Data.pack(from.buf()), size, r));
              }
              recvs[r].assertHolds(expected.toByteArray(), before[r], what + " rank " + r);
            }
          }
        });
  }
}
