package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.FileMode.APPEND;
import static org.purempi.FileMode.CREATE;
import static org.purempi.FileMode.EXCL;
import static org.purempi.FileMode.RDONLY;
import static org.purempi.FileMode.RDWR;
import static org.purempi.FileMode.SEQUENTIAL;
import static org.purempi.FileMode.UNIQUE_OPEN;
import static org.purempi.FileMode.WRONLY;

import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Comparison;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.Intercommunicator;
import org.purempi.MpiFile;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Sections 14.2.1 and 14.2.3: files are opened and deleted. */
final class OpenCases {
  private OpenCases() {}

  @OnRanks({1, 2, 4})
  static void everyRankHearsWhyAFileCannotBeOpened(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("file", (byte) 1);
          for (FileMode mode : List.of(RDONLY, WRONLY, RDWR)) {
            Expect.error(ErrorClass.NO_SUCH_FILE, () -> folder.open("none", mode), "open", "none");
            Expect.error(ErrorClass.NO_SUCH_FILE, () -> open(world, "", mode));
            Expect.error(ErrorClass.BAD_FILE, () -> folder.open(".", mode));
            Expect.error(ErrorClass.BAD_FILE, () -> folder.open("file/below", mode));
          }
          Expect.error(ErrorClass.NO_SUCH_FILE, () -> folder.open("no/folder"));
          Expect.error(ErrorClass.FILE_EXISTS, () -> folder.open("file", RDWR, CREATE, EXCL));
          Expect.error(ErrorClass.BAD_FILE, () -> folder.open("n".repeat(300)));
          Expect.error(ErrorClass.BAD_FILE, () -> open(world, folder.name("a") + "\0b", RDWR));
          assertThat(folder.names()).containsExactly("file");
          world.barrier();
          try (MpiFile file = folder.open("new", RDWR, CREATE, EXCL)) {
            assertThat(file.getSize()).isZero();
          }
          folder.open("new", RDWR, EXCL).close(); // means nothing without CREATE
          folder.open("new", RDWR, UNIQUE_OPEN).close();
        });
  }

  private static MpiFile open(Communicator comm, String name, FileMode... modes) {
    return MpiFile.open(comm, name, Set.of(modes), Info.EMPTY);
  }

  @OnRanks({1, 2, 4})
  static void modesThatDoNotGoTogetherAreRefused(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          for (List<FileMode> wrong :
              List.of(
                  List.<FileMode>of(),
                  List.of(CREATE),
                  List.of(RDONLY, WRONLY),
                  List.of(RDWR, WRONLY),
                  List.of(RDONLY, RDWR, WRONLY),
                  List.of(RDONLY, CREATE),
                  List.of(RDONLY, EXCL),
                  List.of(RDWR, SEQUENTIAL, CREATE))) {
            FileMode[] modes = wrong.toArray(FileMode[]::new);
            Expect.error(ErrorClass.AMODE, () -> folder.open("a", modes), "open");
          }
          assertThat(folder.names()).isEmpty();
        });
  }

  @OnRanks({2, 3, 4})
  static void allRanksMustOpenAFileInTheSameWay(Communicator world) throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    Folder.with(
        world,
        folder -> {
          folder.make("file", (byte) 1);
          Expect.error(ErrorClass.NOT_SAME, () -> folder.open("file", isLast ? RDONLY : RDWR));
          Expect.error(
              ErrorClass.AMODE,
              () -> folder.open("new", isLast ? new FileMode[] {CREATE} : modes(CREATE, RDWR)));
          Info wrong = isLast ? Info.of("cb_nodes", "many") : Info.EMPTY;
          Expect.error(ErrorClass.INFO_VALUE, () -> folder.open("new", wrong));
          assertThat(folder.names()).containsExactly("file");
          String own = isLast ? folder.name("none") : folder.name("file");
          Expect.error(ErrorClass.NO_SUCH_FILE, () -> open(world, own, RDONLY));
        });
  }

  private static FileMode[] modes(FileMode... modes) {
    return modes;
  }

  @OnRanks({2, 4})
  static void aFileIsOpenedOverRanksOfOneGroup(Communicator world) throws Exception {
    Communicator side = Objects.requireNonNull(world.split(world.rank() % 2, 0));
    Intercommunicator inter = side.intercommCreate(0, world, 1 - world.rank() % 2, 17);
    Folder.with(
        world,
        folder -> {
          Expect.error(ErrorClass.COMM, () -> open(inter, folder.name("a"), RDWR, CREATE));
          assertThat(folder.names()).isEmpty();
        });
    inter.close();
    side.close();
  }

  @OnRanks({1, 2, 4})
  static void aFileSaysWhatItIs(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a", WRONLY, CREATE)) {
            assertThat(file.getAmode()).containsExactlyInAnyOrder(WRONLY, CREATE);
            assertThat(file.rank()).isEqualTo(world.rank());
            assertThat(file.size()).isEqualTo(world.size());
            assertThat(file.group().compare(world.group())).isEqualTo(Comparison.IDENT);
            assertThat(file.mpi()).isSameAs(world.mpi());
            assertThat(file.getView()).isEqualTo(FileView.BYTES);
            assertThat(file.getAtomicity()).isFalse();
            assertThat(file.getPosition()).isZero();
            assertThat(file.getPositionShared()).isZero();
            assertThat(file.toString()).contains(folder.name("a"));
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void pointersOfAnAppendedFileBeginAtItsEnd(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2, 3);
          try (MpiFile file = folder.open("a", RDWR, APPEND)) {
            assertThat(file.getPosition()).isEqualTo(12);
            assertThat(file.getPositionShared()).isEqualTo(12);
            file.writeOrdered(Buf.of(new int[] {10 + world.rank()}));
            file.setView(new FileView(0, Datatype.INT));
            assertThat(file.getPosition()).isZero();
            assertThat(file.getPositionShared()).isZero();
          }
          int[] all = folder.ints("a");
          assertThat(all).hasSize(3 + world.size()).startsWith(1, 2, 3);
          assertThat(all[3 + world.rank()]).isEqualTo(10 + world.rank());
        });
  }

  @OnRanks({1, 2})
  static void onlyThePrefixOfAFileSystemIsNoPartOfAName(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          for (String name : List.of("a:b", "ufs:c", "x:y/z:")) {
            if (world.rank() == 0) {
              Files.createDirectories(Objects.requireNonNull(folder.at(name).getParent()));
            }
            world.barrier();
            folder.open(name).close();
            assertThat(folder.at(name)).exists();
          }
          for (String prefix : List.of("ufs:", "nfs:")) {
            open(world, prefix + folder.name("a:b"), RDONLY).close();
          }
          Expect.error(
              ErrorClass.NO_SUCH_FILE, () -> open(world, "xfs:" + folder.name("a:b"), RDONLY));
          world.barrier();
          if (world.rank() == 0) {
            MpiFile.delete(world.mpi(), "nfs:" + folder.name("a:b"));
          }
          world.barrier();
          assertThat(folder.names()).containsExactly("ufs:c", "x:y");
        });
  }

  @OnRanks({1, 2})
  static void aFileIsDeletedWhetherItIsOpenOrNot(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", 1, 2);
          Expect.error(
              ErrorClass.NO_SUCH_FILE,
              () -> MpiFile.delete(world.mpi(), folder.name("none")),
              "delete",
              "none");
          Expect.error(
              ErrorClass.BAD_FILE, () -> MpiFile.delete(world.mpi(), folder.name(".")), "delete");
          try (MpiFile file = folder.open("a", RDWR)) {
            if (world.rank() == 0) {
              MpiFile.delete(world.mpi(), folder.name("a"));
            }
            world.barrier();
            assertThat(folder.names()).isEmpty();
            int[] got = new int[2];
            assertThat(file.readAtAll(0, Buf.of(got)).bytes()).isEqualTo(8);
            assertThat(got).containsExactly(1, 2);
          }
          assertThat(folder.names()).isEmpty();
        });
  }

  @OnRanks({1, 2, 4})
  static void eachHandleOfAFileHasItsOwnViewAndPointers(Communicator world) throws Exception {
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          try (MpiFile shared = folder.open("a")) {
            MpiFile own = MpiFile.open(world.mpi().self(), folder.at("a"), RDWR);
            shared.setView(new FileView(0, Datatype.INT));
            own.setView(new FileView(8L * rank, Datatype.LONG));
            shared.setAtomicity(true);
            assertThat(own.getAtomicity()).isFalse();
            own.write(Buf.of(new long[] {rank + 1L}));
            assertThat(own.getPosition()).isEqualTo(1);
            assertThat(shared.getPosition()).isZero();
            own.sync();
            shared.sync();
            world.barrier();
            shared.sync();
            int[] got = new int[2 * world.size()];
            shared.readAll(Buf.of(got));
            for (int r = 0; r < world.size(); r++) {
              assertThat(got[2 * r] + got[2 * r + 1]).isEqualTo(r + 1);
            }
            assertThat(shared.getPosition()).isEqualTo(got.length);
            own.writeShared(Buf.of(new long[] {7}));
            assertThat(own.getPositionShared()).isEqualTo(1);
            assertThat(shared.getPositionShared()).isZero();
            own.close();
          }
        });
  }
}
