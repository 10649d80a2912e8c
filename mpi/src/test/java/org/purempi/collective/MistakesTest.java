package org.purempi.collective;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.RankBody;

/** Ranks that call collectives that do not belong together: each mistake is named. */
@Timeout(60)
class MistakesTest {
  private static final int RANKS = 3;
  private static final int LAST = RANKS - 1;

  private static void fails(ErrorClass as, String saying, RankBody body) {
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    RANKS,
                    world -> {
                      body.run(world);
                      world.barrier();
                    }))
        .isInstanceOfSatisfying(
            MpiException.class,
            e -> {
              if (e.errorClass() != as) {
                throw new AssertionError("error class " + e.errorClass(), e);
              }
            })
        .hasMessageMatching("(?s).*" + saying + ".*");
  }

  private static boolean isLast(Communicator world) {
    return world.rank() == LAST;
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 1000, 100_000})
  void anotherCallIsNamed(int length) {
    fails(
        ErrorClass.OTHER,
        "is in (bcast\\(float, root 0\\)|allreduce\\(float, SUM\\)) on MPI_COMM_WORLD, but rank ."
            + " is in (bcast\\(float, root 0\\)|allreduce\\(float, SUM\\)): all ranks",
        world -> {
          float[] data = new float[length];
          if (isLast(world)) {
            world.bcast(data, 0);
          } else {
            world.allreduce(data, Op.SUM);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 1000, 100_000})
  void anotherRootIsNamed(int length) {
    fails(
        ErrorClass.ROOT,
        "is in bcast\\(float, root .\\) on MPI_COMM_WORLD, but rank . is in bcast\\(float, root"
            + " .\\)",
        world -> world.bcast(new float[length], isLast(world) ? 1 : 0));
  }

  @Test
  void whoEndsInsteadIsNamed() {
    assertThatThrownBy(
            () ->
                Mpi.runThreads(RANKS, world -> world.reduce(1, Op.SUM, world.rank() == 1 ? 1 : 0)))
        .hasMessageContaining(
            "in reduce(int, SUM, root 1) for rank 2: rank 2 has ended MPI (close, MPI_Finalize) and"
                + " sent nothing for this call: did it call reduce with another root, or not at"
                + " all?");
    assertThatThrownBy(
            () ->
                Mpi.runThreads(
                    RANKS,
                    world -> {
                      if (!isLast(world)) {
                        world.barrier();
                      }
                    }))
        .hasMessageContaining("for rank 2: rank 2 has ended MPI (close, MPI_Finalize) and sent")
        .hasMessageContaining("did it call barrier?");
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 1000, 100_000})
  void anotherOperatorOrDatatypeOrLengthIsNamed(int length) {
    fails(
        ErrorClass.OP,
        "allreduce\\(float, (SUM|MAX)\\) on MPI_COMM_WORLD, but rank . is in allreduce\\(float,"
            + " (SUM|MAX)\\)",
        world -> world.allreduce(new float[length], isLast(world) ? Op.MAX : Op.SUM));
    fails(
        ErrorClass.TYPE,
        "is in bcast\\(double, root 0\\) on MPI_COMM_WORLD, but rank 0 is in bcast\\(int, root"
            + " 0\\)",
        world -> {
          if (world.rank() == 0) {
            world.bcast(new int[2 * length], 0);
          } else {
            world.bcast(new double[length], 0);
          }
        });
    fails(
        ErrorClass.COUNT,
        "is in allreduce\\(float, SUM\\) of another length",
        world -> world.allreduce(new float[isLast(world) ? length - 1 : length], Op.SUM));
    fails(
        ErrorClass.COUNT,
        "in bcast\\(float, root 0\\) on MPI_COMM_WORLD got %d bytes from rank 0 where it expects %d"
            .formatted(2 * length, 4 * length),
        world -> world.bcast(new float[world.rank() == 0 ? length / 2 : length], 0));
    fails(
        ErrorClass.TRUNCATE,
        "in bcast\\(float, root 0\\) on MPI_COMM_WORLD got",
        world -> world.bcast(new float[world.rank() == 0 ? length : length / 2], 0));
  }

  @Test
  void aCallLeftOutIsNoticedAtTheNext() {
    fails(
        ErrorClass.OTHER,
        "is in (a later call, )?(barrier|allreduce).*(barrier|allreduce)",
        world -> {
          for (int i = 0; i < (isLast(world) ? 4 : 5); i++) {
            world.allreduce(new float[8], Op.SUM);
          }
        });
  }

  @Test
  void callsThatDoNotBlockAreNamedToo() {
    fails(
        ErrorClass.OTHER,
        "bcast\\(int, root 0\\).*",
        world -> {
          Buf data = Buf.of(new int[8]);
          if (world.rank() == 0) {
            world.ibcast(data, 0).waitFor();
          } else {
            world.iallreduce(data, Buf.of(new int[8]), Op.SUM).waitFor();
          }
        });
  }

  /** Ranks 0 and 1 on one side, rank 2 on the other. */
  private static Intercommunicator bridge(Communicator world) {
    Communicator side =
        Objects.requireNonNull(world.split(isLast(world) ? 1 : 0, world.rank()), "a side");
    return side.intercommCreate(0, world, isLast(world) ? 0 : LAST, 5);
  }

  @Test
  void bothSidesOfAnIntercommunicatorDoTheSame() {
    fails(
        ErrorClass.OTHER,
        "is in (barrier|allreduce\\(float, SUM\\)) on .*, but rank . is in (barrier|allreduce)",
        world -> {
          Intercommunicator both = bridge(world);
          if (isLast(world)) {
            both.barrier();
          } else {
            both.allreduce(Buf.of(new float[4]), Buf.of(new float[4]), Op.SUM);
          }
        });
    fails(
        ErrorClass.OP,
        "is in allreduce\\(float, (MAX|SUM)\\) on .*, but rank . is in allreduce\\(float,"
            + " (MAX|SUM)",
        world -> {
          Op op = isLast(world) ? Op.MAX : Op.SUM;
          bridge(world).allreduce(Buf.of(new float[4]), Buf.of(new float[4]), op);
        });
    fails(
        ErrorClass.TYPE,
        "is in bcast\\(double, root 0\\) on .*, but rank . is in bcast\\(int, root 0\\)",
        world -> {
          Intercommunicator both = bridge(world);
          if (isLast(world)) {
            both.bcast(new int[4], Mpi.ROOT);
          } else {
            both.bcast(new double[2], 0);
          }
        });
  }

  @Test
  void whatMayDifferBetweenTheSidesIsNotReported() {
    Mpi.runThreads(
        RANKS,
        world -> {
          Intercommunicator both = bridge(world);
          if (isLast(world)) {
            both.allgather(Buf.of(new double[1]), Buf.of(new int[4]));
            both.alltoall(Buf.of(new long[4]), Buf.of(new short[2]));
          } else {
            both.allgather(Buf.of(new int[2]), Buf.of(new double[1]));
            both.alltoall(Buf.of(new short[1]), Buf.of(new long[2]));
          }
          both.barrier();
        });
  }

  @Test
  void whatMayDifferIsNotReported() {
    Mpi.runThreads(
        RANKS,
        world -> {
          Op own = Op.ofDoubles(Double::sum);
          double[] data = {1, 2};
          world.allreduce(data, own);
          if (world.rank() == 0) {
            world.bcast(Buf.of(new double[2]).asBytes(), 0);
          } else {
            world.bcast(data, 0);
          }
          world.gather(
              Buf.of(data).asBytes(), world.rank() == 0 ? Buf.of(new double[2 * RANKS]) : null, 0);
          world.barrier();
        });
  }
}
