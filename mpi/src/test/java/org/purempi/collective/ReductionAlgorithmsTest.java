package org.purempi.collective;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;

/** Every algorithm that combines data, against the combination in rank order. */
@Timeout(120)
final class ReductionAlgorithmsTest {
  private static final Op SUM = Op.of(ReductionAlgorithmsTest::sum);

  /** Joins the runs of ranks a … b and b + 1 … c; anything else is spoiled for good. */
  private static final Op JOIN = Op.of(ReductionAlgorithmsTest::join).nonCommutative();

  private static final int SPOILED = -1;

  private static void sum(MemorySegment in, MemorySegment inout, long count, Datatype type) {
    for (long i = 0; i < count; i++) {
      long at = i * Long.BYTES;
      long total = in.get(JAVA_LONG_UNALIGNED, at) + inout.get(JAVA_LONG_UNALIGNED, at);
      inout.set(JAVA_LONG_UNALIGNED, at, total);
    }
  }

  private static void join(MemorySegment in, MemorySegment inout, long count, Datatype type) {
    for (long i = 0; i < count; i++) {
      long first = i * type.extent();
      long last = first + Integer.BYTES;
      int end = in.get(JAVA_INT_UNALIGNED, last);
      boolean follows = end != SPOILED && end + 1 == inout.get(JAVA_INT_UNALIGNED, first);
      inout.set(JAVA_INT_UNALIGNED, first, follows ? in.get(JAVA_INT_UNALIGNED, first) : SPOILED);
      if (!follows) {
        inout.set(JAVA_INT_UNALIGNED, last, SPOILED);
      }
    }
  }

  /** One operation with its operands and what they make. */
  private record Kind(Op op, Datatype type) {
    Data operand(int rank, long count) {
      Data d = Data.of(type, count, 100 + rank);
      if (type == Datatype.TWO_INT) {
        MemorySegment memory = memory(d.buf());
        for (long i = 0; i < count; i++) {
          memory.set(JAVA_INT_UNALIGNED, i * 8, rank);
          memory.set(JAVA_INT_UNALIGNED, i * 8 + 4, rank);
        }
      }
      return d;
    }

    /** The operands of ranks 0 … end − 1 combined in order. */
    byte[] combined(int end, long count) {
      Data result = operand(end - 1, count);
      for (int rank = end - 2; rank >= 0; rank--) {
        ((Op.OfBulk) op)
            .f()
            .apply(memory(operand(rank, count).buf()), memory(result.buf()), count, type);
      }
      return Data.pack(result.buf());
    }
  }

  private static MemorySegment memory(Buf buf) {
    return MemorySegment.ofArray((byte[]) buf.base()).asSlice(buf.offsetBytes());
  }

  private static final List<Kind> KINDS =
      List.of(new Kind(SUM, Datatype.LONG), new Kind(JOIN, Datatype.TWO_INT));

  /** What one try consists of. */
  private interface Try {
    void on(Steps steps, Kind kind, int size, int count, boolean inPlace, String what);
  }

  private static void everyAlgorithm(Table<?> table, Try test) {
    for (String name : table.names()) {
      for (int size : Cases.SIZES) {
        Steps steps = new Steps(size, Closeness.NEAR, Cases.forcing(table, name));
        for (int count : Cases.COUNTS) {
          for (Kind kind : KINDS) {
            for (boolean inPlace : new boolean[] {false, true}) {
              String what =
                  "%s %s %d×%d %s in place %s"
                      .formatted(table.operation(), name, size, count, kind.type(), inPlace);
              test.on(steps, kind, size, count, inPlace, what);
            }
          }
        }
      }
    }
  }

  private static Data[] operands(Kind kind, int size, long count) {
    Data[] all = new Data[size];
    for (int r = 0; r < size; r++) {
      all[r] = kind.operand(r, count);
    }
    return all;
  }

  /** Receive buffers: the operands themselves if in place, else noise. */
  private static Data[] results(Data[] operands, boolean inPlace) {
    Data[] all = operands.clone();
    for (int r = 0; r < all.length && !inPlace; r++) {
      Buf b = operands[r].buf();
      all[r] = Data.of(b.datatype(), b.count(), 200 + r);
    }
    return all;
  }

  private static byte[][] images(Data[] all) {
    byte[][] images = new byte[all.length][];
    for (int r = 0; r < all.length; r++) {
      images[r] = all[r].bytes().clone();
    }
    return images;
  }

  @Test
  void reduceGivesTheRootAllOperandsInRankOrder() {
    everyAlgorithm(
        Tables.REDUCE,
        (steps, kind, size, count, inPlace, what) -> {
          for (int root = 0; root < size; root++) {
            int to = root;
            Data[] sends = operands(kind, size, count);
            Data[] recvs = results(sends, inPlace);
            byte[][] before = images(recvs);
            byte[][] sent = images(sends);
            Cases.run(
                size,
                root,
                what,
                s -> {
                  boolean atRoot = s.rank() == to;
                  Buf send = atRoot && inPlace ? Buf.IN_PLACE : sends[s.rank()].buf();
                  steps.reduce(s, send, atRoot ? recvs[to].buf() : null, kind.op(), to);
                });
            String where = what + " root " + root;
            recvs[root].assertHolds(kind.combined(size, count), before[root], where);
            for (int r = 0; r < size; r++) {
              if (r != root || !inPlace) {
                sends[r].assertHolds(Data.pack(kind.operand(r, count).buf()), sent[r], where);
              }
            }
          }
        });
  }

