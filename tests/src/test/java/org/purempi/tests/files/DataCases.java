package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
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
import org.purempi.Status;
import org.purempi.StructDatatype;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 14.4: every call that moves data, with every kind of memory. */
final class DataCases {
  private static final int BYTES = 96;
  private static final byte UNTOUCHED = 0x55;

  private DataCases() {}

  /** Memory of every kind, each for 96 bytes of data. */
  private static List<Buf> memories() {
    Arena arena = Arena.ofAuto();
    Datatype gaps =
        Datatype.struct(
            new StructDatatype.Block(0, 1, Datatype.LONG),
            new StructDatatype.Block(12, 1, Datatype.INT));
    Datatype backwards = Datatype.indexed(new int[] {4, 2}, new int[] {5, 0}, Datatype.INT);
    List<Buf> all = new ArrayList<>();
    all.add(Buf.of(new byte[BYTES]));
    all.add(Buf.of(new short[BYTES / 2]));
    all.add(Buf.of(new char[BYTES / 2]));
    all.add(Buf.of(new int[BYTES / 4]));
    all.add(Buf.of(new long[BYTES / 8]));
    all.add(Buf.of(new float[BYTES / 4]));
    all.add(Buf.of(new double[BYTES / 8]));
    all.add(Buf.of(new boolean[BYTES]));
    all.add(Buf.of(new int[BYTES], 7, BYTES / 4));
    all.add(Buf.of(arena.allocate(BYTES), BYTES / 4, Datatype.INT));
    all.add(Buf.of(arena.allocate(BYTES + 5).asSlice(5)));
    all.add(Buf.of(MemorySegment.ofArray(new char[BYTES]).asSlice(2, BYTES)));
    all.add(Buf.of(ByteBuffer.allocateDirect(BYTES)));
    all.add(Buf.of(new int[BYTES], 1, 12, Datatype.vector(2, 1, 2, Datatype.INT)));
    all.add(Buf.of(arena.allocate(2 * BYTES), 8, gaps));
    all.add(Buf.of(new int[2 * BYTES], 3, 4, backwards));
    return all;
  }

  private static byte[] data(Buf buf, int seed) {
    byte[] data = new byte[BYTES];
    boolean isTruth = buf.datatype() == Datatype.BOOLEAN;
    for (int i = 0; i < BYTES; i++) {
      data[i] = (byte) (isTruth ? (i + seed) % 3 % 2 : i * 31 + seed);
    }
    return data;
  }

  private static byte[] packed(Communicator world, Buf buf) {
    byte[] packed = new byte[(int) buf.bytes()];
    world.pack(buf, Buf.of(packed), 0);
    return packed;
  }

