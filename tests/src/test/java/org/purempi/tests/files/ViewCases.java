package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.FileMode.CREATE;
import static org.purempi.FileMode.RDONLY;
import static org.purempi.FileMode.RDWR;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Distribution;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiFile;
import org.purempi.StructDatatype;
import org.purempi.tests.OnRanks;

/** Section 14.3: what a view shows. */
final class ViewCases {
  private static final long GIB = 1L << 30;

  private ViewCases() {}

  private static Datatype darray(Distribution how, int darg) {
    return Datatype.darray(
        4,
        1,
        new long[] {7, 9},
        new Distribution[] {how, how},
        new int[] {darg, darg},
        new int[] {2, 2},
        ArrayOrder.C,
        Datatype.SHORT);
  }

  /** Views of every kind of datatype. */
  private static List<FileView> views() {
    Datatype pair = Datatype.contiguous(2, Datatype.INT);
    Datatype record =
        Datatype.struct(
            new StructDatatype.Block(0, 1, Datatype.BYTE),
            new StructDatatype.Block(8, 2, Datatype.DOUBLE),
            new StructDatatype.Block(40, 3, Datatype.BYTE));
    return List.of(
        FileView.BYTES,
        new FileView(7, Datatype.INT),
        new FileView(0, pair),
        new FileView(100, Datatype.INT, Datatype.vector(5, 1, 3, Datatype.INT)),
        new FileView(3, Datatype.INT, Datatype.vector(2, 2, 5, pair)),
        new FileView(0, Datatype.BYTE, Datatype.hvector(4, 3, 7, Datatype.BYTE)),
        new FileView(
            5,
            Datatype.LONG,
            Datatype.indexed(new int[] {2, 0, 1, 3}, new int[] {1, 3, 4, 9}, Datatype.LONG)),
        new FileView(
            0,
            Datatype.BYTE,
            Datatype.hindexed(new long[] {1, 5}, new long[] {2, 11}, Datatype.BYTE)),
        new FileView(
            1, Datatype.SHORT, Datatype.indexedBlock(2, new int[] {0, 3, 9}, Datatype.SHORT)),
        new FileView(
            9,
            Datatype.INT,
            Datatype.subarray(
                new int[] {4, 5, 6},
                new int[] {2, 3, 4},
                new int[] {1, 1, 2},
                ArrayOrder.C,
                Datatype.INT)),
        new FileView(
            0,
            Datatype.INT,
            Datatype.subarray(
                new int[] {6, 5}, new int[] {3, 2}, new int[] {2, 0}, ArrayOrder.FORTRAN, pair)),
        new FileView(0, Datatype.SHORT, darray(Distribution.BLOCK, Distribution.DFLT_DARG)),
        new FileView(11, Datatype.SHORT, darray(Distribution.CYCLIC, 2)),
        new FileView(0, Datatype.BYTE, record),
        new FileView(4, record, record),
        new FileView(0, Datatype.INT, Datatype.resized(Datatype.INT, 0, 12)),
        new FileView(0, Datatype.INT, Datatype.resized(Datatype.INT, -4, 20)),
        new FileView(
            2, Datatype.INT, Datatype.resized(Datatype.vector(2, 1, 3, Datatype.INT), 0, 64).dup()),
        new FileView(0, Datatype.DOUBLE_INT, Datatype.vector(3, 1, 2, Datatype.DOUBLE_INT)));
  }

