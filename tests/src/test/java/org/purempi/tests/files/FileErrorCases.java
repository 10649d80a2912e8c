package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.purempi.FileMode.RDONLY;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.FileView;
import org.purempi.MpiException;
import org.purempi.MpiFile;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 14.7: error handlers of files, and calls that do not match. */
final class FileErrorCases {
  private FileErrorCases() {}

  private record Seen(Optional<MpiFile> file, ErrorClass errorClass) {}

  private static ErrorHandler into(List<Seen> seen) {
    return ErrorHandler.ofFile(
        (f, e) -> seen.add(new Seen(Optional.ofNullable(f), e.errorClass())));
  }

  @OnRanks({1, 2})
  static void filesBeginWithTheHandlerForErrorsOfNoFile(Communicator world) throws Exception {
    assertThat(world.mpi().getFileErrhandler()).isEqualTo(ErrorHandler.RETURN);
    Folder.with(
        world,
        folder -> {
          List<Seen> seen = new ArrayList<>();
          ErrorHandler handler = into(seen);
          MpiFile before = folder.open("a");
          world.mpi().setFileErrhandler(handler);
          try (MpiFile file = folder.open("a")) {
            assertThat(before.getErrhandler()).isEqualTo(ErrorHandler.RETURN);
            assertThat(file.getErrhandler()).isEqualTo(handler);
            Expect.error(ErrorClass.NO_SUCH_FILE, () -> folder.open("b", RDONLY));
            Expect.error(
                ErrorClass.NO_SUCH_FILE, () -> MpiFile.delete(world.mpi(), folder.name("b")));
            Expect.error(ErrorClass.ARG, () -> before.readAt(-1, Buf.EMPTY));
            Expect.error(ErrorClass.ARG, () -> file.readAt(-1, Buf.EMPTY));
            assertThat(seen)
                .containsExactly(
                    new Seen(Optional.empty(), ErrorClass.NO_SUCH_FILE),
                    new Seen(Optional.empty(), ErrorClass.NO_SUCH_FILE),
                    new Seen(Optional.of(file), ErrorClass.ARG));
          } finally {
            world.mpi().setFileErrhandler(ErrorHandler.RETURN);
          }
          before.close();
        });
  }

  @OnRanks({1, 2, 4})
  static void aHandlerSeesTheErrorsOfItsFile(Communicator world) throws Exception {
    boolean isLast = world.rank() == world.size() - 1;
    Folder.with(
        world,
        folder -> {
          List<Seen> seen = new ArrayList<>();
          try (MpiFile file = folder.open("a")) {
            file.setErrhandler(into(seen));
            Expect.error(ErrorClass.ARG, () -> file.writeAtAll(isLast ? -1 : 0, Buf.EMPTY));
            Expect.error(
                ErrorClass.ARG,
                () -> file.iwriteAtAll(isLast ? -1 : 0, Buf.EMPTY).waitFor(),
                "file");
            assertThatThrownBy(() -> file.callErrhandler(new MpiException(ErrorClass.IO, "mine")))
                .hasMessageContaining("mine");
            assertThat(seen)
                .extracting(Seen::errorClass)
                .containsExactly(ErrorClass.ARG, ErrorClass.ARG, ErrorClass.IO);
            assertThat(seen).allMatch(s -> s.file().orElseThrow() == file);
            file.setErrhandler(ErrorHandler.RETURN);
            Expect.error(
                ErrorClass.ARG, () -> file.setErrhandler(ErrorHandler.of((_, _) -> {})), "ofFile");
            Expect.error(
                ErrorClass.ARG,
                () -> world.mpi().setFileErrhandler(ErrorHandler.ofWindow((_, _) -> {})),
                "ofFile");
            assertThat(file.getErrhandler()).isEqualTo(ErrorHandler.RETURN);
          }
        });
  }

  @OnRanks({1, 2})
  static void splitCallsAreOneAtATimeAndInPairs(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", (byte) 1, (byte) 2, (byte) 3);
          try (MpiFile file = folder.open("a")) {
            byte[] got = new byte[1];
            Expect.error(ErrorClass.OTHER, file::readAllEnd, "readAllEnd");
            file.readAllBegin(Buf.of(got));
            Expect.error(ErrorClass.OTHER, () -> file.readAllBegin(Buf.of(got)), "readAllBegin");
            Expect.error(ErrorClass.OTHER, () -> file.writeOrderedBegin(Buf.EMPTY), "readAllBegin");
            Expect.error(ErrorClass.OTHER, file::writeAllEnd, "readAllBegin");
            Expect.error(ErrorClass.OTHER, file::readAtAllEnd, "readAllBegin");
            byte[] other = new byte[1];
            file.readAt(2, Buf.of(other)); // calls of one rank are allowed meanwhile
            assertThat(other).containsExactly(3);
            assertThat(file.readAllEnd().bytes()).isEqualTo(1);
            assertThat(got).containsExactly(1);
            Expect.error(ErrorClass.OTHER, file::readAllEnd);
          }
        });
  }

  @OnRanks({2, 4})
  static void ranksThatMakeDifferentCallsHearOfIt(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          MpiFile file = folder.open("a");
          boolean isFirst = world.rank() == 0;
          Expect.error(
              ErrorClass.OTHER,
              () -> {
                if (isFirst) {
                  file.setView(FileView.BYTES);
                } else {
                  file.setSize(0);
                }
              },
              isFirst ? "setSize" : "setView");
          Expect.error(ErrorClass.OTHER, file::sync);
          file.close();
        });
  }
}
