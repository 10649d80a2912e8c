package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.purempi.Communicator;
import org.purempi.MpiTimeoutException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;
import org.purempi.tests.Pause;

/** Section 3.5, the progress rule. */
final class ProgressCases {
  private ProgressCases() {}

  @OnRanks({2, 4})
  static void aPostedReceiveProgressesInsideAnyBlockingCall(Communicator world) {
    if (world.rank() == 0) {
      world.isend(Pattern.bytes(Pattern.LARGE_BYTES, 1), 1, 1).waitFor();
      world.send(new int[1], 1, 2); // only when the large one is delivered
    } else if (world.rank() == 1) {
      byte[] data = new byte[Pattern.LARGE_BYTES];
      Request<Status> large = world.irecv(data, 0, 1);
      world.recv(new int[1], 0, 2);
      large.waitFor();
      Pattern.check(data, 1);
    }
  }

  @OnRanks({2, 4})
  static void aStartedSendProgressesInsideACollectiveCall(Communicator world) {
    byte[] data = new byte[Pattern.LARGE_BYTES];
    Request<Status> send = null;
    if (world.rank() == 0) {
      send = world.isend(Pattern.bytes(Pattern.LARGE_BYTES, 2), 1, 1);
    } else if (world.rank() == 1) {
      world.recv(data, 0, 1); // enters the barrier only afterwards
      Pattern.check(data, 2);
    }
    world.barrier();
    if (send != null) {
      send.waitFor();
    }
  }

  @OnRanks({2, 4})
  static void testSucceedsInTheEnd(Communicator world) {
    int peer = world.rank() ^ 1;
    byte[] data = new byte[Pattern.LARGE_BYTES];
    Request<Status> receive = world.irecv(data, peer, 0);
    Request<Status> send = world.isend(Pattern.bytes(data.length, world.rank()), peer, 0);
    Optional<Status> got = receive.test();
    while (got.isEmpty() || send.test().isEmpty()) {
      Pause.briefly();
      got = receive.test();
    }
    Pattern.check(data, peer);
  }

  @OnRanks({2, 4})
  static void aSmallMessageArrivesWhileItsSenderComputes(Communicator world) throws Exception {
    if (world.rank() == 0) {
      Path arrived = Files.createTempFile("purempi-arrived", "");
      world.sendObject(arrived.toString(), 1, 0);
      while (Files.exists(arrived)) { // computes: no call of MPI until the other side is done
        Thread.sleep(1);
      }
    } else if (world.rank() == 1) {
      String arrived = world.recvObject(String.class, 0, 0).value();
      Files.delete(Path.of(arrived));
    }
  }

  @OnRanks({2, 4})
  static void aBufferedMessageArrivesWhileItsSenderComputes(Communicator world) throws Exception {
    if (world.rank() == 0) {
      Path arrived = Files.createTempFile("purempi-arrived", "");
      world.mpi().bufferAttachAutomatic();
      world.bsend(arrived.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8), 1, 0);
      while (Files.exists(arrived)) {
        Thread.sleep(1);
      }
      assertThat(world.mpi().bufferDetach()).isEmpty();
    } else if (world.rank() == 1) {
      byte[] name = new byte[1000];
      int length = Math.toIntExact(world.recv(name, 0, 0).bytes());
      Files.delete(Path.of(new String(name, 0, length, java.nio.charset.StandardCharsets.UTF_8)));
    }
  }

  @OnRanks({3, 4})
  static void aRankThatWaitsForOneForwardsNothingButServesAll(Communicator world) {
    if (world.rank() == 0) {
      byte[] a = new byte[Pattern.LARGE_BYTES];
      byte[] b = new byte[Pattern.LARGE_BYTES];
      Request<Status> first = world.irecv(a, 1, 0);
      Request<Status> second = world.irecv(b, 2, 0);
      second.waitFor();
      world.send(new int[1], 1, 1); // rank 1 sends only now
      first.waitFor();
      Pattern.check(a, 1);
      Pattern.check(b, 2);
    } else if (world.rank() == 1) {
      world.recv(new int[1], 0, 1);
      world.send(Pattern.bytes(Pattern.LARGE_BYTES, 1), 0, 0);
    } else if (world.rank() == 2) {
      world.send(Pattern.bytes(Pattern.LARGE_BYTES, 2), 0, 0);
    }
  }

  /** Tag 1: the flood; tag 2: it is enough. */
  @OnRanks(2)
  static void aTimeIsOverAlsoWhileMessagesForOthersKeepComing(Communicator world)
      throws InterruptedException {
    if (world.rank() == 0) {
      int[] more = {1};
      while (world.iprobe(1, 2).isEmpty()) {
        for (int i = 0; i < 100; i++) {
          world.send(more, 1, 1);
        }
      }
      world.recv(new int[1], 1, 2);
      more[0] = 0;
      world.send(more, 1, 1);
      return;
    }
    Thread flooded =
        Thread.ofPlatform()
            .start(
                () -> {
                  int[] more = {1};
                  while (more[0] != 0) {
                    world.recv(more, 0, 1);
                  }
                });
    Request<Status> never = world.irecv(new int[1], 0, 3);
    double start = world.mpi().wtime();
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> never.waitFor(Duration.ofMillis(50)))
          .isInstanceOf(MpiTimeoutException.class);
    }
    assertThat(world.mpi().wtime() - start).isBetween(0.5, 5.0);
    never.cancel();
    never.waitFor();
    world.send(new int[1], 0, 2);
    flooded.join();
  }
}
