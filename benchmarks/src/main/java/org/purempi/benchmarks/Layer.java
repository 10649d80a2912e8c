package org.purempi.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.Op;
import org.purempi.Session;

/**
 * What Open MPI's Java API costs over ours: both send the same messages between the same two ranks,
 * turn by turn, so that what disturbs the one disturbs the other.
 *
 * <p>{@code bin/mpiexec -n 2 -cp benchmarks/target/classes org.purempi.benchmarks.Layer}
 */
public final class Layer {
  private static final int[] SIZES_BYTES = {8, 1024, 65_536, 1_048_576};
  private static final int RANKS = 2;
  private static final int ROUNDS = 15;
  private static final int WARM_UP_ROUNDS = 8;
  private static final int BYTES_OF_A_ROUND = 64 << 20;
  private static final int MOST_CALLS = 20_000;

  private final Communicator ours;
  private final Intracomm theirs;
  private final int peer;

  private Layer(Communicator ours, Intracomm theirs) {
    this.ours = ours;
    this.theirs = theirs;
    this.peer = 1 - ours.rank();
  }

  /** One operation, by one of the APIs. */
  private interface Call {
    void run() throws MPIException;
  }

  /** Prints nanoseconds of a call by each API, and their ratio. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    if (MPI.COMM_WORLD.getSize() != RANKS) {
      throw new IllegalStateException("run it on two ranks");
    }
    try (Session session = Session.init();
        Communicator ours =
            session.commCreateFromGroup(
                session.groupFromPset(Session.WORLD), "layer", Info.EMPTY, ErrorHandler.RETURN)) {
      var layer = new Layer(ours, MPI.COMM_WORLD);
      for (int bytes : SIZES_BYTES) {
        layer.race(bytes);
      }
    }
    MPI.Finalize();
  }

  private void race(int bytes) throws MPIException {
    byte[] a = new byte[bytes];
    int n = bytes / Double.BYTES;
    double[] x = new double[n];
    double[] y = new double[n];
    compare("ping-pong", bytes, () -> ourPingPong(a), () -> theirPingPong(a));
    compare(
        "bcast",
        bytes,
        () -> ours.bcast(Buf.of(a), 0),
        () -> theirs.bcast(a, a.length, MPI.BYTE, 0));
    compare(
        "allreduce",
        bytes,
        () -> ours.allreduce(Buf.of(x), Buf.of(y, 0, n, Datatype.DOUBLE), Op.SUM),
        () -> theirs.allReduce(x, y, n, MPI.DOUBLE, MPI.SUM));
  }

  private void ourPingPong(byte[] a) {
    if (peer == 1) {
      ours.send(Buf.of(a), peer, 0);
      ours.recv(Buf.of(a), peer, 0);
    } else {
      ours.recv(Buf.of(a), peer, 0);
      ours.send(Buf.of(a), peer, 0);
    }
  }

  private void theirPingPong(byte[] a) throws MPIException {
    if (peer == 1) {
      theirs.send(a, a.length, MPI.BYTE, peer, 0);
      theirs.recv(a, a.length, MPI.BYTE, peer, 0);
    } else {
      theirs.recv(a, a.length, MPI.BYTE, peer, 0);
      theirs.send(a, a.length, MPI.BYTE, peer, 0);
    }
  }

  private void compare(String what, int bytes, Call our, Call their) throws MPIException {
    int calls = Math.min(MOST_CALLS, BYTES_OF_A_ROUND / bytes);
    double[] ourNanos = new double[ROUNDS];
    double[] theirNanos = new double[ROUNDS];
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      double our1 = nanos(our, calls);
      double their1 = nanos(their, calls);
      if (round >= 0) {
        ourNanos[round] = our1;
        theirNanos[round] = their1;
      }
    }
    if (ours.rank() == 0) {
      double our1 = median(ourNanos);
      double their1 = median(theirNanos);
      System.out.printf(
          Locale.ROOT,
          "%-10s %8d bytes: %10.0f ns by org.purempi, %10.0f ns by mpi, ratio %.2f%n",
          what,
          bytes,
          our1,
          their1,
          their1 / our1);
    }
  }

  private double nanos(Call call, int calls) throws MPIException {
    ours.barrier();
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      call.run();
    }
    return (System.nanoTime() - start) / (double) calls;
  }

  private static double median(double[] a) {
    double[] sorted = a.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
