package org.purempi.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.RankBody;

/** Collectives that did not match and stopped nobody are told of at the end. */
@Timeout(60)
@ResourceLock(Resources.SYSTEM_ERR)
class UnreceivedTest {
  private static String told(int ranks, RankBody body) {
    PrintStream before = System.err;
    var written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      Mpi.runThreads(ranks, body);
    } catch (MpiException e) {
      written.writeBytes("failed".getBytes(StandardCharsets.UTF_8));
    } finally {
      System.setErr(before);
    }
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void twoRootsOfABroadcastAreNamed() {
    assertThat(told(2, world -> world.bcast(new int[4], world.rank())))
        .containsPattern(
            "purempi: warning: rank . ends MPI, but has never received a message of bcast\\(int,"
                + " root .\\) from rank . on MPI_COMM_WORLD: all ranks");
  }

  @Test
  void aGatherAgainstAScatterIsNamed() {
    assertThat(
            told(
                2,
                world -> {
                  if (world.rank() == 0) {
                    world.gather(Buf.of(new float[1]), null, 1);
                  } else {
                    world.scatter(Buf.of(new float[2]), Buf.of(new float[1]), 1);
                  }
                }))
        .containsPattern("of (gather|scatter)\\(float, root 1\\) from rank .");
  }

  @Test
  void aCommunicatorThatHasBeenClosedIsNamed() {
    assertThat(
            told(
                2,
                world -> {
                  try (Communicator dup = world.dup()) {
                    dup.bcast(new int[4], dup.rank());
                    world.barrier();
                  }
                }))
        .contains("on dup of MPI_COMM_WORLD");
  }

  @Test
  void aProgramWithoutMistakesIsToldNothing() {
    assertThat(
            told(
                3,
                world -> {
                  for (int root = 0; root < world.size(); root++) {
                    world.bcast(new int[4], root);
                    world.send(new int[4], (world.rank() + 1) % 3, 0); // of the program, not ours
                  }
                  world.ibarrier().waitFor();
                  world.allreduce(1, Op.SUM);
                }))
        .isEmpty();
  }

  @Test
  void whoHasCaughtTheErrorIsToldNothing() {
    assertThat(
            told(
                2,
                world -> {
                  boolean isWrong = world.rank() == 1;
                  try {
                    world.bcast(new int[4], isWrong ? 2 : 0);
                    assertThat(isWrong).isFalse();
                  } catch (MpiArgumentException e) {
                    assertThat(isWrong).isTrue();
                    world.recv(new int[1], 0, 0);
                  }
                  if (!isWrong) {
                    world.send(new int[1], 1, 0);
                  }
                }))
        .isEmpty();
  }

  @Test
  void aJobThatFailsIsToldOnlyWhy() {
    assertThat(
            told(
                2,
                world -> {
                  world.bcast(new int[4], world.rank());
                  throw new IllegalStateException();
                }))
        .isEqualTo("failed");
  }
}
