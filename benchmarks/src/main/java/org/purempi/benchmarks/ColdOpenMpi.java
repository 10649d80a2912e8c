package org.purempi.benchmarks;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** The cold race by Open MPI's Java API, on top of our ranks. */
public final class ColdOpenMpi extends Cold {

  private static final int TAG = 1;

  private final Comm world = MPI.COMM_WORLD;
  private final boolean heap;
  private final int ranks;
  private final boolean sender;
  private final int peer;

  private ColdOpenMpi(boolean heap, int rank, int ranks) {
    super(rank, ranks, System.out);
    int pairs = ranks / 2;
    this.heap = heap;
    this.ranks = ranks;
    this.sender = rank < pairs;
    this.peer = sender ? rank + pairs : rank - pairs;
  }

  /**
   * Runs one benchmark.
   *
   * @param arguments {@code heap} for arrays or {@code native} for direct buffers, then as cold.c
   *     has them
   */
  public static void main(String[] arguments) throws MPIException {
    String[] rest = MPI.Init(arguments);
    boolean heap = rest[0].equals("heap");
    new ColdOpenMpi(heap, MPI.COMM_WORLD.getRank(), MPI.COMM_WORLD.getSize())
        .run(Arrays.copyOfRange(rest, 1, rest.length));
    MPI.Finalize();
  }

  /** A call of this API, whose exceptions are checked. */
  @FunctionalInterface
  private interface Call {
    void run() throws MPIException;
  }

  private static Runnable unchecked(Call call) {
    return () -> {
      try {
        call.run();
      } catch (MPIException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  @Override
  Loop loop(String name, int bytes) {
    return switch (name) {
      case PairLoops.LATENCY -> {
        Object a = memory(bytes);
        Object b = memory(bytes);
        yield new Loop(Loop.Kind.LATENCY, 0, unchecked(() -> pingPong(a, b, bytes)));
      }
      case "bandwidth" -> {
        Buffer a = buffer(memory(bytes));
        yield new Loop(Loop.Kind.BANDWIDTH, PairLoops.WINDOW, unchecked(() -> oneWay(a, bytes)));
      }
      default -> new Loop(Loop.Kind.CALL, 0, unchecked(collective(name, bytes)));
    };
  }

  private Call collective(String name, int bytes) {
    return switch (name) {
      case "barrier" -> world::barrier;
      case "bcast" -> {
        Object a = memory(bytes);
        yield () -> world.bcast(a, bytes, MPI.BYTE, 0);
      }
      case "allreduce" -> {
        int count = bytes / Double.BYTES;
        Object a = heap ? new double[count] : memory(bytes);
        Object b = heap ? new double[count] : memory(bytes);
        yield () -> world.allReduce(a, b, count, MPI.DOUBLE, MPI.SUM);
      }
      case "alltoall" -> {
        Object a = memory(bytes * ranks);
        Object b = memory(bytes * ranks);
        yield () -> world.allToAll(a, bytes, MPI.BYTE, b, bytes, MPI.BYTE);
      }
      default -> throw new IllegalArgumentException("no cold benchmark is called '" + name + "'");
    };
  }

  private Object memory(int bytes) {
    return heap ? new byte[bytes] : ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** Calls without waiting take buffers only. */
  private static Buffer buffer(Object memory) {
    return memory instanceof byte[] array ? ByteBuffer.wrap(array) : (Buffer) memory;
  }

  private void pingPong(Object send, Object recv, int bytes) throws MPIException {
    if (sender) {
      world.send(send, bytes, MPI.BYTE, peer, TAG);
      world.recv(recv, bytes, MPI.BYTE, peer, TAG);
    } else {
      world.recv(recv, bytes, MPI.BYTE, peer, TAG);
      world.send(send, bytes, MPI.BYTE, peer, TAG);
    }
  }

  private void oneWay(Buffer memory, int bytes) throws MPIException {
    Request[] requests = new Request[PairLoops.WINDOW];
    byte[] answer = new byte[1];
    for (int i = 0; i < PairLoops.WINDOW; i++) {
      requests[i] =
          sender
              ? world.iSend(memory, bytes, MPI.BYTE, peer, TAG)
              : world.iRecv(memory, bytes, MPI.BYTE, peer, TAG);
    }
    Request.waitAll(requests);
    if (sender) {
      world.recv(answer, 1, MPI.BYTE, peer, TAG);
    } else {
      world.send(answer, 1, MPI.BYTE, peer, TAG);
    }
  }

  @Override
  void barrier() {
    unchecked(world::barrier).run();
  }

  @Override
  double[] sum(double[] mine) {
    double[] all = new double[mine.length];
    unchecked(() -> world.reduce(mine, all, mine.length, MPI.DOUBLE, MPI.SUM, 0)).run();
    return all;
  }
}
