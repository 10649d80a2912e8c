package org.purempi.tests.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.tests.recovery.Survivors.awaitFailure;
import static org.purempi.tests.recovery.Survivors.dies;
import static org.purempi.tests.recovery.Survivors.failure;
import static org.purempi.tests.recovery.Survivors.repeat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Agreement;
import org.purempi.Communicator;
import org.purempi.Group;
import org.purempi.Intercommunicator;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.Request;

/** What ranks that survive others agree on, and the communicators that they make of it. */
class AgreementTest {
  private static final int TAG = 5;

  // ---- Shrink and agree

  @Test
  void severalFailAndTheOthersShrinkAgainAndAgain() {
    Survivors.run(
        8,
        world -> {
          Communicator now = world;
          for (int victim = 7; victim > 0; victim--) {
            dies(world, victim);
            now = victim % 2 == 0 ? now.shrink() : now.ishrink().waitFor();
            // A rank that has just died may still be in it.
            while (now.size() > victim) {
              assertThat(now.size()).isEqualTo(victim + 1);
              Communicator last = now;
              failure(() -> repeat(Communicator::barrier, last));
              now = now.shrink();
            }
            assertThat(now.rank()).isEqualTo(world.rank());
            assertThat(now.agreement(victim).flag()).isEqualTo(victim);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7, 16})
  void agreementIsTheAndOfTheFlags(int ranks) {
    Survivors.run(
        ranks,
        world -> {
          for (int round = 0; round < 50; round++) {
            int all = (1 << ranks) - 1;
            assertThat(world.agree(~(1 << world.rank())) & all).isZero();
            assertThat(world.agree(round)).isEqualTo(round);
            Request<Agreement> first = world.iagree(1);
            Request<Agreement> second = world.iagree(world.rank());
            assertThat(second.waitFor().flag()).isZero();
            assertThat(first.waitFor()).isEqualTo(new Agreement(1, List.of(), true));
          }
        });
  }

  @Test
  void agreementTellsOfFailuresUntilAllHaveAcknowledgedThem() {
    Survivors.run(
        4,
        world -> {
          dies(world, 0);
          awaitFailure(world, 0);
          if (world.rank() != 2) {
            world.failureAck();
          }
          ProcessFailedException e = failure(() -> world.agree(1));
          assertThat(e.ranks()).containsExactly(0);
          world.failureAck();
          assertThat(world.agree(world.rank() | 4)).isEqualTo(4);
          assertThat(world.agreement(6)).isEqualTo(new Agreement(6, List.of(0), true));
        });
  }

  @Test
  void ranksThatFailInAnAgreementDoNotDivideTheOthers() {
    for (int round = 0; round < 60; round++) {
      int victim = round % 6;
      long nanos = round * 3_000L;
      Survivors.run(
          6,
          world -> {
            try {
              world.barrier();
            } catch (ProcessFailedException e) {
              // the victim is through already
            }
            if (world.rank() == victim) {
              Request<Agreement> unused = world.iagree(~0);
              long until = System.nanoTime() + nanos;
              while (System.nanoTime() < until) {
                Thread.onSpinWait();
              }
              dies(world, victim);
            }
            Agreement agreed = world.agreement(~(1 << world.rank()));
            Communicator left = world.shrink();
            int[] all = new int[left.size()];
            left.allgather(
                new int[] {agreed.flag() ^ (agreed.isAcknowledged() ? 0 : 1 << 30)}, all);
            assertThat(all).containsOnly(all[0]);
          });
    }
  }

  // ---- More communicators

  @Test
  void groupsOfTheLivingCanMakeCommunicators() {
    Survivors.run(
        5,
        world -> {
          dies(world, 2);
          awaitFailure(world, 2);
          Group living = world.group().difference(world.getFailed());
          Communicator made = Objects.requireNonNull(world.createGroup(living, TAG));
          assertThat(made.size()).isEqualTo(4);
          assertThat(made.allreduce(1, Op.SUM)).isEqualTo(4);
        });
  }

  @Test
  void twoGroupsShrink() {
    Survivors.run(
        6,
        world -> {
          Communicator half = Objects.requireNonNull(world.split(world.rank() % 2, 0));
          Intercommunicator bridge = half.intercommCreate(0, world, 1 - world.rank() % 2, TAG);
          assertThat(bridge.agree(3)).isEqualTo(3); // all have made it
          dies(world, 3);
          failure(() -> repeat(Communicator::barrier, bridge));
          assertThat(bridge.getFailed().size()).isEqualTo(1);
          assertThat(bridge.agreement(1).flag()).isEqualTo(1);
          bridge.revoke();
          Intercommunicator left = (Intercommunicator) bridge.shrink();
          assertThat(left.size()).isEqualTo(world.rank() % 2 == 0 ? 3 : 2);
          assertThat(left.remoteSize()).isEqualTo(world.rank() % 2 == 0 ? 2 : 3);
          left.barrier();
          assertThat(left.merge(false).allreduce(1, Op.SUM)).isEqualTo(5);
          bridge.failureAck();
        });
  }
}
