package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.FileMode.RDONLY;
import static org.purempi.FileMode.WRONLY;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.MpiFile;
import org.purempi.Whence;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Sections 14.2.4 to 14.2.6: how long a file is. */
final class SizeCases {
  private SizeCases() {}

  @OnRanks({1, 2, 4})
  static void aFileIsCutAndMadeLongerByZeros(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2, 3);
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT));
            file.seek(3, Whence.SET);
            file.seekShared(2, Whence.SET);
            file.setSize(6);
            assertThat(file.getSize()).isEqualTo(6);
            file.setSize(20);
            assertThat(file.getSize()).isEqualTo(20);
            assertThat(file.getPosition()).isEqualTo(3);
            assertThat(file.getPositionShared()).isEqualTo(2);
            file.setSize(5L << 32); // takes no room on the disk
            assertThat(file.getSize()).isEqualTo(5L << 32);
            file.setSize(20);
          }
          assertThat(folder.ints("a")).containsExactly(1, 2 & 0xffff, 0, 0, 0);
        });
  }

  @OnRanks({1, 2, 4})
  static void preallocatingMakesAFileLongerButNeverShorter(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2);
          try (MpiFile file = folder.open("a")) {
            file.preallocate(4);
            assertThat(file.getSize()).isEqualTo(8);
            file.preallocate(100_000);
            assertThat(file.getSize()).isEqualTo(100_000);
            file.preallocate(0);
          }
          assertThat(folder.ints("a")).hasSize(25_000).startsWith(1, 2, 0, 0).endsWith(0);
        });
  }

  @OnRanks({1, 2, 4})
  static void whatOneRankAsksForMustBeWhatAllAskFor(Communicator world) throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2);
          try (MpiFile file = folder.open("a")) {
            Expect.error(ErrorClass.ARG, () -> file.setSize(isLast ? -1 : 4), "setSize");
            Expect.error(ErrorClass.ARG, () -> file.preallocate(isLast ? -1 : 16), "preallocate");
            if (world.size() > 1) {
              long mine = isLast ? 12 : 4;
              Expect.error(ErrorClass.NOT_SAME, () -> file.setSize(mine));
              Expect.error(ErrorClass.NOT_SAME, () -> file.preallocate(mine));
              Expect.error(ErrorClass.NOT_SAME, () -> file.seekShared(mine, Whence.SET));
              Expect.error(
                  ErrorClass.NOT_SAME, () -> file.seekShared(0, isLast ? Whence.SET : Whence.END));
              Expect.error(ErrorClass.NOT_SAME, () -> file.setAtomicity(isLast));
            }
            assertThat(file.getSize()).isEqualTo(8);
            assertThat(file.getPositionShared()).isZero();
            assertThat(file.getAtomicity()).isFalse();
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void aFileThatIsOnlyReadIsNotChanged(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2);
          Buf one = Buf.of(new int[1]);
          try (MpiFile file = folder.open("a", RDONLY)) {
            Expect.error(ErrorClass.READ_ONLY, () -> file.setSize(0));
            Expect.error(ErrorClass.READ_ONLY, () -> file.preallocate(100));
            Expect.error(ErrorClass.READ_ONLY, () -> file.write(one));
            Expect.error(ErrorClass.READ_ONLY, () -> file.writeAt(0, one));
            Expect.error(ErrorClass.READ_ONLY, () -> file.writeAll(one));
            Expect.error(ErrorClass.READ_ONLY, () -> file.writeShared(one));
            Expect.error(ErrorClass.READ_ONLY, () -> file.writeOrdered(one));
            Expect.error(ErrorClass.READ_ONLY, () -> file.iwriteAt(0, one));
            assertThat(file.getPosition()).isZero();
            assertThat(file.getPositionShared()).isZero();
            file.sync();
          }
          assertThat(folder.ints("a")).containsExactly(1, 2);
          try (MpiFile file = folder.open("a", WRONLY)) {
            Expect.error(ErrorClass.ACCESS, () -> file.read(one));
            Expect.error(ErrorClass.ACCESS, () -> file.readAtAll(0, one));
            Expect.error(ErrorClass.ACCESS, () -> file.ireadShared(one));
            Expect.error(ErrorClass.ACCESS, () -> file.readOrdered(one));
            file.setSize(4);
            file.sync();
          }
          assertThat(folder.ints("a")).containsExactly(1);
        });
  }
}
