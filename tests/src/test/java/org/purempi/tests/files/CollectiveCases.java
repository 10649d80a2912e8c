package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.FileMode.WRONLY;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiFile;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 14.4: what ranks do together. */
final class CollectiveCases {
  private CollectiveCases() {}

  /** Hints that decide how a collective call is performed, and change nothing of what it does. */
  private static List<Info> hints(int ranks) {
    List<Info> all = new ArrayList<>(List.of(Info.EMPTY));
    for (String together : List.of("enable", "disable", "automatic")) {
      Info one = Info.of("romio_cb_write", together).with("romio_cb_read", together);
      for (String sieving : List.of("enable", "disable", "automatic")) {
        Info both = one.with("romio_ds_write", sieving).with("romio_ds_read", sieving);
        all.add(both.with("cb_buffer_size", "4096").with("ind_wr_buffer_size", "1000"));
        all.add(both.with("cb_nodes", "1"));
      }
    }
    for (int nodes = 1; nodes <= ranks; nodes++) {
      all.add(Info.of("cb_nodes", nodes + "").with("cb_buffer_size", "4096"));
      all.add(Info.of("cb_nodes", nodes + ""));
    }
    all.add(Info.of("cb_config_list", "*:2").with("cb_buffer_size", "100"));
    all.add(Info.of("collective_buffering", "false"));
    return all;
  }

  private static byte[] data(int rank, int seed, int n) {
    byte[] data = new byte[n];
    for (int i = 0; i < n; i++) {
      data[i] = (byte) (i * 7 + rank * 50 + seed);
    }
    return data;
  }

