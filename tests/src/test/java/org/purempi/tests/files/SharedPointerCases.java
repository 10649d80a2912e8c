package org.purempi.tests.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.FileMode.RDONLY;

import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileView;
import org.purempi.MpiFile;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.Whence;
import org.purempi.tests.OnRanks;

/** Section 14.4.4: the pointer that all ranks share. */
final class SharedPointerCases {
  private static final int RECORDS = 60;

  private SharedPointerCases() {}

  /** A record says at each of its places whose it is and which, and first how long it is. */
  private static int[] record(int rank, int number) {
    int[] record = new int[1 + (rank + number) % 5];
    Arrays.fill(record, 1000 * rank + number);
    record[0] = 1_000_000 * record.length + 1000 * rank + number;
    return record;
  }

  /** Whose record begins here. */
  private static int rankAt(int[] all, int at) {
    return all[at] % 1_000_000 / 1000;
  }

  /** Each rank's records must be there, whole and in the order in which it has written them. */
  private static void checkRecords(int[] all, int ranks, int each) {
    int[] next = new int[ranks];
    for (int at = 0; at < all.length; ) {
      int rank = rankAt(all, at);
      int[] expected = record(rank, next[rank]++);
      assertThat(Arrays.copyOfRange(all, at, at + expected.length)).isEqualTo(expected);
      at += expected.length;
    }
    assertThat(next).containsOnly(each);
  }

  @OnRanks({1, 2, 3, 4})
  static void whatRanksWriteDoesNotOverlap(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT));
            for (int i = 0; i < RECORDS; i++) {
              int[] mine = record(world.rank(), i);
              assertThat(file.writeShared(Buf.of(mine)).bytes()).isEqualTo(4L * mine.length);
              assertThat(folder.names()).containsExactly("a"); // no file for the pointer
            }
            world.barrier();
            assertThat(file.getPositionShared()).isEqualTo(file.getSize() / 4);
            assertThat(file.getPosition()).isZero();
          }
          checkRecords(folder.ints("a"), world.size(), RECORDS);
        });
  }

  @OnRanks({1, 2, 4})
  static void callsThatReturnAtOnceHaveTakenTheirPlace(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            file.setView(new FileView(0, Datatype.INT));
            List<Request<Status>> begun = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
              begun.add(file.iwriteShared(Buf.of(record(world.rank(), i))));
            }
            Request.waitAll(begun);
          }
          checkRecords(folder.ints("a"), world.size(), RECORDS);
        });
  }

  @OnRanks({1, 2, 4})
  static void eachElementIsReadByOneRank(Communicator world) throws Exception {
    int n = 240;
    Folder.with(
        world,
        folder -> {
          folder.make("a", Folder.count(1, n));
          if (world.rank() == 0) {
            Files.setPosixFilePermissions(
                folder.at("."), PosixFilePermissions.fromString("r-xr-x---"));
          }
          world.barrier();
          int sum = 0;
          try (MpiFile file = folder.open("a", RDONLY)) {
            file.setView(new FileView(0, Datatype.INT));
            while (true) {
              int[] got = new int[3];
              Request<Status> request = file.ireadShared(Buf.of(got));
              if (request.waitFor().bytes() == 0) {
                break;
              }
              assertThat(got[1]).isEqualTo(got[0] + 1);
              assertThat(got[2]).isEqualTo(got[0] + 2);
              sum += Arrays.stream(got).sum();
              assertThat(file.getPosition()).isZero();
            }
          }
          if (world.rank() == 0) {
            Files.setPosixFilePermissions(
                folder.at("."), PosixFilePermissions.fromString("rwxr-x---"));
          }
          assertThat(world.allreduce(sum, Op.SUM)).isEqualTo(n * (n + 1) / 2);
        });
  }

  @OnRanks({1, 2, 3, 4})
  static void orderedCallsFollowTheRanks(Communicator world) throws Exception {
    int rank = world.rank();
    int size = world.size();
    Folder.with(
        world,
        folder -> {
          try (MpiFile file = folder.open("a")) {
            // Two of every three numbers, the same at all ranks.
            Datatype two = Datatype.resized(Datatype.contiguous(2, Datatype.INT), 0, 12);
            file.setView(new FileView(8, Datatype.INT, two));
            int[] lengths = new int[size];
            for (int round = 0; round < 4; round++) {
              int r = round;
              Arrays.setAll(lengths, i -> (i + r) % 3); // some have nothing to write
              long before = file.getPositionShared();
              world.barrier();
              int[] mine = Folder.count(100 * round + 10 * rank, lengths[rank]);
              if (round % 2 == 0) {
                assertThat(file.writeOrdered(Buf.of(mine)).bytes()).isEqualTo(4L * mine.length);
              } else {
                file.writeOrderedBegin(Buf.of(mine));
                assertThat(file.writeOrderedEnd().bytes()).isEqualTo(4L * mine.length);
              }
              int all = Arrays.stream(lengths).sum();
              assertThat(file.getPositionShared()).isEqualTo(before + all);
              int[] expected =
                  IntStream.range(0, size)
                      .flatMap(i -> Arrays.stream(Folder.count(100 * r + 10 * i, lengths[i])))
                      .toArray();
              world.barrier();
              int[] got = new int[all];
              file.readAt(before, Buf.of(got));
              assertThat(got).isEqualTo(expected);
              file.seekShared(before, Whence.SET);
              int[] again = new int[lengths[rank]];
              file.readOrdered(Buf.of(again));
              assertThat(again).isEqualTo(mine);
              file.seekShared(0, Whence.END);
              assertThat(file.getPositionShared()).isEqualTo(before + all);
            }
          }
        });
  }

  @OnRanks({2, 4})
  static void thePointerIsReachedWhileItsRankComputes(Communicator world) throws Exception {
    Folder.with(
        world,
        folder -> {
          MpiFile file = folder.open("a");
          if (world.rank() == 0) {
            while (Files.size(folder.at("a")) < world.size() - 1) {
              Thread.onSpinWait(); // no call of the library
            }
          } else {
            file.writeShared(Buf.of(new byte[] {1}));
          }
          file.close();
          assertThat(folder.bytes("a")).hasSize(world.size() - 1).containsOnly(1);
        });
  }
}