  @OnRanks(
      value = {1, 2, 4},
      seconds = 60)
  static void everyCallMovesEveryKindOfMemory(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            Datatype two = Datatype.resized(Datatype.contiguous(2, Datatype.INT), 0, 20);
            for (FileView view :
                List.of(new FileView(3, Datatype.INT), new FileView(8, Datatype.INT, two))) {
              file.setView(view);
              for (Way way : Way.values()) {
                everyKind(world, folder, file, way, view);
              }
            }
          }
        });
  }

  private static void everyKind(
      Communicator world, Folder folder, MpiFile file, Way way, FileView view) throws Exception {
    int etypes = BYTES / 4;
    List<Buf> from = memories();
    List<Buf> to = memories();
    Model model = new Model(world);
    file.setSize(0);
    for (int i = 0; i < from.size(); i++) {
      int first = i * etypes * world.size();
      for (int rank = 0; rank < world.size(); rank++) {
        model.write(view, 4 * (first + rank * etypes), data(from.get(i), rank + i));
      }
      world.unpack(Buf.of(data(from.get(i), world.rank() + i)), 0, from.get(i));
      Status status = way.write(world, file, first, etypes, from.get(i));
      assertThat(status.bytes()).isEqualTo(BYTES);
      assertThat(status.cancelled()).isFalse();
    }
    assertThat(folder.bytes("a")).as("%s by %s", way, view).isEqualTo(model.bytes());
    for (int i = 0; i < to.size(); i++) {
      int first = i * etypes * world.size();
      assertThat(way.read(world, file, first, etypes, to.get(i)).bytes()).isEqualTo(BYTES);
      assertThat(packed(world, to.get(i)))
          .as("%s into %s by %s", way, to.get(i), view)
          .isEqualTo(data(to.get(i), world.rank() + i));
    }
  }

  @OnRanks({1, 2})
  static void memoryOfOneThreadIsForCallsThatThisThreadPerforms(Communicator world)
      throws Exception {
    Folder.with(
        world,
        folder -> {
          try (Arena arena = Arena.ofConfined();
              MpiFile file = folder.open("a")) {
            MemorySegment memory = arena.allocate(BYTES);
            for (Way way : Way.values()) {
              memory.fill((byte) way.name().hashCode());
              if (way.returnsAtOnce() && way.isCollective()) {
                Expect.error(
                    ErrorClass.BUFFER, () -> way.write(world, file, 0, BYTES, Buf.of(memory)));
                continue;
              }
              way.write(world, file, 0, BYTES, Buf.of(memory));
              memory.fill((byte) 0);
              assertThat(way.read(world, file, 0, BYTES, Buf.of(memory)).bytes()).isEqualTo(BYTES);
              assertThat(packed(world, Buf.of(memory))).containsOnly(way.name().hashCode());
            }
          }
        });
  }

  /** Ways to read that give the same. */
  private static List<Info> readHints() {
    Info enable = Info.of("romio_ds_read", "enable");
    return List.of(
        Info.EMPTY,
        enable,
        Info.of("romio_ds_read", "disable"),
        enable.with("ind_rd_buffer_size", "10"),
        Info.of("romio_cb_read", "enable"),
        Info.of("romio_cb_read", "enable").with("cb_nodes", "2"),
        Info.of("romio_cb_read", "disable"));
  }

  @OnRanks({1, 2, 4})
  static void aReadThatMeetsTheEndOfTheFileSaysHowMuchItHasRead(Communicator world)
      throws Exception {
    int fileBytes = 157; // within a number
    byte[] content = new byte[fileBytes];
    for (int i = 0; i < fileBytes; i++) {
      content[i] = (byte) (i + 1);
    }
    Datatype two = Datatype.resized(Datatype.contiguous(2, Datatype.INT), 0, 20);
    List<FileView> views =
        List.of(
            new FileView(1, Datatype.INT),
            new FileView(2, Datatype.INT, two),
            new FileView(1000, Datatype.INT));
    Folder.with(
        world,
        folder -> {
          folder.make("a", content);
          for (Info hints : readHints()) {
            try (MpiFile file = folder.open("a", hints)) {
              for (FileView view : views) {
                file.setView(view);
                Model model = new Model(world);
                model.write(FileView.BYTES, 0, content);
                for (Way way : Way.values()) {
                  shortRead(world, file, way, view, model, 30);
                  shortRead(world, file, way, view, model, 9);
                }
              }
            }
          }
        });
  }

  private static void shortRead(
      Communicator world, MpiFile file, Way way, FileView view, Model model, int etypes) {
    byte[] expected = model.read(view, 4 * world.rank() * etypes, 4 * etypes);
    byte[] dense = new byte[4 * etypes];
    Arrays.fill(dense, UNTOUCHED);
    assertThat(way.read(world, file, 0, etypes, Buf.of(dense)).bytes())
        .as("%s by %s", way, view)
        .isEqualTo(expected.length);
    byte[] whole = new byte[4 * etypes];
    Arrays.fill(whole, UNTOUCHED);
    System.arraycopy(expected, 0, whole, 0, expected.length);
    assertThat(dense).as("%s by %s", way, view).isEqualTo(whole);
    // The same into every second number.
    byte[] apart = new byte[8 * etypes];
    Arrays.fill(apart, UNTOUCHED);
    Buf numbers = Buf.of(apart, 0, etypes, Datatype.resized(Datatype.INT, 0, 8));
    assertThat(way.read(world, file, 0, etypes, numbers).bytes()).isEqualTo(expected.length);
    byte[] scattered = new byte[8 * etypes];
    Arrays.fill(scattered, UNTOUCHED);
    for (int i = 0; i < expected.length; i++) {
      scattered[i / 4 * 8 + i % 4] = expected[i];
    }
    assertThat(apart).as("%s with gaps by %s", way, view).isEqualTo(scattered);
  }

  @OnRanks({1, 2})
  static void aCountIsUndefinedWhereAReadEndsWithinAnElement(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", new byte[6]);
          try (MpiFile file = folder.open("a")) {
            Status status = file.readAtAll(0, Buf.of(new int[4]));
            assertThat(status.count(Datatype.INT)).isEqualTo(org.purempi.Mpi.UNDEFINED);
            assertThat(status.count(Datatype.BYTE)).isEqualTo(6);
            assertThat(status.elements(Datatype.INT)).isEqualTo(org.purempi.Mpi.UNDEFINED);
            assertThat(file.readAt(2, Buf.of(new int[4])).count(Datatype.INT)).isEqualTo(1);
            assertThat(file.readAt(6, Buf.of(new int[4])).count(Datatype.INT)).isZero();
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void aRequestOfAFileCannotBeCancelled(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", Folder.count(0, 1000));
          try (MpiFile file = folder.open("a")) {
            int[] got = new int[1000];
            var one = file.ireadAt(0, Buf.of(got));
            one.cancel();
            Status status = one.waitFor();
            assertThat(status.cancelled()).isFalse();
            assertThat(status.bytes()).isEqualTo(4000);
            assertThat(got).isEqualTo(Folder.count(0, 1000));
            var all = file.ireadAtAll(0, Buf.of(new int[1000]));
            all.cancel();
            while (all.test().isEmpty()) {
              Thread.onSpinWait();
            }
          }
        });
  }
}
