package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.FileMode.CREATE;
import static org.purempi.FileMode.RDONLY;
import static org.purempi.FileMode.SEQUENTIAL;
import static org.purempi.FileMode.WRONLY;

import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.MpiFile;
import org.purempi.Whence;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 14.2.1: files that are read or written from beginning to end. */
final class SequentialCases {
  private SequentialCases() {}

  @OnRanks({1, 2, 4})
  static void aSequentialFileIsWrittenAndReadByTheSharedPointer(Communicator world)
      throws Exception {
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a", WRONLY, CREATE, SEQUENTIAL)) {
            file.writeOrdered(Buf.of(new byte[] {(byte) rank}));
            file.setView(new FileView(FileView.DISPLACEMENT_CURRENT, Datatype.INT));
            assertThat(file.getView().disp()).isEqualTo(world.size());
            assertThat(file.getPositionShared()).isZero();
            file.writeOrdered(Buf.of(new int[] {rank}));
            file.writeShared(Buf.of(new int[] {7}));
          }
          assertThat(folder.bytes("a")).hasSize(9 * world.size());
          try (MpiFile file = folder.open("a", RDONLY, SEQUENTIAL)) {
            byte[] head = new byte[1];
            file.readOrdered(Buf.of(head));
            assertThat(head[0]).isEqualTo((byte) rank);
            file.setView(new FileView(FileView.DISPLACEMENT_CURRENT, Datatype.INT));
            int[] got = new int[1];
            file.readOrdered(Buf.of(got));
            assertThat(got[0]).isEqualTo(rank);
            file.readShared(Buf.of(got));
            assertThat(got[0]).isEqualTo(7);
          }
        });
  }

  @OnRanks({1, 2})
  static void whatMovesElsewhereIsRefused(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          Buf one = Buf.of(new byte[1]);
          try (MpiFile file = folder.open("a", WRONLY, CREATE, SEQUENTIAL)) {
            for (Runnable call :
                List.<Runnable>of(
                    () -> file.seek(0, Whence.SET),
                    () -> file.seekShared(0, Whence.SET),
                    () -> file.write(one),
                    () -> file.writeAt(0, one),
                    () -> file.writeAll(one),
                    () -> file.writeAtAll(0, one),
                    () -> file.iwrite(one),
                    () -> file.iwriteAtAll(0, one).waitFor(),
                    () -> file.setSize(0),
                    () -> file.preallocate(0))) {
              Expect.error(ErrorClass.UNSUPPORTED_OPERATION, call::run, "SEQUENTIAL");
            }
            assertThat(file.getPosition()).isZero();
            Expect.error(ErrorClass.ARG, () -> file.setView(FileView.BYTES), "DISPLACEMENT");
          }
          assertThat(folder.bytes("a")).isEmpty();
          try (MpiFile file = folder.open("a")) {
            FileView current = new FileView(FileView.DISPLACEMENT_CURRENT, Datatype.BYTE);
            Expect.error(ErrorClass.ARG, () -> file.setView(current), "DISPLACEMENT");
          }
        });
  }
}
