package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.FileView;
import org.purempi.MpiFile;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Whence;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Sections 14.4.3 and 14.4.4: where pointers are. */
final class PointerCases {
  private PointerCases() {}

  @OnRanks({1, 2, 4})
  static void aPointerIsMovedFromTheBeginningFromItselfOrFromTheEnd(Communicator world)
      throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", Folder.count(0, 10));
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(4, Datatype.INT));
            file.seek(3L + world.rank(), Whence.SET);
            assertThat(file.getPosition()).isEqualTo(3 + world.rank());
            file.seek(2, Whence.CUR);
            file.seek(-1, Whence.CUR);
            assertThat(file.getPosition()).isEqualTo(4 + world.rank());
            file.seek(0, Whence.END);
            assertThat(file.getPosition()).isEqualTo(9);
            file.seek(-2, Whence.END);
            int[] got = new int[1];
            file.read(Buf.of(got));
            assertThat(got).containsExactly(8);
            assertThat(file.getPosition()).isEqualTo(8);
            Expect.error(ErrorClass.ARG, () -> file.seek(-1, Whence.SET), "seek", "-1");
            Expect.error(ErrorClass.ARG, () -> file.seek(-9, Whence.CUR), "seek", "-9");
            Expect.error(ErrorClass.ARG, () -> file.seek(-10, Whence.END), "seek", "-10");
            Expect.error(ErrorClass.ARG, () -> file.seek(Long.MAX_VALUE, Whence.CUR), "seek");
            assertThat(file.getPosition()).isEqualTo(8);
            file.seekShared(-2, Whence.END);
            assertThat(file.getPositionShared()).isEqualTo(7);
            Expect.error(ErrorClass.ARG, () -> file.seekShared(-8, Whence.CUR), "seekShared");
            assertThat(file.getPositionShared()).isEqualTo(7);
            file.seekShared(1, Whence.CUR);
            assertThat(file.getPositionShared()).isEqualTo(8);
            assertThat(file.getPosition()).isEqualTo(8);
          }
        });
  }

  @OnRanks({1, 2})
  static void theEndOfAViewIsBehindTheLastEtypeThatTheFileHasSomeOf(Communicator world)
      throws Exception {
    Folder.with(
        world,
        folder -> {
          folder.make("a", new byte[50]);
          try (MpiFile file = folder.open("a")) {
            // Two of four numbers: of 50 bytes, those at 2, 6, 18, 22, 34 and 38 are seen.
            Datatype two = Datatype.resized(Datatype.contiguous(2, Datatype.INT), 0, 16);
            file.setView(new FileView(2, Datatype.INT, two));
            file.seek(0, Whence.END);
            assertThat(file.getPosition()).isEqualTo(6);
            file.setSize(51); // one byte of the number at 50
            file.seek(0, Whence.END);
            assertThat(file.getPosition()).isEqualTo(7);
            file.setSize(2);
            file.seek(0, Whence.END);
            assertThat(file.getPosition()).isZero();
            file.setView(new FileView(1000, Datatype.INT));
            file.seek(0, Whence.END);
            assertThat(file.getPosition()).isZero();
          }
        });
  }

  @OnRanks({1, 2, 4})
  static void aPointerMovesByWhatWasAskedForWhenTheCallIsMade(Communicator world) throws Exception {
    int rank = world.rank();
    Folder.with(
        world,
        folder -> {
          folder.make("a", Folder.count(0, 10));
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT));
            int[] first = new int[2];
            int[] second = new int[3];
            Request<Status> one = file.iread(Buf.of(first));
            assertThat(file.getPosition()).isEqualTo(2);
            Request<Status> other = file.ireadAll(Buf.of(second));
            assertThat(file.getPosition()).isEqualTo(5);
            Request.waitAll(one, other);
            assertThat(first).containsExactly(0, 1);
            assertThat(second).containsExactly(2, 3, 4);
            file.readAt(9, Buf.of(first, 0, 1)); // moves no pointer
            file.readAtAll(9, Buf.of(first, 0, 1));
            file.readShared(Buf.of(new int[0]));
            assertThat(file.getPosition()).isEqualTo(5);
            assertThat(file.readAll(Buf.of(new int[20])).bytes()).isEqualTo(20);
            assertThat(file.getPosition()).isEqualTo(25);
            assertThat(file.getPositionShared()).isZero();
            world.barrier();
            if (rank == 0) {
              assertThat(file.readShared(Buf.of(new int[20])).bytes()).isEqualTo(40);
            }
            world.barrier();
            assertThat(file.getPositionShared()).isEqualTo(20);
            assertThat(file.readOrdered(Buf.of(new int[rank])).bytes()).isZero();
            assertThat(file.getPositionShared())
                .isEqualTo(20 + world.size() * (world.size() - 1) / 2);
          }
        });
  }
}
