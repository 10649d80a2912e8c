package org.purempi.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Rendezvous;

/** Ranks that meet without a launcher, as threads of this process. */
@Timeout(30)
class ConnectTest {
  private static final String SECRET = "a secret of many characters";
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(600);

  private final ExecutorService ranks = Executors.newCachedThreadPool();
  private final int port = freePort();

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void allRanksHaveEnded() throws InterruptedException {
    ranks.shutdownNow();
    assertThat(ranks.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  private Rendezvous at(int rank, int size) {
    return Rendezvous.at("localhost:" + port, rank, size).within(LONG);
  }

  private <T> Future<T> start(Callable<T> rank) {
    return ranks.submit(rank);
  }

  private static double sum(Communicator world) {
    return world.allreduce((double) world.rank(), Op.SUM);
  }

  private static double sumOf(Rendezvous where) {
    try (Mpi mpi = Mpi.connect(where)) {
      return sum(mpi.world());
    }
  }

  private static String messageOf(Future<?> rank) throws InterruptedException {
    try {
      return "no error but " + rank.get();
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(MpiException.class);
      return String.valueOf(Objects.requireNonNull(e.getCause()).getMessage());
    }
  }

  @Test
  void ranksMeetInAnyOrderAndRankZeroMayComeLast() throws Exception {
    List<Future<Double>> all = new ArrayList<>();
    for (int rank : new int[] {3, 1, 2}) {
      all.add(start(() -> sumOf(at(rank, 4).withSecret(SECRET))));
    }
    Thread.sleep(150);
    all.add(start(() -> sumOf(at(0, 4).withSecret(SECRET))));
    for (Future<Double> one : all) {
      assertThat(one.get()).isEqualTo(6);
    }
  }

  @Test
  void aRankThatDoesNotComeIsNamedOnEveryRank() throws Exception {
    List<Future<Double>> all = new ArrayList<>();
    for (int rank : new int[] {1, 4}) {
      all.add(start(() -> sumOf(at(rank, 5))));
    }
    all.add(start(() -> sumOf(at(0, 5).within(Duration.ofSeconds(5))))); // the others may be slow
    for (Future<Double> one : all) {
      assertThat(messageOf(one)).contains("ranks 2-3 of 5 did not come within 5 s");
    }
  }

  @Test
  void rankZeroThatDoesNotComeIsNamed() throws Exception {
    Future<Double> one = start(() -> sumOf(at(1, 2).within(SHORT)));
    assertThat(messageOf(one))
        .contains("rank 0 was not reachable at localhost port " + port)
        .contains("Connection refused");
  }

  @Test
  void aNameThatDoesNotResolveIsAskedForUntilTheTimeIsOver() {
    Rendezvous nowhere = Rendezvous.at("no-such-host.invalid", 1, 2).within(SHORT);
    assertThatThrownBy(() -> Mpi.connect(nowhere.withSecret(SECRET)))
        .hasMessageContaining("no-such-host.invalid port 8670")
        .hasMessageContaining("its name does not resolve");
  }

  @Test
  void aSecondProcessOfTheSameRankIsRefusedAndTheFirstGoesOn() throws Exception {
    Future<Double> zero = start(() -> sumOf(at(0, 3)));
    var twins = new ExecutorCompletionService<Double>(ranks);
    Future<Double> one = twins.submit(() -> sumOf(at(1, 3)));
    Future<Double> other = twins.submit(() -> sumOf(at(1, 3)));
    Future<Double> refused = twins.take();
    assertThat(messageOf(refused)).contains("rank 1 cannot join: it has joined already, on");
    assertThat(messageOf(start(() -> sumOf(at(0, 3)))))
        .contains("rank 0 cannot listen at 127.0.0.1 port " + port)
        .contains("another process is rank 0 here");
    assertThat(sumOf(at(2, 3))).isEqualTo(3);
    assertThat(zero.get()).isEqualTo(3);
    assertThat((refused == one ? other : one).get()).isEqualTo(3);
  }

  @Test
  void aRankOfAnotherSizeIsRefusedAndToldOfByTheOthers() throws Exception {
    Future<Double> zero = start(() -> sumOf(at(0, 2).within(Duration.ofSeconds(4))));
    assertThat(messageOf(start(() -> sumOf(at(1, 3)))))
        .contains("it was started for a world of 3 ranks, rank 0 for one of 2");
    assertThat(messageOf(zero)).contains("rank 1 of 2 did not come").contains("a world of 3 ranks");
  }

  @Test
  void anotherSecretIsNoSecret() throws Exception {
    Duration awhile = Duration.ofSeconds(4);
    Future<Double> zero = start(() -> sumOf(at(0, 2).withSecret(SECRET).within(awhile)));
    Future<Double> other = start(() -> sumOf(at(1, 2).withSecret("quite another secret")));
    Future<Double> none = start(() -> sumOf(at(1, 2)));
    assertThat(messageOf(other)).contains("does not know this rank's secret");
    assertThat(messageOf(none)).contains("or one of both has none");
    assertThat(messageOf(zero)).contains("as a rank with another secret does");
  }

  @Test
  void withoutASecretRanksMeetOnLoopbackOnly() {
    for (int rank = 0; rank < 2; rank++) {
      Rendezvous there = Rendezvous.at("192.0.2.1:4711", rank, 2);
      assertThatThrownBy(() -> Mpi.connect(there))
          .hasMessageContaining("PUREMPI_SECRET_FILE")
          .hasMessageContaining("localhost only");
    }
  }

  @Test
  void anAbortEndsTheWaitsOfAllOthers() throws Exception {
    List<Future<Double>> all = new ArrayList<>();
    for (int r = 0; r < 3; r++) {
      int rank = r;
      all.add(
          start(
              () -> {
                try (Mpi mpi = Mpi.connect(at(rank, 3))) {
                  if (rank == 2) {
                    throw mpi.abort(7);
                  }
                  mpi.world().recv(new double[1], 2, 0);
                  return 0.0;
                }
              }));
    }
    for (Future<Double> one : all) {
      assertThatThrownBy(one::get)
          .cause()
          .isInstanceOfSatisfying(
              MpiAbortException.class, e -> assertThat(e.errorCode()).isEqualTo(7))
          .hasMessageContaining("rank 2 called abort(7)");
    }
  }

  @Test
  void aBodyThatFailsEndsTheWorldAndNotTheProcess() throws Exception {
    Future<Double> waits =
        start(
            () -> {
              Mpi.connect(at(0, 2), world -> world.recv(new double[1], 1, 0));
              return 0.0;
            });
    assertThatThrownBy(
            () ->
                Mpi.connect(
                    at(1, 2),
                    world -> {
                      throw new IOException("disk full");
                    }))
        .hasMessageContaining("rank 1 of 2 failed")
        .hasRootCauseMessage("disk full");
    assertThat(messageOf(waits)).contains("rank 1 of 2 failed: java.io.IOException: disk full");
  }

  @Test
  void worldsMeetOneAfterTheOtherAtTheSamePlace() throws Exception {
    List<Future<Double>> all = new ArrayList<>();
    for (int r = 0; r < 2; r++) {
      int rank = r;
      all.add(
          start(
              () -> {
                double total = 0;
                for (int world = 0; world < 3; world++) {
                  total += sumOf(at(rank, 2).withSecret(SECRET));
                }
                return total;
              }));
    }
    for (Future<Double> one : all) {
      assertThat(one.get()).isEqualTo(3);
    }
  }

  @Test
  void theProgramMayTellWhereToMeet() throws Exception {
    int size = 3;
    String[] words = new String[size];
    var barrier = new CyclicBarrier(size);
    List<Future<Double>> all = new ArrayList<>();
    for (int r = 0; r < size; r++) {
      int rank = r;
      Rendezvous where =
          Rendezvous.by(mine -> exchanged(words, barrier, rank, mine), rank, size).within(LONG);
      all.add(start(() -> sumOf(where)));
    }
    for (Future<Double> one : all) {
      assertThat(one.get()).isEqualTo(3);
    }
  }

  private static String[] exchanged(String[] words, CyclicBarrier all, int rank, String mine)
      throws BrokenBarrierException, InterruptedException {
    words[rank] = mine;
    all.await();
    return words.clone();
  }

  @Test
  void anExchangeThatLosesAWordIsAnError() {
    Rendezvous where = Rendezvous.by(mine -> new String[] {mine}, 0, 2);
    assertThatThrownBy(() -> Mpi.connect(where))
        .hasMessageContaining("the exchange answers 1 words for 2 ranks");
  }

  @Test
  void strangersAtTheGateKeepNobodyOut() throws Exception {
    Future<Double> zero = start(() -> sumOf(at(0, 2)));
    int more = 80; // than a gate bears at once
    List<Socket> strangers = new ArrayList<>();
    Random random = new Random(4711);
    while (strangers.size() < more) {
      try {
        Socket one = new Socket(InetAddress.getLoopbackAddress(), port);
        strangers.add(one);
        byte[] noise = new byte[random.nextInt(200)];
        random.nextBytes(noise);
        one.getOutputStream().write(noise);
      } catch (IOException notOpenYetOrHungUp) {
        Thread.sleep(1);
      }
    }
    assertThat(sumOf(at(1, 2))).isEqualTo(1);
    assertThat(zero.get()).isEqualTo(1);
    for (Socket one : strangers) {
      one.close();
    }
  }

  @Test
  void oneRankNeedsNobody() {
    assertThat(sumOf(Rendezvous.at("no-such-host.invalid", 0, 1))).isZero();
  }

  @Test
  void ranksOfOneProcessExchangeLargeMessages() throws Exception {
    int count = 200_000;
    Future<Double> zero =
        start(
            () -> {
              Mpi.connect(
                  at(0, 2),
                  world -> {
                    double[] all = new double[count];
                    all[count - 1] = 5;
                    world.send(all, 1, 0);
                  });
              return 0.0;
            });
    Mpi.connect(
        at(1, 2),
        world -> {
          double[] all = new double[count];
          world.recv(all, 0, 0);
          assertThat(all[count - 1]).isEqualTo(5);
        });
    assertThat(zero.get()).isZero();
  }
}
