package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Completed;
import org.purempi.Mpi;
import org.purempi.MpiTimeoutException;
import org.purempi.MpiTruncationException;
import org.purempi.Request;
import org.purempi.Requests;
import org.purempi.Status;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;
import org.purempi.tests.Pause;

/** Section 3.7: completing one and several requests. */
final class RequestCases {
  private RequestCases() {}

  /** Rank 0 sends one int with each tag, when rank 1 says go. */
  private static void sendOnGo(Communicator world, int... tags) {
    for (int tag : tags) {
      world.recv(new byte[0], 1, 99);
      world.send(new int[] {tag}, 1, tag);
    }
  }

  private static void go(Communicator world) {
    world.send(new byte[0], 0, 99);
  }

  @OnRanks({2, 4})
  static void aCompleteRequestGivesItsResultAgain(Communicator world) {
    if (world.rank() == 0) {
      sendOnGo(world, 4);
    } else if (world.rank() == 1) {
      Request<Status> receive = world.irecv(new int[1], 0, 4);
      assertThat(receive.active()).isTrue();
      assertThat(receive.test()).isEmpty();
      go(world);
      Status status = receive.waitFor();
      assertThat(status).isEqualTo(new Status(0, 4, 4));
      assertThat(receive.active()).isFalse();
      assertThat(receive.waitFor()).isEqualTo(status);
      assertThat(receive.test()).contains(status);
      assertThat(receive.getStatus()).isPresent();
    }
  }

  /** The operations below requests are used again; nobody may see that. */
  @OnRanks({2, 4})
  static void resultsStayWhenManyOtherReceivesHaveComeAndGone(Communicator world) {
    int windows = 5;
    int window = 200;
    for (int w = 0; w < windows; w++) {
      if (world.rank() == 0) {
        for (int tag = 0; tag < window; tag++) {
          world.send(new int[] {w, tag}, 1, tag);
        }
        world.send(new int[] {-1}, 1, window);
      } else if (world.rank() == 1) {
        int[][] into = new int[window][2];
        Request<Status> late = world.irecv(new int[1], 0, window);
        List<Request<Status>> receives = new ArrayList<>();
        for (int tag = 0; tag < window; tag++) {
          receives.add(world.irecv(into[tag], 0, tag));
        }
        for (int tag = window - 1; tag >= 0; tag -= 2) {
          receives.get(tag).waitFor();
        }
        Request.waitAll(receives);
        for (int tag = 0; tag < window; tag++) {
          assertThat(into[tag]).containsExactly(w, tag);
        }
        for (int tag = window - 1; tag >= 0; tag -= 2) {
          assertThat(receives.get(tag).waitFor()).isEqualTo(new Status(0, tag, 8));
        }
        assertThat(late.waitFor()).isEqualTo(new Status(0, window, 4));
      }
    }
  }

  @OnRanks({2, 4})
  static void getStatusLeavesTheRequestActive(Communicator world) {
    if (world.rank() == 0) {
      sendOnGo(world, 4);
    } else if (world.rank() == 1) {
      Request<Status> receive = world.irecv(new int[1], 0, 4);
      assertThat(receive.getStatus()).isEmpty();
      go(world);
      Optional<Status> status = receive.getStatus();
      while (status.isEmpty()) {
        Pause.briefly();
        status = receive.getStatus();
      }
      assertThat(status).contains(new Status(0, 4, 4));
      assertThat(receive.active()).isTrue();
      assertThat(Request.getStatusAll(List.of(receive))).contains(List.of(status.get()));
      assertThat(Request.getStatusAny(List.of(receive))).contains(new Completed(0, status.get()));
      assertThat(Request.getStatusSome(List.of(receive)))
          .contains(List.of(new Completed(0, status.get())));
      assertThat(receive.active()).isTrue();
      receive.waitFor();
    }
  }

  @OnRanks({2, 4})
  static void waitAnyReturnsTheOneThatIsCompleteUntilNoneIsActive(Communicator world) {
    if (world.rank() == 0) {
      sendOnGo(world, 2, 0, 1);
    } else if (world.rank() == 1) {
      int[][] data = new int[3][1];
      List<Request<Status>> receives =
          List.of(
              world.irecv(data[0], 0, 0), world.irecv(data[1], 0, 1), world.irecv(data[2], 0, 2));
      assertThat(Request.testAny(receives)).isEmpty();
      for (int expected : new int[] {2, 0, 1}) {
        go(world);
        Completed one = Request.waitAny(receives);
        assertThat(one).isEqualTo(new Completed(expected, new Status(0, expected, 4)));
        assertThat(data[expected][0]).isEqualTo(expected);
      }
      assertThat(Request.waitAny(receives)).isEqualTo(Completed.NONE);
      assertThat(Request.testAny(receives)).contains(Completed.NONE);
      assertThat(Completed.NONE.index()).isEqualTo(Mpi.UNDEFINED);
      assertThat(Completed.NONE.status()).isEqualTo(Status.EMPTY);
    }
  }

