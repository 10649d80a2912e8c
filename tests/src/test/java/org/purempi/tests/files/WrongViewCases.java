package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.FileMode.RDONLY;

import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.MpiFile;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 14.3: views that are refused. */
final class WrongViewCases {
  private WrongViewCases() {}

  private record Wrong(ErrorClass errorClass, FileView view) {
    static Wrong of(ErrorClass errorClass, long disp, Datatype etype, Datatype filetype) {
      return new Wrong(errorClass, new FileView(disp, etype, filetype));
    }
  }

  private static Datatype indexed(int... displacements) {
    return Datatype.indexedBlock(2, displacements, Datatype.INT);
  }

  private static List<Wrong> wrong() {
    Datatype nothing = Datatype.contiguous(0, Datatype.INT);
    return List.of(
        Wrong.of(ErrorClass.ARG, -1, Datatype.INT, Datatype.INT),
        Wrong.of(ErrorClass.ARG, 0, Datatype.INT, Datatype.BYTE),
        Wrong.of(ErrorClass.ARG, 0, Datatype.INT, Datatype.contiguous(3, Datatype.SHORT)),
        Wrong.of(ErrorClass.ARG, 0, nothing, Datatype.INT),
        Wrong.of(
            ErrorClass.ARG,
            100,
            Datatype.INT,
            Datatype.hindexed(new long[] {1, 1}, new long[] {-8, 0}, Datatype.INT)),
        Wrong.of(ErrorClass.ARG, 0, Datatype.INT, Datatype.resized(Datatype.INT, 0, -8)),
        Wrong.of(ErrorClass.TYPE, 0, Datatype.INT, indexed(4, 0)),
        Wrong.of(
            ErrorClass.TYPE,
            0,
            Datatype.INT,
            Datatype.resized(Datatype.vector(2, 1, 9, Datatype.INT), 0, 8)),
        new Wrong(
            ErrorClass.UNSUPPORTED_DATAREP,
            new FileView(0, Datatype.INT, Datatype.INT, "no such name")));
  }

  /** Wrong in files that can be written. */
  private static List<Datatype> overlapping() {
    return List.of(
        indexed(0, 1),
        indexed(0, 0),
        Datatype.resized(Datatype.INT, 0, 2),
        Datatype.resized(Datatype.INT, 0, 0));
  }

  @OnRanks({1, 2, 4})
  static void aWrongViewIsRefusedAtAllRanksAndTheOldOneStays(Communicator world) throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    FileView good = new FileView(4, Datatype.INT);
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            file.setView(good);
            file.writeShared(Buf.of(new int[1]));
            file.write(Buf.of(new int[1]));
            for (Wrong wrong : wrong()) {
              FileView mine = isLast ? wrong.view() : new FileView(0, wrong.view().etype());
              Expect.error(wrong.errorClass(), () -> file.setView(mine), "setView");
              assertThat(file.getView()).isEqualTo(good);
            }
            for (Datatype filetype : overlapping()) {
              FileView mine = new FileView(0, Datatype.INT, isLast ? filetype : Datatype.INT);
              Expect.error(ErrorClass.TYPE, () -> file.setView(mine), "setView");
            }
            assertThat(file.getPosition()).isEqualTo(1);
            assertThat(file.getPositionShared()).isEqualTo(world.size());
          }
          try (MpiFile file = folder.open("a", RDONLY)) {
            for (Datatype filetype : overlapping()) {
              file.setView(new FileView(0, Datatype.INT, filetype));
            }
          }
        });
  }

  @OnRanks({2, 4})
  static void ranksSeeElementsOfOneExtentInOneRepresentation(Communicator world) throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            FileView other = new FileView(0, isLast ? Datatype.INT : Datatype.LONG);
            Expect.error(ErrorClass.NOT_SAME, () -> file.setView(other), "etype");
            String datarep = isLast ? "external32" : "native";
            FileView differing = new FileView(0, Datatype.INT, Datatype.INT, datarep);
            Expect.error(ErrorClass.NOT_SAME, () -> file.setView(differing), "representation");
            assertThat(file.getView()).isEqualTo(FileView.BYTES);
            file.setView(new FileView(0, isLast ? Datatype.INT : Datatype.FLOAT));
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void anAccessIsOfWholeEtypesThatAreSeen(Communicator world) throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2, 3);
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT));
            Buf odd = Buf.of(new byte[6]);
            Buf even = Buf.of(new byte[8]);
            Expect.error(ErrorClass.ARG, () -> file.write(odd), "6 bytes");
            Expect.error(ErrorClass.ARG, () -> file.readAt(0, odd), "6 bytes");
            Expect.error(ErrorClass.ARG, () -> file.iwriteShared(odd), "6 bytes");
            assertThat(file.getPosition()).isZero();
            Expect.error(ErrorClass.ARG, () -> file.writeAll(isLast ? odd : even));
            Expect.error(ErrorClass.ARG, () -> file.readOrdered(isLast ? odd : even));
            assertThat(file.getPositionShared()).isZero();
            file.setView(new FileView(0, Datatype.INT, Datatype.contiguous(0, Datatype.INT)));
            Expect.error(ErrorClass.ARG, () -> file.write(even), "nothing");
            Expect.error(ErrorClass.ARG, () -> file.readAt(0, even), "nothing");
            Expect.error(ErrorClass.ARG, () -> file.writeAtAll(0, isLast ? even : Buf.EMPTY));
            Expect.error(ErrorClass.ARG, () -> file.getByteOffset(-1), "-1");
          }
          assertThat(folder.ints("a")).containsExactly(1, 2, 3);
        });
  }
}