  @Test
  void allreduceGivesEveryRankAllOperandsInRankOrder() {
    everyAlgorithm(
        Tables.ALLREDUCE,
        (steps, kind, size, count, inPlace, what) ->
            allreduce(
                kind,
                size,
                count,
                inPlace,
                what,
                (s, send, recv) ->
                    steps.allreduce(s, inPlace ? Buf.IN_PLACE : send, recv, kind.op())));
  }

  @Test
  void rabenseifnersPiecesOfALongVectorMakeTheWhole() {
    Kind kind = KINDS.getFirst();
    for (int size : Cases.SIZES) {
      for (int count : Cases.COUNTS) {
        for (boolean inPlace : new boolean[] {false, true}) {
          allreduce(
              kind,
              size,
              count,
              inPlace,
              "%d×%d in place %s".formatted(size, count, inPlace),
              (s, send, recv) ->
                  AllreduceRabenseifner.steps(s, send, recv, kind.op(), 3 * Long.BYTES));
        }
      }
    }
  }

  /** What a rank does in an allreduce; both buffers are the same if it is in place. */
  private interface Allreduce {
    void steps(Schedule s, Buf send, Buf recv);
  }

  private static void allreduce(
      Kind kind, int size, int count, boolean inPlace, String what, Allreduce allreduce) {
    Data[] sends = operands(kind, size, count);
    Data[] recvs = results(sends, inPlace);
    byte[][] before = images(recvs);
    Cases.run(
        size,
        count,
        what,
        s -> {
          Buf recv = recvs[s.rank()].buf();
          allreduce.steps(s, inPlace ? recv : sends[s.rank()].buf(), recv);
        });
    for (int r = 0; r < size; r++) {
      recvs[r].assertHolds(kind.combined(size, count), before[r], what + " rank " + r);
    }
  }

  @Test
  void reduceScatterGivesEachRankItsBlock() {
    everyAlgorithm(
        Tables.REDUCE_SCATTER,
        (steps, kind, size, count, inPlace, what) -> {
          long[] equal = new long[size];
          long[] uneven = new long[size];
          for (int r = 0; r < size; r++) {
            equal[r] = count;
            uneven[r] = r % 3 == 1 ? 0 : (r * 7L + count) % 5;
          }
          reduceScatter(steps, kind, equal, inPlace, what);
          reduceScatter(steps, kind, uneven, inPlace, what + " uneven");
        });
  }

  private static void reduceScatter(
      Steps steps, Kind kind, long[] counts, boolean inPlace, String what) {
    int size = counts.length;
    long total = 0;
    for (long c : counts) {
      total += c;
    }
    Data[] sends = operands(kind, size, total);
    Data[] recvs = results(sends, inPlace);
    for (int r = 0; r < size && !inPlace; r++) {
      recvs[r] = Data.of(kind.type(), counts[r], r);
    }
    Cases.run(
        size,
        total,
        what,
        s -> {
          Buf send = inPlace ? Buf.IN_PLACE : sends[s.rank()].buf();
          steps.reduceScatter(s, send, recvs[s.rank()].buf(), counts, kind.op());
        });
    byte[] all = kind.combined(size, total);
    int from = 0;
    for (int r = 0; r < size; r++) {
      int bytes = Math.toIntExact(counts[r] * kind.type().size());
      byte[] block = java.util.Arrays.copyOfRange(all, from, from + bytes);
      byte[] got = Data.pack(recvs[r].buf().slice(0, counts[r]));
      org.assertj.core.api.Assertions.assertThat(got).as("%s rank %d", what, r).isEqualTo(block);
      from += bytes;
    }
  }

  @Test
  void scanGivesEachRankTheOperandsUpToItsOwn() {
    everyAlgorithm(
        Tables.SCAN,
        (steps, kind, size, count, inPlace, what) -> {
          Data[] sends = operands(kind, size, count);
          Data[] recvs = results(sends, inPlace);
          byte[][] before = images(recvs);
          Cases.run(
              size,
              count,
              what,
              s -> {
                Buf send = inPlace ? Buf.IN_PLACE : sends[s.rank()].buf();
                steps.scan(s, send, recvs[s.rank()].buf(), kind.op());
              });
          for (int r = 0; r < size; r++) {
            recvs[r].assertHolds(kind.combined(r + 1, count), before[r], what + " rank " + r);
          }
        });
  }

  @Test
  void exscanGivesEachRankTheOperandsBelowItAndLeavesRankZeroAlone() {
    everyAlgorithm(
        Tables.EXSCAN,
        (steps, kind, size, count, inPlace, what) -> {
          Data[] sends = operands(kind, size, count);
          Data[] recvs = results(sends, inPlace);
          byte[][] before = images(recvs);
          Cases.run(
              size,
              count,
              what,
              s -> {
                Buf send = inPlace ? Buf.IN_PLACE : sends[s.rank()].buf();
                steps.exscan(s, send, recvs[s.rank()].buf(), kind.op());
              });
          org.assertj.core.api.Assertions.assertThat(recvs[0].bytes())
              .as(what)
              .isEqualTo(before[0]);
          for (int r = 1; r < size; r++) {
            recvs[r].assertHolds(kind.combined(r, count), before[r], what + " rank " + r);
          }
        });
  }
}
