package org.purempi.tests.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.tests.OnRanks;

/** Wrong arguments are noticed before anything is sent, and the message says what was wrong. */
final class MisuseCases {
  private MisuseCases() {}

  private static void isError(ErrorClass errorClass, ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MpiArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(errorClass))
        .message()
        .isNotBlank()
        .satisfies(m -> assertThat(List.of(words)).allMatch(m::contains));
  }

  /** Every rank has made its mistake; now nothing may be on its way. */
  private static void nothingWasSent(Communicator world) {
    world.barrier();
    assertThat(world.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG)).isEmpty();
    assertThat(world.allreduce(1, Op.SUM)).isEqualTo(world.size());
  }

  @OnRanks({1, 2, 4})
  static void aRankThatDoesNotExistIsNamedWithTheSizeOfTheCommunicator(Communicator world) {
    int size = world.size();
    Buf buf = Buf.of(new int[1]);
    String rank = "" + size;
    isError(ErrorClass.RANK, () -> world.send(buf, size, 0), rank);
    isError(ErrorClass.RANK, () -> world.isend(buf, -7, 0), "-7");
    isError(ErrorClass.RANK, () -> world.recv(buf, size, 0), rank);
    isError(ErrorClass.RANK, () -> world.irecv(buf, -9, 0), "-9");
    isError(ErrorClass.RANK, () -> world.probe(size, 0), rank);
    isError(ErrorClass.RANK, () -> world.mprobe(size, 0), rank);
    isError(ErrorClass.RANK, () -> world.send(buf, Mpi.ANY_SOURCE, 0), "ANY_SOURCE");
    isError(ErrorClass.RANK, () -> world.sendrecv(buf, size, 0, buf, 0, 0), rank);
    isError(ErrorClass.RANK, () -> world.recvInit(buf, size, 0), rank);
    isError(ErrorClass.RANK, () -> world.sendObject("x", size, 0), rank);
    nothingWasSent(world);
  }

  @OnRanks({1, 2, 4})
  static void aRootThatDoesNotExistIsAnErrorOnEveryRank(Communicator world) {
    for (int root : new int[] {-1, world.size(), Mpi.PROC_NULL}) {
      isError(ErrorClass.ROOT, () -> world.bcast(new int[1], root), "" + root);
      isError(ErrorClass.ROOT, () -> world.reduce(new int[1], new int[1], Op.SUM, root));
      isError(ErrorClass.ROOT, () -> world.gather(new int[1], new int[world.size()], root));
      isError(ErrorClass.ROOT, () -> world.scatter(new int[world.size()], new int[1], root));
      isError(ErrorClass.ROOT, () -> world.gatherObject("x", String.class, root));
      isError(ErrorClass.ROOT, () -> world.scatterObject(null, String.class, root));
    }
    nothingWasSent(world);
  }

  @OnRanks({1, 2})
  static void aBufferMustHoldItsElements(Communicator world) {
    isError(ErrorClass.COUNT, () -> Buf.of(new int[3], 0, -1), "-1");
    isError(ErrorClass.BUFFER, () -> Buf.of(new int[3], 1, 3), "3", "12", "16");
    isError(ErrorClass.BUFFER, () -> Buf.of(new int[3], 4, 1));
    isError(ErrorClass.BUFFER, () -> Buf.of(new int[3], -1, 1));
    isError(ErrorClass.BUFFER, () -> Buf.of(new byte[15], 0, 2, Datatype.LONG));
    isError(ErrorClass.BUFFER, () -> Buf.of(new byte[15], 0, Long.MAX_VALUE >> 2, Datatype.LONG));
    isError(ErrorClass.BUFFER, () -> Buf.of(new byte[15], 0, Long.MAX_VALUE, Datatype.LONG));
    assertThat(Buf.of(new int[3], 3, 0L, Datatype.INT).bytes()).isZero();
    assertThat(Buf.of(new int[3], 1, 2L, Datatype.INT).bytes()).isEqualTo(8);
    isError(ErrorClass.COUNT, () -> world.send(new int[3], 0, -2, 0, 0), "-2");
    isError(ErrorClass.BUFFER, () -> world.recv(new double[3], 2, 2, 0, 0));
    isError(ErrorClass.BUFFER, () -> Buf.of(new int[3], 0, Long.MAX_VALUE, Datatype.DOUBLE));
    nothingWasSent(world);
  }

  @OnRanks({2, 4})
  static void collectivesCheckTheLengthsOfTheirBuffers(Communicator world) {
    int n = world.size();
    isError(
        ErrorClass.COUNT, () -> world.allgather(new int[2], new int[2 * n - 1]), "" + (2 * n - 1));
    isError(ErrorClass.COUNT, () -> world.allreduce(new int[2], new int[1], Op.SUM), "2", "1");
    isError(ErrorClass.COUNT, () -> world.alltoall(new int[n + 1], new int[n + 1]));
    isError(ErrorClass.COUNT, () -> world.reduceScatterBlock(new int[n], new int[2], Op.SUM));
    isError(
        ErrorClass.ARG,
        () -> world.allgatherv(Buf.of(new int[1]), VBuf.of(Buf.of(new int[1]), 1)),
        "" + n);
    nothingWasSent(world);
  }

  @OnRanks({1, 2})
  static void anOperatorMustFitTheDatatype(Communicator world) {
    Buf doubles = Buf.of(new double[2]);
    isError(ErrorClass.OP, () -> world.allreduce(Buf.IN_PLACE, doubles, Op.BAND), "BAND", "DOUBLE");
    isError(ErrorClass.OP, () -> world.allreduce(new byte[2], Op.SUM), "SUM", "BYTE");
    isError(ErrorClass.OP, () -> world.allreduce(new int[2], Op.MAXLOC), "MAXLOC", "INT");
    isError(ErrorClass.OP, () -> world.allreduce(new boolean[2], Op.MAX), "MAX", "C_BOOL");
    isError(ErrorClass.OP, () -> world.allreduce(new char[2], Op.SUM), "SUM", "CHAR");
    isError(ErrorClass.OP, () -> world.allreduce(new double[2], Op.ofInts((a, b) -> a)), "DOUBLE");
    isError(
        ErrorClass.OP, () -> world.mpi().reduceLocal(doubles, doubles, Op.LXOR), "LXOR", "DOUBLE");
    Buf longs = Buf.of(new long[2]);
    isError(ErrorClass.TYPE, () -> world.mpi().reduceLocal(longs, doubles, Op.SUM), "DOUBLE");
    nothingWasSent(world);
  }

  @OnRanks({1, 2})
  static void predefinedOperatorsCannotBecomeNonCommutative(Communicator world) {
    isError(ErrorClass.OP, Op.SUM::nonCommutative, "predefined");
    nothingWasSent(world);
  }

  @OnRanks({2, 4})
  static void theMessageNamesTheCallTheRankAndTheCommunicator(Communicator world) {
    assertThatThrownBy(() -> world.send(new int[1], 1000, 0))
        .message()
        .contains("send", "1000", "rank " + world.rank(), "MPI_COMM_WORLD");
  }
}
