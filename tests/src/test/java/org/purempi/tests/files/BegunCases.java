package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileView;
import org.purempi.MpiFile;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Whence;
import org.purempi.tests.OnRanks;

/** Calls that begin and end apart: with requests, and split collectives (section 14.4.5). */
final class BegunCases {
  /** Numbers that a rank writes in each call. */
  private static final int EACH = 5;

  private BegunCases() {}

  private static void checkCount(Status status) {
    assertThat(status.count(Datatype.INT)).isEqualTo(EACH);
  }

  /** Three parts, each of numbers of all ranks: at offsets, by own pointers, in order. */
  @OnRanks({1, 2, 3})
  static void aSplitCallIsACollectiveCallInTwoSteps(Communicator world) throws Exception {
    int part = EACH * world.size();
    int mine = EACH * world.rank();
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("split")) {
            file.setView(new FileView(0, Datatype.INT));
            file.writeAtAllBegin(mine, Buf.of(Folder.count(mine, EACH)));
            checkCount(file.writeAtAllEnd());
            file.seek(part + mine, Whence.SET);
            file.writeAllBegin(Buf.of(Folder.count(part + mine, EACH)));
            checkCount(file.writeAllEnd());
            file.seekShared(2L * part, Whence.SET);
            file.writeOrderedBegin(Buf.of(Folder.count(2 * part + mine, EACH)));
            checkCount(file.writeOrderedEnd());
            assertThat(folder.ints("split")).isEqualTo(Folder.count(0, 3 * part));

            int[] read = new int[EACH];
            file.readAtAllBegin(mine, Buf.of(read));
            checkCount(file.readAtAllEnd());
            assertThat(read).isEqualTo(Folder.count(mine, EACH));
            file.seek(part + mine, Whence.SET);
            file.readAllBegin(Buf.of(read));
            checkCount(file.readAllEnd());
            assertThat(read).isEqualTo(Folder.count(part + mine, EACH));
            file.seekShared(2L * part, Whence.SET);
            file.readOrderedBegin(Buf.of(read));
            checkCount(file.readOrderedEnd());
            assertThat(read).isEqualTo(Folder.count(2 * part + mine, EACH));
          }
        });
  }

  /** Four parts, as above, alone and together, at offsets and by own pointers. */
  @OnRanks({1, 2, 3})
  static void aCallThatReturnsAtOnceIsDoneWhenItsRequestIs(Communicator world) throws Exception {
    int part = EACH * world.size();
    int mine = EACH * world.rank();
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("begun")) {
            file.setView(new FileView(0, Datatype.INT));
            file.seek(part + mine, Whence.SET);
            List<Request<Status>> writes = new ArrayList<>();
            writes.add(file.iwriteAt(mine, Buf.of(Folder.count(mine, EACH))));
            writes.add(file.iwrite(Buf.of(Folder.count(part + mine, EACH))));
            file.seek(2 * part + mine, Whence.SET);
            writes.add(file.iwriteAll(Buf.of(Folder.count(2 * part + mine, EACH))));
            int last = 3 * part + mine;
            writes.add(file.iwriteAtAll(last, Buf.of(Folder.count(last, EACH))));
            Request.waitAll(writes).forEach(BegunCases::checkCount);
            assertThat(folder.ints("begun")).isEqualTo(Folder.count(0, 4 * part));

            int[][] read = new int[4][EACH];
            file.seek(part + mine, Whence.SET);
            List<Request<Status>> reads = new ArrayList<>();
            reads.add(file.ireadAt(mine, Buf.of(read[0])));
            reads.add(file.iread(Buf.of(read[1])));
            file.seek(2 * part + mine, Whence.SET);
            reads.add(file.ireadAll(Buf.of(read[2])));
            reads.add(file.ireadAtAll(last, Buf.of(read[3])));
            Request.waitAll(reads).forEach(BegunCases::checkCount);
            for (int i = 0; i < read.length; i++) {
              assertThat(read[i]).isEqualTo(Folder.count(i * part + mine, EACH));
            }
          }
        });
  }

  @OnRanks({2})
  static void betweenItsStepsARankMayCallAlone(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("alone")) {
            byte[] data = {1, 2};
            file.writeAtAllBegin(2L * world.rank(), Buf.of(data));
            file.writeAt(4L + world.rank(), Buf.of(new byte[] {7}));
            assertThat(file.writeAtAllEnd().bytes()).isEqualTo(2);
            assertThat(folder.bytes("alone")).isEqualTo(new byte[] {1, 2, 1, 2, 7, 7});
          }
        });
  }
}
