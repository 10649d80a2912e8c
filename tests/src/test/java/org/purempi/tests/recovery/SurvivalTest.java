package org.purempi.tests.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.purempi.tests.recovery.Survivors.awaitFailure;
import static org.purempi.tests.recovery.Survivors.dies;
import static org.purempi.tests.recovery.Survivors.failure;
import static org.purempi.tests.recovery.Survivors.repeat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.purempi.Agreement;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.ProcessFailedException;
import org.purempi.Request;
import org.purempi.RevokedException;
import org.purempi.Status;

/** What ranks see of the failure of others, and what they can do about it. */
class SurvivalTest {
  private static final int TAG = 5;

  // ---- Point to point

  @Test
  void whatNeedsTheFailedRankFailsAndNamesIt() {
    Survivors.run(
        4,
        world -> {
          dies(world, 2);
          ProcessFailedException e = failure(() -> world.recv(new int[1], 2, TAG));
          assertThat(e.ranks()).containsExactly(2);
          assertThat(e.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
          assertThat(e).hasMessageContaining("rank 2").hasMessageContaining("MPI_COMM_WORLD");
          failure(() -> world.send(new int[1], 2, TAG));
          failure(() -> world.send(new byte[1 << 20], 2, TAG));
          failure(() -> world.ssend(Buf.of(new int[1]), 2, TAG));
          failure(() -> world.probe(2, TAG));
          failure(() -> world.iprobe(2, TAG));
          failure(() -> world.irecv(new int[1], 2, TAG).waitFor());
          failure(() -> world.isend(new int[1], 2, TAG).waitFor());
          failure(() -> world.mprobe(2, TAG));
        });
  }

  @Test
  void whatDoesNotNeedItGoesOn() {
    Survivors.run(
        4,
        world -> {
          dies(world, 3);
          awaitFailure(world, 3);
          int next = (world.rank() + 1) % 3;
          int before = (world.rank() + 2) % 3;
          for (int bytes : new int[] {1, 5_000, 3 << 20}) {
            byte[] got = new byte[bytes];
            Status status = world.sendrecv(filled(bytes, world), next, TAG, got, before, TAG);
            assertThat(status.bytes()).isEqualTo(bytes);
            assertThat(got).containsOnly(before);
          }
        });
  }

  private static byte[] filled(int bytes, Communicator world) {
    byte[] data = new byte[bytes];
    Arrays.fill(data, (byte) world.rank());
    return data;
  }

  @Test
  void messagesOfTheFailedRankThatHaveComeAreReceived() {
    Survivors.run(
        2,
        world -> {
          if (world.rank() == 1) {
            world.send(new int[] {7}, 0, TAG);
            dies(world, 1);
          }
          Thread.sleep(200);
          int[] got = new int[1];
          world.recv(got, 1, TAG);
          assertThat(got).containsExactly(7);
          failure(() -> world.recv(got, 1, TAG));
        });
  }

  @Test
  void longMessagesThatAreOnTheirWayFail() {
    Survivors.run(
        3,
        world -> {
          if (world.rank() == 1) {
            Request<Status> unused = world.isend(new byte[1 << 20], 0, TAG);
            world.recv(new int[1], 2, TAG);
            dies(world, 1);
          }
          if (world.rank() == 2) {
            world.send(new int[1], 1, TAG);
            awaitFailure(world, 1);
          } else {
            failure(() -> world.recv(new int[1], 1, TAG + 1));
            // Its request to send has come; its memory is not to be read for it any more.
            try {
              world.recv(new byte[1 << 20], 1, TAG);
            } catch (ProcessFailedException e) {
              assertThat(e.ranks()).containsExactly(1);
            }
          }
        });
  }

  @Test
  void aReceiveFromAnyRankWaitsUntilTheFailureIsAcknowledged() {
    Survivors.run(
        3,
        world -> {
          dies(world, 2);
          int[] got = new int[1];
          if (world.rank() == 1) {
            world.recv(new int[1], 0, TAG + 1);
            world.send(new int[] {9}, 0, TAG);
            return;
          }
          Request<Status> request = world.irecv(got, Mpi.ANY_SOURCE, TAG);
          ProcessFailedException e = failure(request::waitFor);
          assertThat(e.errorClass()).isEqualTo(ErrorClass.PROC_FAILED_PENDING);
          assertThat(e.isPending()).isTrue();
          assertThat(request.active()).isTrue();
          assertThat(failure(request::test).isPending()).isTrue();
          assertThat(failure(() -> world.recv(got, Mpi.ANY_SOURCE, TAG)).isPending()).isFalse();
          assertThat(world.ackFailed(Integer.MAX_VALUE)).isEqualTo(1);
          assertThat(request.test()).isEmpty();
          world.send(new int[1], 1, TAG + 1);
          assertThat(request.waitFor().source()).isEqualTo(1);
          assertThat(got).containsExactly(9);
          Request<Status> other = world.irecv(got, Mpi.ANY_SOURCE, TAG);
          other.cancel();
          assertThat(other.waitFor().cancelled()).isTrue();
        });
  }

  @Test
  void aReceiveThatWaitsForAnAcknowledgementCanBeCancelled() {
    Survivors.run(
        2,
        world -> {
          dies(world, 1);
          awaitFailure(world, 1);
          Request<Status> request = world.irecv(new int[1], Mpi.ANY_SOURCE, TAG);
          failure(request::waitFor);
          request.cancel();
          assertThat(request.waitFor().cancelled()).isTrue();
          assertThat(request.active()).isFalse();
        });
  }

  // ---- What is known

  @Test
  void theListOfFailuresOnlyGrowsAtItsEnd() {
    Survivors.run(
        5,
        world -> {
          dies(world, 3);
          awaitFailure(world, 3);
          Group first = world.getFailed();
          if (world.rank() != 1) {
            world.send(new int[1], 1, TAG);
          } else {
            for (int rank : new int[] {0, 2, 4}) {
              world.recv(new int[1], rank, TAG);
            }
          }
          dies(world, 1);
          awaitFailure(world, 1);
          Group both = world.getFailed();
          int[] ranks = both.translateRanks(new int[] {0, 1}, world.group());
          assertThat(ranks).containsExactly(3, 1);
          assertThat(first.size()).isEqualTo(1);
          assertThat(world.ackFailed(1)).isEqualTo(1);
          assertThat(world.failureGetAcked().size()).isEqualTo(1);
          assertThat(failure(() -> world.recv(new int[1], Mpi.ANY_SOURCE, TAG)).ranks())
              .containsExactly(1);
          world.failureAck();
          assertThat(world.failureGetAcked().size()).isEqualTo(2);
          assertThat(world.ackFailed(0)).isEqualTo(2);
        });
  }

  @Test
  void errorsPassTheErrorHandler() {
    Survivors.run(
        3,
        world -> {
          List<ErrorClass> seen = new ArrayList<>();
          world.setErrhandler(
              ErrorHandler.of((communicator, error) -> seen.add(error.errorClass())));
          dies(world, 1);
          awaitFailure(world, 1);
          failure(() -> world.allreduce(new int[1], Op.SUM));
          Agreement unused = world.agreement(1); // all have seen it
          world.revoke();
          assertThatThrownBy(world::barrier).isInstanceOf(RevokedException.class);
          Communicator left = world.shrink();
          left.barrier();
          assertThat(seen)
              .containsOnly(ErrorClass.PROC_FAILED, ErrorClass.REVOKED)
              .startsWith(ErrorClass.PROC_FAILED)
              .endsWith(ErrorClass.REVOKED);
        });
  }

  // ---- Collectives

  /** Collective operations on ints, short or long. */
  enum Collective {
    BARRIER((c, n) -> c.barrier()),
    BCAST((c, n) -> c.bcast(new int[n], 0)),
    GATHER((c, n) -> c.gather(new int[n], new int[n * c.size()], 0)),
    SCATTER((c, n) -> c.scatter(new int[n * c.size()], new int[n], 0)),
    ALLGATHER((c, n) -> c.allgather(new int[n], new int[n * c.size()])),
    ALLTOALL((c, n) -> c.alltoall(new int[n * c.size()], new int[n * c.size()])),
    REDUCE((c, n) -> c.reduce(new int[n], new int[n], Op.SUM, 0)),
    ALLREDUCE((c, n) -> c.allreduce(new int[n], Op.SUM)),
    SCAN((c, n) -> c.scan(new int[n], new int[n], Op.SUM)),
    IBARRIER((c, n) -> c.ibarrier().waitFor()),
    IALLREDUCE((c, n) -> c.iallreduce(Buf.of(new int[n]), Buf.of(new int[n]), Op.SUM).waitFor()),
    IBCAST((c, n) -> c.ibcast(Buf.of(new int[n]), 0).waitFor()),
    KEPT(
        (c, n) -> {
          PersistentRequest kept = c.allreduceInit(Buf.of(new int[n]), Buf.of(new int[n]), Op.SUM);
          kept.start();
          kept.waitFor();
        }),
    DUP((c, n) -> c.dup().close()),
    SPLIT((c, n) -> c.split(0, 0)),
    OBJECTS((c, n) -> c.bcastObject("x".repeat(n), String.class, 0));

    private interface Call {
      void call(Communicator on, int count);
    }

    @SuppressWarnings("ImmutableEnumChecker") // it has no state
    private final Call call;

    Collective(Call call) {
      this.call = call;
    }
  }

  @ParameterizedTest
  @EnumSource(Collective.class)
  void noCollectiveWaitsForEver(Collective one) {
    for (int ranks : new int[] {2, 3, 5}) {
      for (int count : new int[] {1, 40_000}) {
        for (int victim : new int[] {0, ranks - 1}) {
          Survivors.run(ranks, world -> loop(world, one, count, victim));
        }
      }
    }
  }

  private static void loop(Communicator world, Collective one, int count, int victim) {
    if (world.rank() == victim) {
      for (int i = 0; i < 3; i++) {
        one.call.call(world, count);
      }
      dies(world, victim);
    }
    ProcessFailedException e =
        failure(
            () -> {
              while (true) {
                one.call.call(world, count);
              }
            });
    assertThat(e.ranks()).containsExactly(victim);
    Communicator left = world.shrink();
    assertThat(left.size()).isEqualTo(world.size() - 1);
    for (int i = 0; i < 3; i++) {
      one.call.call(left, count);
    }
  }

  // ---- Revoke

  @Test
  void whatWaitsWhenItIsRevokedEnds() {
    List<Consumer<Communicator>> waits =
        List.of(
            c -> c.recv(new int[1], (c.rank() + 1) % c.size(), TAG),
            c -> c.recv(new int[1], Mpi.ANY_SOURCE, TAG),
            c -> c.send(new byte[1 << 20], (c.rank() + 1) % c.size(), TAG),
            c -> c.ssend(Buf.of(new int[1]), (c.rank() + 1) % c.size(), TAG),
            c -> c.probe(Mpi.ANY_SOURCE, TAG),
            c -> c.irecv(new int[1], 0, TAG).waitFor(),
            c -> c.bcast(new byte[1 << 20], 0),
            Communicator::barrier);
    for (Consumer<Communicator> wait : waits) {
      Survivors.run(
          4,
          world -> {
            Communicator some = world.dup();
            if (world.rank() == 0) {
              Thread.sleep(20);
              some.revoke();
              some.revoke();
            } else {
              assertThatThrownBy(() -> repeat(wait, some)).isInstanceOf(RevokedException.class);
            }
            assertThat(some.isRevoked()).isTrue();
            assertThatThrownBy(() -> some.isend(new int[1], 0, TAG))
                .isInstanceOf(RevokedException.class)
                .hasMessageContaining("dup of MPI_COMM_WORLD has been revoked");
            assertThatThrownBy(some::dup).isInstanceOf(RevokedException.class);
            assertThat(some.size()).isEqualTo(4);
            Communicator again = some.shrink();
            assertThat(again.size()).isEqualTo(4);
            assertThat(again.allreduce(1, Op.SUM)).isEqualTo(4);
            some.close();
            assertThat(world.isRevoked()).isFalse();
            world.barrier();
          });
    }
  }

  @Test
  void whoRevokesAndDiesHasRevoked() {
    for (int round = 0; round < 20; round++) {
      Survivors.run(
          5,
          world -> {
            if (world.rank() == 1) {
              world.barrier();
              world.revoke();
              dies(world, 1);
            }
            assertThatThrownBy(() -> repeat(Communicator::barrier, world))
                .isInstanceOfAny(RevokedException.class, ProcessFailedException.class);
            assertThat(world.shrink().size()).isEqualTo(4);
          });
    }
  }

  // ---- Jobs that end with their first rank

  @Test
  void withoutRecoveryNothingIsRevoked() {
    new org.purempi.tool.ThreadJob(2, false, null)
        .run(
            world -> {
              assertThatThrownBy(world::revoke)
                  .isInstanceOf(MpiException.class)
                  .hasMessageContaining("-enable-recovery");
              assertThat(world.isRevoked()).isFalse();
              assertThat(world.getFailed().size()).isZero();
              assertThat(world.ackFailed(3)).isZero();
              assertThat(world.agree(5 + world.rank())).isEqualTo(4);
              assertThat(world.shrink().size()).isEqualTo(2);
            });
  }

  @Test
  void withoutRecoveryARankThatFailsEndsAll() {
    assertThatThrownBy(
            () ->
                new org.purempi.tool.ThreadJob(3, false, null)
                    .run(
                        world -> {
                          dies(world, 1);
                          world.barrier();
                        }))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining("rank 1 of 3 failed");
  }
}
