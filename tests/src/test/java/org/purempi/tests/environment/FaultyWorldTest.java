package org.purempi.tests.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.RankBody;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.transport.FaultyTransport;
import org.purempi.world.ThreadWorld;

/** Worlds whose frames come late and out of turn, and whose offers are refused or fail. */
@Timeout(60)
class FaultyWorldTest {
  private static final int RANKS = 4;
  private static final int BUSY_PERCENT = 30;
  private static final int LATE_PERCENT = 40;
  private static final int MESSAGES = 40;

  /** Short ones, some of several frames, and some that ask first. */
  private static final int[] LENGTHS = {0, 1, 700, 9_000, 40_000, 200_000};

  @ParameterizedTest
  @ValueSource(longs = {1, 20, 300, 4_000})
  void messagesOfOneSenderArriveInOrderAndWhole(long seed) {
    run(seed, FaultyWorldTest::everybodyWritesToEverybody);
  }

  private static void run(long seed, RankBody body) {
    ThreadWorld.run(
        RANKS,
        false,
        t -> new FaultyTransport(t, seed + t.rank(), BUSY_PERCENT, LATE_PERCENT),
        body);
  }

  private static void everybodyWritesToEverybody(Communicator world) {
    List<Request<Status>> sends = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      for (int to = 0; to < RANKS; to++) {
        sends.add(world.isend(Buf.of(message(world.rank(), i)), to, i % 2));
      }
    }
    int[] next = new int[RANKS];
    for (int i = 0; i < MESSAGES * RANKS; i++) {
      byte[] into = new byte[LENGTHS[LENGTHS.length - 1]];
      Status status = world.recv(Buf.of(into), Mpi.ANY_SOURCE, Mpi.ANY_TAG);
      byte[] expected = message(status.source(), next[status.source()]++);
      assertThat(Arrays.copyOf(into, (int) status.bytes())).isEqualTo(expected);
    }
    Request.waitAll(sends);
  }

  private static byte[] message(int from, int number) {
    byte[] bytes = new byte[LENGTHS[number % LENGTHS.length]];
    Arrays.fill(bytes, (byte) (31 * from + number));
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 60, 700, 8_000})
  void collectivesGiveWhatTheyShould(long seed) {
    run(
        seed,
        world -> {
          for (int length : new int[] {1, 3_000, 40_000}) {
            collectives(world, length);
          }
        });
  }

  private static void collectives(Communicator world, int length) {
    int rank = world.rank();
    Request<?> barrier = world.ibarrier();
    long[] mine = new long[length];
    Arrays.fill(mine, rank + 1);
    long[] sum = new long[length];
    world.allreduce(Buf.of(mine), Buf.of(sum), Op.SUM);
    assertThat(sum).containsOnly(10);
    world.scan(Buf.of(mine), Buf.of(sum), Op.SUM);
    assertThat(sum).containsOnly((rank + 1) * (rank + 2L) / 2);
    world.reduce(Buf.of(mine), Buf.of(sum), Op.MAX, 2);
    if (rank == 2) {
      assertThat(sum).containsOnly(RANKS);
    }
    world.bcast(Buf.of(mine), 3);
    assertThat(mine).containsOnly(RANKS);
    Arrays.fill(mine, rank);
    long[] all = new long[RANKS * length];
    world.allgather(Buf.of(mine), Buf.of(all));
    for (int i = 0; i < all.length; i++) {
      assertThat(all[i]).isEqualTo(i / length);
    }
    barrier.waitFor();
  }

  @Test
  void aSendToAPeerThatCannotBeReachedAnyMoreIsAnErrorAndNoHang() {
    var faulty = new AtomicReferenceArray<FaultyTransport>(2);
    ThreadWorld.run(
        2,
        false,
        t -> {
          faulty.set(t.rank(), new FaultyTransport(t, 9, BUSY_PERCENT, LATE_PERCENT));
          return faulty.get(t.rank());
        },
        world -> {
          world.barrier();
          if (world.rank() == 0) {
            faulty.get(0).fail(1);
            for (int length : LENGTHS) {
              assertThatThrownBy(() -> world.send(Buf.of(new byte[length]), 1, 0))
                  .isInstanceOf(MpiException.class)
                  .hasMessageContaining("to rank 1 on MPI_COMM_WORLD any more");
            }
          }
        });
  }
}
