package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.FileMode.CREATE;
import static org.purempi.FileMode.DELETE_ON_CLOSE;
import static org.purempi.FileMode.EXCL;
import static org.purempi.FileMode.RDONLY;
import static org.purempi.FileMode.RDWR;
import static org.purempi.FileMode.WRONLY;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.MpiFile;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Whence;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 14.2.2: what is left when a file has been closed. */
final class CloseCases {
  private static final int MANY = 300;

  private CloseCases() {}

  @OnRanks({1, 2, 4})
  static void aFileToBeDeletedIsThereUntilItIsClosed(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          MpiFile file = folder.open("a", RDWR, CREATE, DELETE_ON_CLOSE);
          file.writeAtAll(0, Buf.of(new int[] {1}));
          assertThat(folder.names()).containsExactly("a");
          file.close();
          assertThat(folder.names()).isEmpty();
        });
  }

  @OnRanks({1, 2, 4})
  static void closeFinishesWhatWasBegun(Communicator world) throws Exception {
    int n = 1 << 18;
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          MpiFile file = folder.open("a");
          file.setView(new FileView(0, Datatype.INT));
          Request<Status> own = file.iwriteAt((long) rank * n, Buf.of(Folder.count(rank * n, n)));
          int all = world.size() * n;
          Request<Status> together =
              file.iwriteAtAll(all + (long) rank * n, Buf.of(Folder.count(all + rank * n, n)));
          file.writeAtAllBegin(2L * all + rank, Buf.of(new int[] {2 * all + rank}));
          file.close();
          assertThat(own.waitFor().bytes()).isEqualTo(4L * n);
          assertThat(together.waitFor().bytes()).isEqualTo(4L * n);
          assertThat(folder.ints("a")).isEqualTo(Folder.count(0, 2 * all + world.size()));
        });
  }

  @OnRanks({1, 2, 4})
  static void whatWasBegunAndFailsIsToldByItsRequestNotByClose(Communicator world) {
    MpiFile file = MpiFile.open(world, Path.of("/dev/full"), WRONLY); // has no space, ever
    Request<Status> own = file.iwriteAt(0, Buf.of(new int[100]));
    Request<Status> together = file.iwriteAtAll(0, Buf.of(new int[100]));
    file.close();
    Expect.error(ErrorClass.NO_SPACE, own::waitFor, "/dev/full");
    Expect.error(ErrorClass.NO_SPACE, together::waitFor, "/dev/full");
  }

  @OnRanks({1, 2})
  static void aClosedFileCannotBeUsed(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          MpiFile file = folder.open("a");
          file.close();
          file.close(); // a second close does nothing
          Buf one = Buf.of(new byte[1]);
          for (Runnable call :
              List.<Runnable>of(
                  () -> file.readAt(0, one),
                  () -> file.readAtAll(0, one),
                  () -> file.iwriteAt(0, one),
                  () -> file.iwriteAtAll(0, one),
                  () -> file.write(one),
                  () -> file.readAll(one),
                  () -> file.iread(one),
                  () -> file.iwriteAll(one),
                  () -> file.writeShared(one),
                  () -> file.ireadShared(one),
                  () -> file.writeOrdered(one),
                  () -> file.readAllBegin(one),
                  file::readAllEnd,
                  () -> file.writeOrderedBegin(one),
                  file::writeOrderedEnd,
                  file::getSize,
                  () -> file.setSize(0),
                  () -> file.preallocate(0),
                  file::getInfo,
                  () -> file.setInfo(Info.EMPTY),
                  () -> file.setView(FileView.BYTES),
                  file::getView,
                  () -> file.seek(0, Whence.SET),
                  file::getPosition,
                  () -> file.seekShared(0, Whence.SET),
                  file::getPositionShared,
                  () -> file.getByteOffset(0),
                  () -> file.getTypeExtent(Datatype.INT),
                  () -> file.setAtomicity(true),
                  file::getAtomicity,
                  file::sync)) {
            Expect.error(ErrorClass.FILE, call::run, "closed");
          }
        });
  }

  @OnRanks({1, 2, 3})
  static void noDescriptorIsLeftBehind(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          for (int i = 0; i < MANY; i++) {
            try (MpiFile file = folder.open("a")) {
              file.writeShared(Buf.of(new byte[1]));
            }
            Expect.error(ErrorClass.FILE_EXISTS, () -> folder.open("a", RDWR, CREATE, EXCL));
          }
          world.barrier();
          assertThat(openFiles(folder.at("a"))).isZero();
        });
  }

  private static long openFiles(Path file) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(p -> target(p).equals(file + "")).count();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor) + "";
    } catch (IOException e) {
      return ""; // it has been closed meanwhile
    }
  }

  @OnRanks({1, 2, 4})
  static void aFileIsReplacedAsAWhole(Communicator world) throws Exception {
    Info replace = Info.of("atomicReplace", "true").with("durable", "true");
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          folder.make("a", 7, 8, 9, 10, 11);
          MpiFile file = folder.open("a", replace);
          assertThat(file.getSize()).isZero();
          file.writeAtAll(4L * rank, Buf.of(new int[] {rank}));
          assertThat(folder.ints("a")).containsExactly(7, 8, 9, 10, 11);
          file.close();
          assertThat(folder.ints("a")).isEqualTo(Folder.count(0, world.size()));
          assertThat(folder.names()).containsExactly("a");
          try (MpiFile made = folder.open("b", replace)) {
            made.writeAtAll(4L * rank, Buf.of(new int[] {rank}));
          }
          assertThat(folder.ints("b")).isEqualTo(Folder.count(0, world.size()));
          for (EnumSet<FileMode> modes :
              List.of(EnumSet.of(RDWR), EnumSet.of(RDONLY), EnumSet.of(WRONLY))) {
            Expect.error(
                ErrorClass.AMODE,
                () -> MpiFile.open(world, folder.name("a"), modes, replace),
                "atomicReplace");
          }
          EnumSet<FileMode> anew = EnumSet.of(RDWR, CREATE, EXCL);
          Expect.error(
              ErrorClass.FILE_EXISTS, () -> MpiFile.open(world, folder.name("a"), anew, replace));
          assertThat(folder.names()).containsExactly("a", "b");
        });
  }

  @OnRanks({1, 2})
  static void aFileThatIsReplacedAndDeletedLeavesNothing(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          EnumSet<FileMode> modes = EnumSet.of(WRONLY, CREATE, DELETE_ON_CLOSE);
          Info replace = Info.of("atomicReplace", "true");
          MpiFile file = MpiFile.open(world, folder.name("a"), modes, replace);
          file.writeAtAll(0, Buf.of(new int[] {1}));
          file.close();
          assertThat(folder.names()).isEmpty();
        });
  }
}