  @OnRanks(
      value = {1, 2, 3, 4},
      seconds = 60)
  static void hintsDecideHowNotWhat(Communicator world) throws Exception {
    int size = world.size();
    int n = 13_000;
    // Blocks of 100 bytes in turn, and 100 that belong to nobody.
    Datatype block = Datatype.contiguous(100, Datatype.BYTE);
    Datatype turn = Datatype.resized(block, 0, 100L * (size + 1));
    List<FileView> views = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      views.add(new FileView(17 + 100L * rank, Datatype.BYTE, turn));
    }
    byte[] before = data(9, 9, 30_000);
    Model model = new Model(world);
    model.write(FileView.BYTES, 0, before);
    for (int rank = 0; rank < size; rank++) {
      model.write(views.get(rank), 10 * rank, data(rank, 0, n + rank));
    }
    FileView mine = views.get(world.rank());
    byte[] own = data(world.rank(), 0, n + world.rank());
    Folder.with(
        world,
        folder -> {
          for (Info hints : hints(size)) {
            folder.make("a", before);
            try (MpiFile file = folder.open("a", hints)) {
              file.setView(mine);
              file.writeAtAll(10L * world.rank(), Buf.of(own));
              assertThat(folder.bytes("a")).as("written with %s", hints).isEqualTo(model.bytes());
              byte[] got = new byte[own.length];
              Status status = file.readAtAll(10L * world.rank(), Buf.of(got));
              assertThat(status.bytes()).as("read with %s", hints).isEqualTo(got.length);
              assertThat(got).as("read with %s", hints).isEqualTo(own);
              // Memory with gaps, and beyond the end of the file.
              byte[] apart = new byte[2 * n];
              Buf second = Buf.of(apart, 0, n, Datatype.resized(Datatype.BYTE, 0, 2));
              long from = n / 2;
              byte[] expected = model.read(mine, (int) from, n);
              assertThat(file.readAtAll(from, second).bytes()).isEqualTo(expected.length);
              byte[] packed = new byte[n];
              world.pack(second, Buf.of(packed), 0);
              assertThat(Arrays.copyOf(packed, expected.length)).isEqualTo(expected);
            }
          }
        });
  }

  @OnRanks({1, 2, 3, 4})
  static void whereRanksOverlapTheHighestWins(Communicator world) throws Exception {
    int n = 20_000;
    int size = world.size();
    Folder.with(
        world,
        folder -> {
          for (String nodes : List.of("1", "2", "4")) {
            Info hints = Info.of("cb_nodes", nodes).with("cb_buffer_size", "4096");
            try (MpiFile file = folder.open("a", hints)) {
              Model model = new Model(world);
              Datatype stripes = Datatype.vector(10, 500, 700, Datatype.BYTE);
              for (int rank = 0; rank < size; rank++) {
                model.write(FileView.BYTES, 1000 * rank, data(rank, 1, n));
              }
              file.setSize(0);
              file.writeAtAll(1000L * world.rank(), Buf.of(data(world.rank(), 1, n)));
              assertThat(folder.bytes("a")).isEqualTo(model.bytes());
              for (int rank = 0; rank < size; rank++) {
                FileView view = new FileView(300L * rank, Datatype.BYTE, stripes);
                model.write(view, 0, data(rank, 2, n - 3000 * rank));
              }
              file.setView(new FileView(300L * world.rank(), Datatype.BYTE, stripes));
              byte[] mine = data(world.rank(), 2, n - 3000 * world.rank());
              file.iwriteAtAll(0, Buf.of(mine)).waitFor();
              assertThat(folder.bytes("a")).isEqualTo(model.bytes());
            }
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void someRanksMayHaveNothingToDo(Communicator world) throws Exception {
    int last = world.size() - 1;
    boolean isLast = world.rank() == last;
    Folder.with(
        world,
        folder -> {
          for (Info hints : List.of(Info.EMPTY, Info.of("romio_cb_write", "enable"))) {
            try (MpiFile file = folder.open("a", hints.with("romio_cb_read", "enable"))) {
              Datatype each = Datatype.resized(Datatype.INT, 0, 4L * world.size());
              file.setView(new FileView(4L * world.rank(), Datatype.INT, each));
              assertThat(file.writeAll(Buf.EMPTY).bytes()).isZero();
              assertThat(file.getSize()).isZero();
              int[] mine = isLast ? Folder.count(5, 100) : new int[0];
              assertThat(file.writeAll(Buf.of(mine)).bytes()).isEqualTo(4L * mine.length);
              int[] got = new int[mine.length];
              assertThat(file.readAtAll(0, Buf.of(got)).bytes()).isEqualTo(4L * mine.length);
              assertThat(got).isEqualTo(mine);
              assertThat(file.readAtAll(1000, Buf.of(new int[1])).bytes()).isZero();
            }
            int[] all = folder.ints("a");
            assertThat(all).hasSize(100 * world.size());
            assertThat(all[last]).isEqualTo(5);
            folder.make("a", new byte[0]);
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void whatIsWrongAtOneRankIsAnErrorAtAll(Communicator world) throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2, 3, 4);
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT));
            int[] two = new int[2];
            Buf good = Buf.of(two);
            Buf readOnly = Buf.of(MemorySegment.ofArray(new int[2]).asReadOnly());
            Arena arena = Arena.ofShared();
            Buf closed = Buf.of(arena.allocate(8));
            arena.close();
            Buf twice =
                Buf.of(two, 0, 1, Datatype.indexed(new int[] {1, 1}, new int[2], Datatype.INT));
            Expect.error(ErrorClass.ARG, () -> file.readAtAll(isLast ? -1 : 0, good));
            Expect.error(ErrorClass.ARG, () -> file.iwriteAtAll(isLast ? -1 : 0, good).waitFor());
            Expect.error(ErrorClass.BUFFER, () -> file.readAll(isLast ? readOnly : good));
            Expect.error(ErrorClass.BUFFER, () -> file.writeAll(isLast ? Buf.IN_PLACE : good));
            Expect.error(ErrorClass.BUFFER, () -> file.writeAtAll(0, isLast ? closed : good));
            Expect.error(ErrorClass.BUFFER, () -> file.readOrdered(isLast ? closed : good));
            Expect.error(ErrorClass.BUFFER, () -> file.iwriteAll(isLast ? closed : good).waitFor());
            Expect.error(ErrorClass.TYPE, () -> file.readAtAll(0, isLast ? twice : good));
            file.writeOrderedBegin(isLast ? Buf.IN_PLACE : good);
            Expect.error(ErrorClass.BUFFER, file::writeOrderedEnd);
            assertThat(file.readAtAll(0, good).bytes()).isEqualTo(8);
            assertThat(two).containsExactly(1, 2);
            file.writeAtAll(2, Buf.of(MemorySegment.ofArray(two).asReadOnly()));
          }
          assertThat(folder.ints("a")).containsExactly(1, 2, 1, 2);
        });
  }

  @OnRanks({1, 2, 4})
  static void callsThatWereBegunArePerformedInTheirOrder(Communicator world) throws Exception {
    int n = 50;
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a", Info.of("romio_cb_write", "enable"))) {
            Datatype each = Datatype.resized(Datatype.INT, 0, 4L * world.size());
            file.setView(new FileView(4L * rank, Datatype.INT, each));
            List<Request<Status>> begun = new ArrayList<>();
            for (int i = 0; i < n; i++) {
              begun.add(file.iwriteAtAll(0, Buf.of(Folder.count(i, 1000))));
              begun.add(file.iwriteAtAll(1000 + i, Buf.of(new int[] {i})));
            }
            file.writeAt(5000, Buf.of(new int[] {rank})); // not in the way
            for (Request<Status> each1 : begun.reversed()) {
              each1.waitFor();
            }
            int[] got = new int[1000 + n];
            Request<Status> reading = file.ireadAtAll(0, Buf.of(got));
            reading.waitFor();
            assertThat(Arrays.copyOf(got, 1000)).isEqualTo(Folder.count(n - 1, 1000));
            assertThat(Arrays.copyOfRange(got, 1000, got.length)).isEqualTo(Folder.count(0, n));
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void aFullDiskIsAnErrorAtEveryRank(Communicator world) {
    Path full = Path.of("/dev/full"); // takes nothing, and says that there is no space
    for (String together : List.of("enable", "disable")) {
      try (MpiFile file = MpiFile.open(world, full, WRONLY)) {
        file.setInfo(Info.of("romio_cb_write", together));
        Datatype each = Datatype.resized(Datatype.INT, 0, 4L * world.size());
        file.setView(new FileView(4L * world.rank(), Datatype.INT, each));
        Buf data = Buf.of(new int[100]);
        Expect.error(ErrorClass.NO_SPACE, () -> file.writeAll(data));
        Expect.error(ErrorClass.NO_SPACE, () -> file.iwriteAll(data).waitFor());
        Expect.error(ErrorClass.NO_SPACE, () -> file.writeOrdered(data));
        Expect.error(ErrorClass.NO_SPACE, () -> file.writeAt(0, data), "/dev/full");
        Expect.error(ErrorClass.NO_SPACE, () -> file.iwrite(data).waitFor(), "/dev/full");
      }
    }
  }
}