  @OnRanks({2, 4})
  static void waitSomeReturnsThoseThatAreCompleteUntilNoneIsActive(Communicator world) {
    if (world.rank() == 0) {
      sendOnGo(world, 1, 0);
    } else if (world.rank() == 1) {
      List<Request<Status>> receives =
          List.of(world.irecv(new int[1], 0, 0), world.irecv(new int[1], 0, 1));
      assertThat(Request.testSome(receives)).contains(List.of());
      go(world);
      assertThat(Request.waitSome(receives))
          .contains(List.of(new Completed(1, new Status(0, 1, 4))));
      go(world);
      assertThat(Request.waitSome(receives))
          .contains(List.of(new Completed(0, new Status(0, 0, 4))));
      assertThat(Request.waitSome(receives)).isEmpty();
      assertThat(Request.testSome(receives)).isEmpty();
    }
  }

  @OnRanks({2, 4})
  static void testAllChangesNothingUntilAllAreComplete(Communicator world) {
    if (world.rank() == 0) {
      sendOnGo(world, 0, 1);
    } else if (world.rank() == 1) {
      List<Request<Status>> receives =
          List.of(world.irecv(new int[1], 0, 0), world.irecv(new int[1], 0, 1));
      go(world);
      while (receives.get(0).getStatus().isEmpty()) {
        Pause.briefly();
      }
      assertThat(Request.testAll(receives)).isEmpty();
      assertThat(receives.get(0).active()).isTrue();
      go(world);
      Optional<List<Status>> all = Request.testAll(receives);
      while (all.isEmpty()) {
        Pause.briefly();
        all = Request.testAll(receives);
      }
      assertThat(all.get()).containsExactly(new Status(0, 0, 4), new Status(0, 1, 4));
    }
  }

  @OnRanks({2, 4})
  static void aSendThatWasLetGoIsDeliveredAllTheSame(Communicator world) {
    if (world.rank() == 0) {
      world.isend(Pattern.bytes(Pattern.LARGE_BYTES, 8), 1, 0).free();
      world.recv(new byte[0], 1, 1); // makes progress
    } else if (world.rank() == 1) {
      byte[] data = new byte[Pattern.LARGE_BYTES];
      world.recv(data, 0, 0);
      Pattern.check(data, 8);
      world.send(new byte[0], 0, 1);
    }
  }

  @OnRanks({2, 4})
  static void aTimedWaitEndsAndTheRequestStaysActive(Communicator world) {
    if (world.rank() == 0) {
      sendOnGo(world, 6);
    } else if (world.rank() == 1) {
      Request<Status> receive = world.irecv(new int[1], 0, 6);
      assertThatThrownBy(() -> receive.waitFor(Duration.ofMillis(20)))
          .isInstanceOf(MpiTimeoutException.class);
      assertThatThrownBy(() -> receive.waitFor(Duration.ZERO))
          .isInstanceOf(MpiTimeoutException.class);
      assertThat(receive.active()).isTrue();
      go(world);
      assertThat(receive.waitFor(Duration.ofSeconds(15))).isEqualTo(new Status(0, 6, 4));
    }
  }

  @OnRanks({2, 4})
  static void waitsWithoutAnyTimeComeToAnEndWhenTheyAreRepeated(Communicator world) {
    if (world.rank() == 0) {
      world.send(new int[] {7}, 1, 6);
    } else if (world.rank() == 1) {
      Request<Status> receive = world.irecv(new int[1], 0, 6);
      long until = System.nanoTime() + Duration.ofSeconds(15).toNanos();
      while (receive.active() && System.nanoTime() < until) {
        try {
          receive.waitFor(Duration.ZERO);
        } catch (MpiTimeoutException e) {
          Thread.onSpinWait();
        }
      }
      assertThat(receive.active()).isFalse();
    }
  }

  @OnRanks({2, 4})
  static void aFutureCompletesWithoutAnyoneWaitingInMpi(Communicator world) throws Exception {
    if (world.rank() == 0) {
      world.send(Pattern.bytes(Pattern.LARGE_BYTES, 1), 1, 0);
    } else if (world.rank() == 1) {
      byte[] data = new byte[Pattern.LARGE_BYTES];
      var future = world.irecv(data, 0, 0).toCompletableFuture().thenApply(Status::bytes);
      assertThat(future.get(15, TimeUnit.SECONDS)).isEqualTo(Pattern.LARGE_BYTES);
      Pattern.check(data, 1);
    }
  }

