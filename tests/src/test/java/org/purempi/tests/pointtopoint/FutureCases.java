package org.purempi.tests.pointtopoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Completed;
import org.purempi.GeneralizedRequest;
import org.purempi.MpiTruncationException;
import org.purempi.PersistentRequest;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.tests.OnRanks;

/** A request's future, beside a thread that waits for the request itself. */
final class FutureCases {
  private static final int ROUNDS = 300;

  private FutureCases() {}

  /** Waits again and again for a request that has a future, whose result must be there, too. */
  private static void besideItsFuture(Communicator world, Consumer<Request<Status>> wait)
      throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      if (world.rank() == 0) {
        world.recv(new byte[0], 1, 99);
        world.send(new int[1], 1, 4);
      } else if (world.rank() == 1) {
        Request<Status> receive = world.irecv(new int[1], 0, 4);
        var future = receive.toCompletableFuture();
        world.send(new byte[0], 0, 99);
        wait.accept(receive);
        assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo(new Status(0, 4, 4));
      }
    }
  }

  @OnRanks({2, 4})
  static void aFutureAndAWaitOfOneRequestBothSeeItsResult(Communicator world) throws Exception {
    besideItsFuture(world, receive -> assertThat(receive.waitFor()).isEqualTo(new Status(0, 4, 4)));
  }

  /** Whose future was faster finds none active. */
  @OnRanks({2, 4})
  static void aFutureAndAWaitForAnyOfItsRequestsBothEnd(Communicator world) throws Exception {
    Completed first = new Completed(0, new Status(0, 4, 4));
    besideItsFuture(
        world,
        receive -> assertThat(Request.waitAny(List.of(receive))).isIn(Completed.NONE, first));
    besideItsFuture(
        world,
        receive ->
            Request.waitSome(List.of(receive))
                .ifPresent(some -> assertThat(some).containsExactly(first)));
  }

  @OnRanks({2, 4})
  static void aFutureAndAWaitForAllOfItsRequestsBothSeeTheirResults(Communicator world)
      throws Exception {
    List<Status> all = List.of(new Status(0, 4, 4));
    besideItsFuture(world, receive -> assertThat(Request.waitAll(receive)).isEqualTo(all));
    besideItsFuture(
        world,
        receive -> {
          Optional<List<Status>> done = Request.testAll(List.of(receive));
          while (done.isEmpty()) {
            done = Request.testAll(List.of(receive));
          }
          assertThat(done).contains(all);
        });
  }

  @OnRanks({1, 2})
  static void whatTheyGetIsMadeOnce(Communicator world) throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Request<Communicator> dup = world.idup();
      var future = dup.toCompletableFuture();
      Communicator waited = dup.waitFor();
      assertThat(future.get(10, TimeUnit.SECONDS)).isSameAs(waited);
      assertThat(dup.toCompletableFuture().get()).as("asked for late").isSameAs(waited);
      waited.close();
    }
  }

  @OnRanks({1})
  static void whatFailsFailsForBoth(Communicator world) {
    for (int i = 0; i < ROUNDS; i++) {
      Request<Status> receive = world.irecv(new int[1], 0, 4);
      var future = receive.toCompletableFuture();
      world.send(new int[2], 0, 4);
      assertThatThrownBy(receive::waitFor).isInstanceOf(MpiTruncationException.class);
      assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(MpiTruncationException.class);
    }
  }

  /** The second run's message is sent only when the first run's future is there. */
  @OnRanks({1})
  static void aFutureIsOfTheRunInWhichItWasMade(Communicator world) throws Exception {
    int[] data = new int[2];
    PersistentRequest receive = world.recvInit(Buf.of(data), 0, 4);
    for (int i = 0; i < ROUNDS; i++) {
      receive.start();
      var first = receive.toCompletableFuture();
      world.send(new int[1], 0, 4);
      receive.waitFor();
      receive.start();
      assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo(new Status(0, 4, 4));
      var second = receive.toCompletableFuture();
      assertThat(second).isNotDone();
      world.send(new int[2], 0, 4);
      assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo(new Status(0, 4, 8));
      assertThat(receive.active()).isFalse();
    }
    receive.free();
  }

  @OnRanks({1})
  static void nobodyCompletesTheFutureOfAnother(Communicator world) throws Exception {
    Request<Status> receive = world.irecv(new int[1], 0, 4);
    assertThat(receive.toCompletableFuture().cancel(true)).isTrue();
    var future = receive.toCompletableFuture();
    world.send(new int[1], 0, 4);
    assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo(new Status(0, 4, 4));
    assertThat(receive.waitFor()).isEqualTo(new Status(0, 4, 4));
  }

  /** Whatever a program's own code throws. */
  @OnRanks({1})
  static void anErrorEndsAFutureToo(Communicator world) {
    GeneralizedRequest request =
        world
            .mpi()
            .grequestStart(
                new GeneralizedRequest.Callbacks() {
                  @Override
                  public Status query() {
                    throw new LinkageError("no such class");
                  }

                  @Override
                  public void free() {}

                  @Override
                  public void cancel(boolean complete) {}
                });
    var future = request.toCompletableFuture();
    request.complete();
    assertThatThrownBy(() -> future.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(LinkageError.class);
    assertThatThrownBy(request::waitFor).isInstanceOf(LinkageError.class);
  }
}
