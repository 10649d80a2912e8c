package org.purempi.tests.grid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.tests.OnRanks;
import org.purempi.tests.datatypes.Layouts;

/** Chapter 6, data that moves: every room, every datatype, every form. */
final class CollectiveGridCases {
  private static final int SHORT = 12;
  private static final int LONG = 2_400;

  private CollectiveGridCases() {}

  /** What a case does in a room with one layout, and another one on the other side. */
  private record Cell(Room room, int n, Layouts layout, Layouts other) {
    static void each(Communicator world, Consumer<Cell> work) {
      Room.inEach(
          world,
          room -> {
            for (int n : room.lengths(SHORT, LONG)) {
              List<Layouts> all = Layouts.of(n);
              for (int i = 0; i < all.size(); i++) {
                work.accept(new Cell(room, n, all.get(i), all.get((i + 3) % all.size())));
              }
            }
          });
    }

    Communicator comm() {
      return room.comm();
    }

    int peers() {
      return room.peers().length;
    }

    /** What a rank of the world sends to another one, or to all. */
    double first(int from, int to) {
      return 100_000 * from + 10_000 * to;
    }

    void check(double[] got, Layouts in, double first) {
      assertThat(Arrays.mismatch(got, in.filled(n, first)))
          .as("%d numbers from %s to %s", n, layout, other)
          .isEqualTo(-1);
    }

    /** Blocks side by side, one of each peer, that begin with what it sends to {@code to}. */
    double[] blocks(java.util.function.IntToDoubleFunction firstOfPeer) {
      double[] all = new double[peers() * n];
      Arrays.setAll(all, i -> firstOfPeer.applyAsDouble(room.peers()[i / n]) + i % n);
      return all;
    }

    void checkBlocks(double[] got, java.util.function.IntToDoubleFunction firstOfPeer) {
      assertThat(Arrays.mismatch(got, blocks(firstOfPeer)))
          .as("%d numbers from %s", n, layout)
          .isEqualTo(-1);
    }
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void bcast(Communicator world) {
    Cell.each(
        world,
        cell -> {
          for (Room.Root root : cell.room.roots()) {
            Layouts mine = root.here() ? cell.layout : cell.other;
            double first = cell.first(root.rank(), 0);
            double[] a = mine.empty();
            Buf buf = mine.in(a);
            cell.room.inEveryForm(
                () -> copy(root.here() ? mine.filled(cell.n, first) : mine.empty(), a),
                () -> cell.comm().bcast(buf, root.argument()),
                () -> cell.comm().ibcast(buf, root.argument()),
                () -> cell.comm().bcastInit(buf, root.argument()),
                () -> {
                  if (root.served()) {
                    cell.check(a, mine, first);
                  }
                });
          }
        });
  }

  private static void copy(double[] from, double[] to) {
    System.arraycopy(from, 0, to, 0, to.length);
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void gather(Communicator world) {
    Cell.each(
        world,
        cell -> {
          for (Room.Root root : cell.room.roots()) {
            Buf out = cell.layout.in(cell.layout.filled(cell.n, cell.first(cell.room.me(), 0)));
            double[] all = new double[cell.peers() * cell.n];
            @Nullable Buf in = root.here() ? Buf.of(all) : null;
            cell.room.inEveryForm(
                () -> Arrays.fill(all, -1),
                () -> cell.comm().gather(out, in, root.argument()),
                () -> cell.comm().igather(out, in, root.argument()),
                () -> cell.comm().gatherInit(out, in, root.argument()),
                () -> {
                  if (root.here()) {
                    cell.checkBlocks(all, from -> cell.first(from, 0));
                  }
                });
          }
        });
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void scatter(Communicator world) {
    Cell.each(
        world,
        cell -> {
          for (Room.Root root : cell.room.roots()) {
            @Nullable Buf out =
                root.here() ? Buf.of(cell.blocks(to -> cell.first(root.rank(), to))) : null;
            double[] got = cell.layout.empty();
            Buf in = cell.layout.in(got);
            cell.room.inEveryForm(
                () -> Arrays.fill(got, -1),
                () -> cell.comm().scatter(out, in, root.argument()),
                () -> cell.comm().iscatter(out, in, root.argument()),
                () -> cell.comm().scatterInit(out, in, root.argument()),
                () -> {
                  if (root.served()) {
                    cell.check(got, cell.layout, cell.first(root.rank(), cell.room.me()));
                  }
                });
          }
        });
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void allgatherv(Communicator world) {
    Cell.each(
        world,
        cell -> {
          Buf out = cell.layout.in(cell.layout.filled(cell.n, cell.first(cell.room.me(), 0)));
          double[] all = new double[cell.peers() * cell.n];
          long[] counts = new long[cell.peers()];
          Arrays.fill(counts, cell.n);
          VBuf in = VBuf.of(Buf.of(all), counts);
          cell.room.inEveryForm(
              () -> Arrays.fill(all, -1),
              () -> cell.comm().allgatherv(out, in),
              () -> cell.comm().iallgatherv(out, in),
              () -> cell.comm().allgathervInit(out, in),
              () -> cell.checkBlocks(all, from -> cell.first(from, 0)));
        });
  }

  @OnRanks({1, 2, 3, 4, 7})
  static void alltoallw(Communicator world) {
    Cell.each(
        world,
        cell -> {
          List<Buf> out = new ArrayList<>();
          List<Buf> in = new ArrayList<>();
          List<double[]> got = new ArrayList<>();
          for (int peer : cell.room.peers()) {
            double first = cell.first(cell.room.me(), peer);
            out.add(cell.layout.in(cell.layout.filled(cell.n, first)));
            got.add(cell.other.empty());
            in.add(cell.other.in(got.getLast()));
          }
          WBuf send = new WBuf(out);
          WBuf receive = new WBuf(in);
          cell.room.inEveryForm(
              () -> got.forEach(a -> Arrays.fill(a, -1)),
              () -> cell.comm().alltoallw(send, receive),
              () -> cell.comm().ialltoallw(send, receive),
              () -> cell.comm().alltoallwInit(send, receive),
              () -> {
                for (int p = 0; p < cell.peers(); p++) {
                  double first = cell.first(cell.room.peers()[p], cell.room.me());
                  cell.check(got.get(p), cell.other, first);
                }
              });
        });
  }
}
