package org.purempi.tests.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.purempi.tests.recovery.Survivors.awaitFailure;
import static org.purempi.tests.recovery.Survivors.dies;
import static org.purempi.tests.recovery.Survivors.failure;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.Request;
import org.purempi.RevokedException;
import org.purempi.Status;
import org.purempi.Window;

/** The hints {@code mpi_error_range} and {@code mpi_error_uniform}. */
@Timeout(120)
class ErrorHintsTest {
  private static final String RANGE = "mpi_error_range";
  private static final String UNIFORM = "mpi_error_uniform";
  private static final int TAG = 3;
  private static final int RANKS = 4;
  private static final int DEAD = RANKS - 1;

  private static Communicator copy(Communicator world, String key, String value) {
    Communicator copy = world.dupWithInfo(Info.of(key, value));
    copy.setErrhandler(ErrorHandler.RETURN);
    assertThat(copy.getInfo().get(key)).contains(value);
    return copy;
  }

  /** The last rank fails once all others are here. */
  private static void diesWhenAllAreReady(Communicator world) {
    if (world.rank() == DEAD) {
      for (int rank = 0; rank < DEAD; rank++) {
        world.recv(new int[1], rank, 0);
      }
    } else {
      world.send(new int[1], DEAD, 0);
    }
    dies(world, DEAD);
  }

  private static void revoked(Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(RevokedException.class)
        .hasMessageContaining("has been revoked by "); // a failure in its range, or who knew of it
  }

  @Test
  void aFailureInTheGroupEndsWhatDoesNotNeedTheFailedRank() {
    Survivors.run(
        RANKS,
        world -> {
          Communicator group = copy(world, RANGE, "group");
          Communicator local = world.dup();
          int next = (world.rank() + 1) % DEAD;
          int before = (world.rank() + DEAD - 1) % DEAD;
          Request<Status> posted = group.irecv(new int[1], before, TAG);
          byte[] large = new byte[1 << 20];
          Request<Status> sent = group.isend(large, next, TAG + 1);
          diesWhenAllAreReady(world);
          revoked(posted::waitFor);
          revoked(sent::waitFor);
          revoked(() -> group.send(new int[1], next, TAG));
          revoked(() -> group.recv(new int[1], before, TAG));
          assertThat(group.isRevoked()).isTrue();
          assertThat(local.isRevoked()).isFalse();
          local.sendrecv(new int[1], next, TAG, new int[1], before, TAG);
          Communicator left = group.shrink();
          assertThat(left.allreduce(1, Op.SUM)).isEqualTo(DEAD);
          group.close();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"group", "universe"})
  void aFailureElsewhereEndsOnlyWhatHasTheUniverseAsItsRange(String range) {
    Survivors.run(
        RANKS,
        world -> {
          int color = world.rank() == DEAD ? 1 : 0;
          Communicator part = Objects.requireNonNull(world.split(color, 0));
          part.setErrhandler(ErrorHandler.RETURN);
          part.setInfo(Info.of(RANGE, range));
          int other = (part.rank() + 1) % part.size();
          Request<Status> posted =
              color == 0
                  ? part.irecv(new int[1], part.rank() == 0 ? 2 : part.rank() - 1, TAG)
                  : null;
          diesWhenAllAreReady(world);
          awaitFailure(world, DEAD);
          if (range.equals("group")) {
            part.send(new int[1], other, TAG);
            Objects.requireNonNull(posted).waitFor();
            part.barrier();
          } else {
            revoked(Objects.requireNonNull(posted)::waitFor);
            revoked(() -> part.send(new int[1], other, TAG));
            assertThatThrownBy(part::barrier)
                .hasMessageContaining("revoked by a failure in its mpi_error_range");
          }
        });
  }

  /** The root of a reduction needs all; the others have left before they can know. */
  @Test
  void collectivesFailAtAllOrAtNone() {
    Survivors.run(
        RANKS,
        world -> {
          Communicator uniform = copy(world, UNIFORM, "coll");
          int[] sum = new int[1];
          uniform.allreduce(new int[] {1}, sum, Op.SUM);
          assertThat(sum).containsExactly(RANKS);
          diesWhenAllAreReady(world);
          ProcessFailedException e = failure(() -> uniform.reduce(new int[] {1}, sum, Op.SUM, 0));
          assertThat(e.ranks()).containsExactly(DEAD);
          assertThat(uniform.shrink().allreduce(1, Op.SUM)).isEqualTo(DEAD);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"create", "construct", "coll"})
  void communicatorsAndWindowsAreMadeAtAllOrAtNone(String uniform) {
    Survivors.run(
        RANKS,
        world -> {
          Communicator all = copy(world, UNIFORM, uniform);
          all.dup().close();
          Window.allocate(all, 8, 8).close();
          diesWhenAllAreReady(world);
          failure(() -> all.split(0, 0));
          failure(() -> Window.allocate(all, 8, 8));
          Communicator left = all.shrink();
          assertThat(left.allreduce(1, Op.SUM)).isEqualTo(DEAD);
        });
  }

  @Test
  void groupsOfSomeAreMadeWithoutTheOthers() {
    Survivors.run(
        RANKS,
        world -> {
          Communicator all = copy(world, UNIFORM, "coll");
          if (world.rank() < 2) {
            Communicator two = Objects.requireNonNull(all.createGroup(all.group().incl(0, 1), TAG));
            assertThat(two.allreduce(1, Op.SUM)).isEqualTo(2);
          }
          all.barrier();
        });
  }

  @Test
  void otherValuesAreRefused() {
    Survivors.run(
        1,
        world -> {
          world.setErrhandler(ErrorHandler.RETURN);
          for (String key : new String[] {RANGE, UNIFORM}) {
            assertThatThrownBy(() -> world.setInfo(Info.of(key, "global")))
                .isInstanceOfSatisfying(
                    MpiArgumentException.class,
                    e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.INFO_VALUE))
                .hasMessageContaining(key + " is global: it is one of local, ");
          }
        });
  }
}
