package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiFile;
import org.purempi.Whence;
import org.purempi.tests.OnRanks;

/**
 * Programs made by a seed, compared with what becomes of the file when one program does all. The
 * seed is a new one each time; an error names it, and {@code -Dseed} sets it.
 */
final class RandomFileCases {
  private static final int FILES = 4;
  private static final int EPOCHS = 5;
  private static final int STEPS = 12;

  /** Etypes in which a filetype has its data. */
  private static final int ROOM = 60;

  private static final byte UNTOUCHED = 0x55;

  private RandomFileCases() {}

  /** How the views of ranks lie to each other. */
  private enum Kind {
    /** No byte is seen by two. */
    APART,
    /** Anyhow. */
    MIXED,
    /** All see the same. */
    SAME
  }

  @OnRanks(
      value = {1, 2, 3, 4},
      seconds = 60)
  static void everyRandomProgramLeavesWhatASequenceWould(Communicator world) throws Exception {
    long[] seed = {Long.getLong("seed", System.nanoTime())};
    world.bcast(seed, 0);
    Folder.with(
        world,
        folder -> {
          try {
            Random random = new Random(seed[0]);
            for (int i = 0; i < FILES; i++) {
              new Program(world, random).run(folder);
            }
          } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed[0] + ", rank " + world.rank(), e);
          }
        });
  }

  /** The same at all ranks: each knows what the others do. */
  private static final class Program {
    private final Communicator world;
    private final Random random;
    private final int ranks;
    private final Model model;
    private final FileView[] views;
    private Kind kind = Kind.SAME;
    private int etypeBytes = 1;
    private int steps;

    Program(Communicator world, Random random) {
      this.world = world;
      this.random = random;
      this.ranks = world.size();
      this.model = new Model(world);
      this.views = new FileView[ranks];
    }

    private <T> T pick(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }

    private Info hints() {
      return Info.of("cb_buffer_size", pick(List.of("64", "4096", "100000")))
          .with("cb_nodes", pick(List.of("1", "2", "4")))
          .with("romio_cb_write", pick(List.of("enable", "automatic")))
          .with("romio_cb_read", pick(List.of("enable", "disable", "automatic")))
          .with("romio_ds_write", pick(List.of("enable", "disable", "automatic")))
          .with("romio_ds_read", pick(List.of("enable", "disable", "automatic")))
          .with("ind_rd_buffer_size", pick(List.of("10", "1000")))
          .with("ind_wr_buffer_size", pick(List.of("10", "1000")));
    }

    void run(Folder folder) throws Exception {
      Info hints = hints();
      MpiFile file = folder.open("a", hints);
      file.setSize(0);
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        makeViews();
        file.setView(views[world.rank()]);
        file.setAtomicity(kind == Kind.APART && random.nextBoolean());
        for (int i = 0; i < STEPS; i++) {
          step(file, hints);
        }
        assertThat(folder.bytes("a")).as("%s by %s", this, hints).isEqualTo(model.bytes());
      }
      file.close(); // not after a failure: the other ranks may be elsewhere
    }

    // ---- views

    private void makeViews() {
      kind = pick(List.of(Kind.values()));
      Datatype etype = pick(List.of(Datatype.BYTE, Datatype.SHORT, Datatype.INT));
      etypeBytes = (int) etype.size();
      int room = ROOM * etypeBytes;
      int disp = random.nextInt(50);
      for (int r = 0; r < ranks; r++) {
        Datatype type = filetype(etype);
        views[r] =
            switch (kind) {
              case APART -> {
                Datatype turn = Datatype.resized(type, 0, (long) ranks * room);
                yield new FileView(disp + (long) r * room, etype, turn);
              }
              case MIXED -> new FileView(random.nextInt(50), etype, type);
              case SAME -> r == 0 ? new FileView(disp, etype, type) : views[0];
            };
      }
    }

    /** Data whose places increase, within the room. */
    private Datatype filetype(Datatype etype) {
      return switch (random.nextInt(5)) {
        case 0 -> Datatype.contiguous(1 + random.nextInt(ROOM), etype);
        case 1 -> Datatype.vector(1 + random.nextInt(9), 1 + random.nextInt(3), 6, etype);
        case 2 ->
            Datatype.subarray(
                new int[] {5, 12},
                new int[] {1 + random.nextInt(4), 1 + random.nextInt(11)},
                new int[] {1, 1},
                ArrayOrder.C,
                etype);
        case 3 -> etype;
        default -> blocks(etype);
      };
    }

    private Datatype blocks(Datatype etype) {
      int n = 1 + random.nextInt(6);
      long[] lengths = new long[n];
      long[] displacements = new long[n];
      long at = 0;
      for (int i = 0; i < n; i++) {
        lengths[i] = random.nextInt(5); // some are empty
        at += 1L * random.nextInt(5) * etypeBytes;
        displacements[i] = at;
        at += lengths[i] * etypeBytes;
      }
      Datatype type = Datatype.hindexed(lengths, displacements, etype);
      return Datatype.resized(type, 0, at + 1 + random.nextInt(4));
    }

    // ---- steps

    private void step(MpiFile file, Info hints) {
      steps++;
      if (random.nextInt(8) == 0) {
        int size = random.nextInt(3000);
        file.setSize(size);
        model.size(size);
      }
      boolean isWrite = random.nextBoolean();
      Way way = pick(List.of(Way.values()));
      while (way.isShared() && kind != Kind.SAME) {
        way = pick(List.of(Way.values()));
      }
      // What ranks write alone, each at its time, must not overlap.
      boolean isByOne = isWrite && !way.isCollective() && !way.isShared() && kind != Kind.APART;
      int one = random.nextInt(ranks);
      int first = random.nextInt(200);
      int[] lengths = new int[ranks];
      int[] offsets = new int[ranks];
      int next = first;
      for (int r = 0; r < ranks; r++) {
        boolean hasNone = views[r].filetype().size() == 0 || (isByOne && r != one);
        int length = random.nextInt(random.nextInt(5) == 0 ? 1500 : 100);
        int offset = random.nextInt(300);
        lengths[r] = hasNone ? 0 : length;
        offsets[r] = way.isShared() ? next : offset;
        next += lengths[r];
      }
      String what =
          "step %d: %s %s, %s by %s"
              .formatted(steps, way, isWrite ? "writes" : "reads", this, hints);
      if (isWrite) {
        write(file, way, first, offsets, lengths, what);
      } else {
        read(file, way, first, offsets, lengths, what);
      }
      world.barrier();
      assertThat(file.getSize()).as(what).isEqualTo(model.size());
      checkEnd(file, what);
      world.barrier();
    }

    private byte[] data(int rank, int n) {
      byte[] data = new byte[n];
      new Random(31L * steps + rank).nextBytes(data);
      return data;
    }

    /** Memory for so many bytes. */
    private Buf memory(int n) {
      byte[] room = new byte[3 * n];
      Arrays.fill(room, UNTOUCHED);
      return switch ((steps + world.rank()) % 3) {
        case 0 -> Buf.of(room, 0, n);
        case 1 -> Buf.of(Arena.ofAuto().allocate(Math.max(1, n)).asSlice(0, n));
        default -> Buf.of(room, 0, n, Datatype.resized(Datatype.BYTE, 0, 3));
      };
    }

    private void write(
        MpiFile file, Way way, int first, int[] offsets, int[] lengths, String what) {
      int me = world.rank();
      int bytes = lengths[me] * etypeBytes;
      Buf memory = memory(bytes);
      world.unpack(Buf.of(data(me, bytes)), 0, memory);
      long moved = way.move(true, world, file, first, offsets[me], memory).bytes();
      assertThat(moved).as(what).isEqualTo(bytes);
      for (int r = 0; r < ranks; r++) {
        model.write(views[r], offsets[r] * etypeBytes, data(r, lengths[r] * etypeBytes));
      }
    }

    private void read(MpiFile file, Way way, int first, int[] offsets, int[] lengths, String what) {
      int me = world.rank();
      int bytes = lengths[me] * etypeBytes;
      Buf memory = memory(bytes);
      byte[] expected = data(me, bytes);
      world.unpack(Buf.of(expected), 0, memory);
      byte[] read = model.read(views[me], offsets[me] * etypeBytes, bytes);
      System.arraycopy(read, 0, expected, 0, read.length); // the rest is left as it was
      long moved = way.move(false, world, file, first, offsets[me], memory).bytes();
      assertThat(moved).as(what).isEqualTo(read.length);
      byte[] got = new byte[bytes];
      world.pack(memory, Buf.of(got), 0);
      assertThat(got).as(what).isEqualTo(expected);
    }

    private void checkEnd(MpiFile file, String what) {
      file.seek(0, Whence.END);
      FileView mine = views[world.rank()];
      int bytes = mine.filetype().size() == 0 ? 0 : model.read(mine, 0, 8000).length;
      if (bytes < 8000) {
        assertThat(file.getPosition()).as(what).isEqualTo((bytes + etypeBytes - 1) / etypeBytes);
      }
    }

    @Override
    public String toString() {
      return kind + " " + IntStream.range(0, ranks).mapToObj(r -> views[r] + "").toList();
    }
  }
}
