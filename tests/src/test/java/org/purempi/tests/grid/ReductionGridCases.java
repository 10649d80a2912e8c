package org.purempi.tests.grid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.tests.OnRanks;

/** Chapter 6, data that is combined: every room, every kind of number, every form. */
final class ReductionGridCases {
  private static final int SHORT = 1;
  private static final int LONG = 900;

  private ReductionGridCases() {}

  /** Arrays of one kind of number, from whole numbers and back. */
  private record Numbers(String name, Function<long[], Buf> make, Function<Buf, long[]> read) {}

  private static final List<Numbers> KINDS =
      List.of(
          new Numbers(
              "byte",
              v -> {
                byte[] a = new byte[v.length];
                for (int i = 0; i < a.length; i++) {
                  a[i] = (byte) v[i];
                }
                return Buf.of(a, 0, (long) a.length, Datatype.INT8_T);
              },
              b -> read(b, i -> ((byte[]) b.base())[i])),
          new Numbers(
              "short",
              v -> {
                short[] a = new short[v.length];
                for (int i = 0; i < a.length; i++) {
                  a[i] = (short) v[i];
                }
                return Buf.of(a);
              },
              b -> read(b, i -> ((short[]) b.base())[i])),
          new Numbers(
              "int",
              v -> Buf.of(Arrays.stream(v).mapToInt(x -> (int) x).toArray()),
              b -> read(b, i -> ((int[]) b.base())[i])),
          new Numbers("long", v -> Buf.of(v.clone()), b -> read(b, i -> ((long[]) b.base())[i])),
          new Numbers(
              "float",
              v -> {
                float[] a = new float[v.length];
                for (int i = 0; i < a.length; i++) {
                  a[i] = v[i];
                }
                return Buf.of(a);
              },
              b -> read(b, i -> (long) ((float[]) b.base())[i])),
          new Numbers(
              "double",
              v -> Buf.of(Arrays.stream(v).asDoubleStream().toArray()),
              b -> read(b, i -> (long) ((double[]) b.base())[i])));

  private static long[] read(Buf buf, IntToLongFunction element) {
    long[] values = new long[(int) buf.count()];
    Arrays.setAll(values, element);
    return values;
  }

  /** What a rank of the world contributes: small, so that sums of seven fit a byte. */
  private static long[] of(int rank, int length) {
    long[] values = new long[length];
    Arrays.setAll(values, i -> (rank + 1L) * (1 + i % 3));
    return values;
  }

  private static long[] combined(int[] ranks, int length, boolean sum) {
    long[] result = new long[length];
    for (int rank : ranks) {
      long[] values = of(rank, length);
      Arrays.setAll(result, i -> sum ? result[i] + values[i] : Math.max(result[i], values[i]));
    }
    return result;
  }

  /** A case in a room with one kind of numbers, one length and one operator. */
  private record Cell(Room room, Numbers kind, int length, boolean sum) {
    static void each(Communicator world, java.util.function.Consumer<Cell> work) {
      Room.inEach(
          world,
          room -> {
            for (Numbers kind : KINDS) {
              for (int length : room.lengths(SHORT, LONG)) {
                work.accept(new Cell(room, kind, length, true));
                work.accept(new Cell(room, kind, length, false));
              }
            }
          });
    }

    Communicator comm() {
      return room.comm();
    }

    Op op() {
      return sum ? Op.SUM : Op.MAX;
    }

    Buf mine() {
      return kind.make.apply(of(room.me(), length));
    }

    /** A buffer that a result has still to come into. */
    Buf empty() {
      return kind.make.apply(new long[length]);
    }

    private static void clear(Buf buf) {
      switch (buf.base()) {
        case byte[] a -> Arrays.fill(a, (byte) 0);
        case short[] a -> Arrays.fill(a, (short) 0);
        case int[] a -> Arrays.fill(a, 0);
        case long[] a -> Arrays.fill(a, 0);
        case float[] a -> Arrays.fill(a, 0);
        case double[] a -> Arrays.fill(a, 0);
        default -> throw new IllegalStateException(buf.base().getClass().getName());
      }
    }

    /** Looks at a result and clears it for the next form. */
    void check(Buf result, int... ranks) {
      assertThat(kind.read.apply(result))
          .as("%d × %s, %s", length, kind.name, op())
          .isEqualTo(combined(ranks, length, sum));
      clear(result);
    }

    /** The ranks of the world that are this communicator's first {@code count}. */
    int[] first(int count) {
      return Arrays.copyOf(room.peers(), count);
    }
  }

  private static void nothing() {}

  @OnRanks({1, 2, 3, 4, 7})
  static void allreduce(Communicator world) {
    Cell.each(
        world,
        cell -> {
          Buf in = cell.mine();
          Buf out = cell.empty();
          cell.room.inEveryForm(
              ReductionGridCases::nothing,
              () -> cell.comm().allreduce(in, out, cell.op()),
              () -> cell.comm().iallreduce(in, out, cell.op()),
              () -> cell.comm().allreduceInit(in, out, cell.op()),
              () -> cell.check(out, cell.room.peers()));
        });
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void reduce(Communicator world) {
    Cell.each(
        world,
        cell -> {
          Buf in = cell.mine();
          for (Room.Root root : cell.room.roots()) {
            @Nullable Buf out = root.here() ? cell.empty() : null;
            cell.room.inEveryForm(
                ReductionGridCases::nothing,
                () -> cell.comm().reduce(in, out, cell.op(), root.argument()),
                () -> cell.comm().ireduce(in, out, cell.op(), root.argument()),
                () -> cell.comm().reduceInit(in, out, cell.op(), root.argument()),
                () -> {
                  if (out != null) {
                    cell.check(out, cell.room.peers());
                  }
                });
          }
        });
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void scans(Communicator world) {
    Cell.each(
        world,
        cell -> {
          if (cell.room.isBridge()) {
            return;
          }
          int rank = cell.comm().rank();
          Buf in = cell.mine();
          Buf out = cell.empty();
          cell.room.inEveryForm(
              ReductionGridCases::nothing,
              () -> cell.comm().scan(in, out, cell.op()),
              () -> cell.comm().iscan(in, out, cell.op()),
              () -> cell.comm().scanInit(in, out, cell.op()),
              () -> cell.check(out, cell.first(rank + 1)));
          Buf below = cell.empty();
          cell.room.inEveryForm(
              ReductionGridCases::nothing,
              () -> cell.comm().exscan(in, below, cell.op()),
              () -> cell.comm().iexscan(in, below, cell.op()),
              () -> cell.comm().exscanInit(in, below, cell.op()),
              () -> cell.check(below, cell.first(rank)));
        });
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void reduceScatterBlock(Communicator world) {
    Cell.each(
        world,
        cell -> {
          if (cell.room.isBridge()) {
            return; // two groups of different sizes cannot have equal blocks
          }
          int n = cell.comm().size();
          long[] mine = of(cell.room.me(), cell.length);
          long[] blocks = new long[n * cell.length];
          Arrays.setAll(blocks, i -> mine[i % cell.length]);
          Buf in = cell.kind.make.apply(blocks);
          Buf out = cell.empty();
          cell.room.inEveryForm(
              ReductionGridCases::nothing,
              () -> cell.comm().reduceScatterBlock(in, out, cell.op()),
              () -> cell.comm().ireduceScatterBlock(in, out, cell.op()),
              () -> cell.comm().reduceScatterBlockInit(in, out, cell.op()),
              () -> cell.check(out, cell.room.peers()));
        });
  }
}
