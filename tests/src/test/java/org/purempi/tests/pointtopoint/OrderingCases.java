package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Section 3.5: messages do not overtake each other, receives match in the order posted. */
final class OrderingCases {
  private OrderingCases() {}

  @OnRanks({2, 4})
  static void messagesOfOneSenderArriveInTheOrderSentWhateverTheirSize(Communicator world) {
    if (world.rank() == 0) {
      List<Request<Status>> sends = new ArrayList<>();
      for (int i = 0; i < 2 * Pattern.LENGTHS.size(); i++) {
        int length = Pattern.LENGTHS.get(i * 7 % Pattern.LENGTHS.size());
        sends.add(world.isend(Pattern.bytes(length, i), 1, i % 3));
      }
      Request.waitAll(sends);
    } else if (world.rank() == 1) {
      for (int i = 0; i < 2 * Pattern.LENGTHS.size(); i++) {
        byte[] data = new byte[Pattern.LENGTHS.get(i * 7 % Pattern.LENGTHS.size())];
        Status status = world.recv(data, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
        assertThat(status).isEqualTo(new Status(0, i % 3, data.length));
        Pattern.check(data, i);
      }
    }
  }

  @OnRanks({2, 4})
  static void aSmallMessageDoesNotOvertakeALargeOneThatWaitsForItsReceiver(Communicator world) {
    if (world.rank() == 0) {
      var large = world.isend(Pattern.bytes(Pattern.LARGE_BYTES, 1), 1, 5);
      var small = world.isend(Pattern.bytes(Pattern.SMALL_BYTES, 2), 1, 5);
      world.send(new byte[0], 1, 6); // now both are under way
      Request.waitAll(large, small);
    } else if (world.rank() == 1) {
      world.recv(new byte[0], 0, 6);
      byte[] first = new byte[Pattern.LARGE_BYTES];
      byte[] second = new byte[Pattern.LARGE_BYTES];
      var a = world.irecv(first, 0, 5);
      var b = world.irecv(second, 0, 5);
      assertThat(a.waitFor().bytes()).isEqualTo(Pattern.LARGE_BYTES);
      assertThat(b.waitFor().bytes()).isEqualTo(Pattern.SMALL_BYTES);
      Pattern.check(first, 1);
    }
  }

  @OnRanks({2, 4})
  static void receivesMatchInTheOrderPostedWildcardsAndExactOnesMixed(Communicator world) {
    if (world.rank() == 1) {
      int[][] data = new int[6][1];
      List<Request<Status>> receives =
          List.of(
              world.irecv(data[0], Mpi.ANY_SOURCE, Mpi.ANY_TAG),
              world.irecv(data[1], 0, 5),
              world.irecv(data[2], Mpi.ANY_SOURCE, 5),
              world.irecv(data[3], 0, Mpi.ANY_TAG),
              world.irecv(data[4], 0, 5),
              world.irecv(data[5], Mpi.ANY_SOURCE, Mpi.ANY_TAG));
      world.send(new byte[0], 0, 1);
      Request.waitAll(receives);
      for (int i = 0; i < data.length; i++) {
        assertThat(data[i][0]).as("receive %d", i).isEqualTo(i);
      }
    } else if (world.rank() == 0) {
      world.recv(new byte[0], 1, 1);
      for (int i = 0; i < 6; i++) {
        world.send(new int[] {i}, 1, 5);
      }
    }
  }

  @OnRanks({2, 4})
  static void anEarlierReceiveOfAnotherTagIsPassedOver(Communicator world) {
    if (world.rank() == 1) {
      int[] early = new int[1];
      int[] late = new int[1];
      var other = world.irecv(early, 0, 8);
      var wanted = world.irecv(late, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      world.send(new byte[0], 0, 1);
      assertThat(wanted.waitFor().tag()).isEqualTo(7);
      assertThat(other.waitFor().tag()).isEqualTo(8);
      assertThat(late[0] * 10 + early[0]).isEqualTo(78);
    } else if (world.rank() == 0) {
      world.recv(new byte[0], 1, 1);
      world.send(new int[] {7}, 1, 7);
      world.send(new int[] {8}, 1, 8);
    }
  }

  @OnRanks({2, 4})
  static void aReceiveByTagTakesALaterMessageAndLeavesTheEarlierOnes(Communicator world) {
    if (world.rank() == 0) {
      for (int tag = 0; tag < 100; tag++) {
        world.send(new int[] {tag}, 1, tag);
      }
    } else if (world.rank() == 1) {
      int[] data = new int[1];
      for (int tag = 99; tag >= 0; tag--) {
        world.recv(data, 0, tag);
        assertThat(data[0]).isEqualTo(tag);
      }
    }
  }

  @OnRanks({2, 4})
  static void sendsThatThreadsHaveOrderedArriveInThatOrder(Communicator world) throws Exception {
    if (world.rank() == 0) {
      var firstIsSent = new CountDownLatch(1);
      Thread second =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      firstIsSent.await();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                    world.send(new int[] {2}, 1, 0);
                  });
      var large = world.isend(new int[200_000], 1, 0);
      firstIsSent.countDown();
      second.join();
      large.waitFor();
    } else if (world.rank() == 1) {
      assertThat(world.recv(new int[200_000], 0, 0).bytes()).isEqualTo(800_000);
      assertThat(world.recv(new int[1], 0, 0).bytes()).isEqualTo(4);
    }
  }

  @OnRanks({2, 4})
  static void communicatorsKeepTheirMessagesApart(Communicator world) {
    try (Communicator other = world.dup()) {
      if (world.rank() == 0) {
        world.send(new int[] {1}, 1, 3);
        other.send(new int[] {2}, 1, 3);
      } else if (world.rank() == 1) {
        int[] data = new int[1];
        other.recv(data, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
        assertThat(data[0]).isEqualTo(2);
        world.recv(data, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
        assertThat(data[0]).isEqualTo(1);
      }
    }
  }

  @OnRanks({2, 3, 4})
  static void randomTrafficOfAllRanksKeepsTheOrderOfEachSender(Communicator world) {
    long seed = 20_250_607L;
    int messages = 200;
    int to = 0;
    if (world.rank() != to) {
      var random = new SplittableRandom(seed + world.rank());
      List<Request<Status>> sends = new ArrayList<>();
      for (int i = 0; i < messages; i++) {
        int[] data = new int[1 + random.nextInt(random.nextInt(10) == 0 ? 100_000 : 50)];
        data[0] = i;
        sends.add(world.isend(data, to, i % 5));
      }
      Request.waitAll(sends);
      return;
    }
    int[] next = new int[world.size()];
    int[] data = new int[100_001];
    for (int i = 0; i < messages * (world.size() - 1); i++) {
      Status status = world.recv(data, Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      assertThat(data[0])
          .as("number of the message from rank %d, seed %d", status.source(), seed)
          .isEqualTo(next[status.source()]++);
    }
  }
}