  @OnRanks({1, 2})
  static void dataLiesWhereTheFiletypeSays(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          for (FileView view : views()) {
            String name = "rank" + world.rank();
            try (MpiFile file = MpiFile.open(world.mpi().self(), folder.at(name), RDWR, CREATE)) {
              file.setSize(0);
              file.setView(view);
              assertThat(file.getView()).isEqualTo(view);
              Model model = new Model(world);
              int etype = (int) view.etype().size();
              write(file, model, view, 3, 50 * etype, etype);
              write(file, model, view, 20, 7 * etype, etype);
              write(file, model, view, 61, etype, etype);
              byte[] got = new byte[100 * etype];
              long read = file.readAt(5, Buf.of(got)).bytes();
              assertThat(Arrays.copyOf(got, (int) read))
                  .as("read by %s", view)
                  .isEqualTo(model.read(view, 5 * etype, got.length));
              assertThat(file.getSize()).isEqualTo(model.size());
              assertThat(Files.readAllBytes(folder.at(name)))
                  .as("written by %s", view)
                  .isEqualTo(model.bytes());
            }
          }
        });
  }

  private static void write(
      MpiFile file, Model model, FileView view, int offset, int bytes, int etype) {
    byte[] data = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      data[i] = (byte) (1 + i % 100 + offset);
    }
    assertThat(file.writeAt(offset, Buf.of(data)).bytes()).isEqualTo(bytes);
    model.write(view, offset * etype, data);
  }

  @OnRanks({1, 2})
  static void filetypesLieOneExtentApart(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            long[] places = {132, 140, 148, 148};
            int[] blocks = {2, 4, 5, 9};
            for (int i = 0; i < blocks.length; i++) {
              Datatype vector = Datatype.vector(blocks[i], 1, 3, Datatype.INT);
              file.setView(new FileView(100, Datatype.INT, vector));
              assertThat(file.getByteOffset(4)).isEqualTo(places[i]);
              assertThat(file.getByteOffset(0)).isEqualTo(100);
            }
            file.setView(new FileView(8, Datatype.LONG));
            assertThat(file.getByteOffset(5L << 32)).isEqualTo(8 + (40L << 32));
            assertThat(file.getTypeExtent(Datatype.LONG)).isEqualTo(8);
            assertThat(file.getTypeExtent(Datatype.DOUBLE_INT)).isEqualTo(16);
            assertThat(file.getTypeExtent(Datatype.vector(2, 1, 3, Datatype.INT))).isEqualTo(16);
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void extentsBeyondFourGibibytesAreKept(Communicator world) throws Exception {
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          Info small = Info.of("cb_buffer_size", "4096").with("romio_cb_read", "enable");
          for (Info hints : List.of(Info.EMPTY, small)) {
            try (MpiFile file = folder.open("a", hints)) {
              Datatype far = Datatype.resized(Datatype.INT, 0, 5 * GIB);
              file.setView(new FileView(4L * rank, Datatype.INT, far));
              assertThat(file.getByteOffset(2)).isEqualTo(10 * GIB + 4L * rank);
              file.writeAt(1, Buf.of(new int[] {rank + 1, rank + 2}));
              file.writeAtAll(2, Buf.of(new int[] {rank + 2, rank + 3}));
              assertThat(file.getSize()).isEqualTo(15 * GIB + 4L * world.size());
              int[] got = new int[3];
              assertThat(file.readAtAll(1, Buf.of(got)).bytes()).isEqualTo(12);
              assertThat(got).containsExactly(rank + 1, rank + 2, rank + 3);
              assertThat(file.readAt(2, Buf.of(got)).bytes()).isEqualTo(8);
              world.barrier();
              file.setSize(0); // before the folder is deleted: some file systems take long
            }
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void aViewMayShowNothing(Communicator world) throws Exception {
    boolean seesNothing = world.rank() > 0 || world.size() == 1;
    Datatype nothing = Datatype.contiguous(0, Datatype.INT);
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2, 3);
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT, seesNothing ? nothing : Datatype.INT));
            int[] data = seesNothing ? new int[0] : new int[] {7, 8};
            assertThat(file.writeAll(Buf.of(data)).bytes()).isEqualTo(4L * data.length);
            assertThat(file.writeAtAll(5, Buf.EMPTY).bytes()).isZero();
            int[] got = new int[data.length];
            assertThat(file.readAtAll(0, Buf.of(got)).bytes()).isEqualTo(4L * data.length);
            assertThat(got).isEqualTo(data);
            file.writeOrdered(Buf.of(data));
            file.setView(new FileView(0, nothing));
            assertThat(file.readAtAll(0, Buf.of(new int[1], 0, 0)).bytes()).isZero();
          }
          assertThat(folder.ints("a"))
              .isEqualTo(world.size() == 1 ? new int[] {1, 2, 3} : new int[] {7, 8, 3});
        });
  }

  @OnRanks({1, 2})
  static void aFileThatIsOnlyReadMayBeSeenTwice(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2, 3, 4, 5);
          try (MpiFile file = folder.open("a", RDONLY)) {
            Datatype two = Datatype.resized(Datatype.contiguous(2, Datatype.INT), 0, 4);
            file.setView(new FileView(4, Datatype.INT, two));
            int[] got = new int[7];
            assertThat(file.readAll(Buf.of(got)).bytes()).isEqualTo(7 * 4);
            assertThat(got).containsExactly(2, 3, 3, 4, 4, 5, 5);
            Datatype same = Datatype.resized(Datatype.INT, 0, 0);
            file.setView(new FileView(8, Datatype.INT, same));
            int[] again = new int[3];
            assertThat(file.readAtAll(1, Buf.of(again)).bytes()).isEqualTo(12);
            assertThat(again).containsExactly(3, 3, 3);
            Datatype twice = Datatype.indexed(new int[] {2, 2}, new int[] {0, 1}, Datatype.INT);
            file.setView(new FileView(0, Datatype.INT, twice));
            int[] fifth = new int[5];
            file.readAt(0, Buf.of(fifth));
            assertThat(fifth).containsExactly(1, 2, 2, 3, 4);
          }
        });
  }
}