  @OnRanks({2, 4})
  static void leavingAScopeCompletesItsRequests(Communicator world) {
    int peer = world.rank() ^ 1;
    byte[] got = new byte[300_000];
    Request<Status> receive;
    try (var requests = new Requests()) {
      receive = requests.add(world.irecv(got, peer, 0));
      requests.add(world.isend(Pattern.bytes(300_000, world.rank()), peer, 0));
      assertThat(requests.list()).hasSize(2);
    }
    assertThat(receive.active()).isFalse();
    Pattern.check(got, peer);
  }

  @OnRanks({2, 4})
  static void anExceptionPassesThroughAScopeAlthoughAReceiveNeverMatches(Communicator world) {
    Request<?>[] lost = new Request<?>[1];
    assertThatThrownBy(
            () ->
                Requests.use(
                    requests -> {
                      lost[0] = requests.add(world.irecv(new int[1], world.rank() ^ 1, 77));
                      throw new java.io.IOException("the disk is full");
                    }))
        .isInstanceOf(java.io.IOException.class);
    assertThat(((Status) lost[0].waitFor()).cancelled()).isTrue();
    int[] got = new int[1];
    Requests.use(
        requests -> {
          requests.add(world.irecv(got, world.rank() ^ 1, 0));
          requests.add(world.isend(new int[] {world.rank()}, world.rank() ^ 1, 0));
        });
    assertThat(got[0]).isEqualTo(world.rank() ^ 1);
  }

  @OnRanks({2, 4})
  static void anInterruptIsKeptAndTheCallGoesOn(Communicator world) {
    if (world.rank() == 0) {
      Thread.currentThread().interrupt();
      world.recv(new int[1], 1, 0);
      assertThat(Thread.interrupted()).isTrue();
    } else if (world.rank() == 1) {
      world.send(new int[1], 0, 0);
    }
  }

  /** It is null for the program, whether or not its operation goes on. */
  @OnRanks({2, 4})
  static void waitsAndTestsPassOverAFreedRequest(Communicator world) {
    int peer = world.rank() ^ 1;
    int[] got = {0};
    Request<Status> receive = world.irecv(got, peer, 0);
    receive.free();
    assertThat(receive.active()).isFalse();
    assertThat(Request.waitAny(receive)).isEqualTo(Completed.NONE);
    assertThat(Request.waitAll(receive)).containsExactly(Status.EMPTY);
    world.send(new int[] {7}, peer, 0);
    world.send(new int[1], peer, 1);
    world.recv(new int[1], peer, 1); // what was sent before has come
    assertThat(got).containsExactly(7);
  }

  @OnRanks({2, 4})
  static void requestsOfSeveralCommunicatorsCompleteTogether(Communicator world) {
    try (Communicator other = world.dup()) {
      int peer = world.rank() ^ 1;
      int[] a = new int[1];
      int[] b = new int[1];
      Request.waitAll(
          world.irecv(a, peer, 0),
          other.irecv(b, peer, 0),
          other.isend(Buf.of(new int[] {2}), peer, 0),
          world.isend(Buf.of(new int[] {1}), peer, 0));
      assertThat(a[0] * 10 + b[0]).isEqualTo(12);
    }
  }

  /** Section 3.7.3: a request that has been freed is a null request. */
  @OnRanks({1})
  static void aFreedRequestHasAnEmptyStatusAmongOthers(Communicator world) {
    Request<Status> freed = world.isend(new int[1], 0, 4);
    freed.free();
    Request<Status> receive = world.irecv(new int[1], 0, 4);
    world.send(new int[1], 0, 5);
    world.recv(new int[1], 0, 5);
    List<Status> both = List.of(Status.EMPTY, new Status(0, 4, 4));
    assertThat(Request.getStatusAll(List.of(freed, receive))).contains(both);
    assertThat(Request.waitAll(List.of(freed, receive))).isEqualTo(both);
  }

  @OnRanks({1})
  static void aRequestThatHasFailedIsEmptyWhenItIsWaitedForAgain(Communicator world) {
    Request<Status> receive = world.irecv(new byte[1], 0, 4);
    world.send(new byte[2], 0, 4);
    assertThatThrownBy(receive::waitFor).isInstanceOf(MpiTruncationException.class);
    assertThat(receive.waitFor()).isEqualTo(Status.EMPTY);
  }
}
