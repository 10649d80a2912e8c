package org.purempi.benchmarks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;

/**
 * What an older API costs over ours: both do the same between the same two ranks, turn by turn, so
 * that what disturbs the one disturbs the other. {@code benchmarks/layers} has the programs, one
 * for each API, and runs them.
 */
public abstract class Layer {
  /** What is sent lies in a {@code byte[]} or {@code double[]}. */
  protected static final String ARRAY = "array";

  /** What is sent lies in a direct {@link ByteBuffer}. */
  protected static final String DIRECT = "direct";

  /** Messages on their way at once. */
  protected static final int WINDOW = 64;

  private static final int[] SIZES_BYTES = {8, 65_536};
  private static final int RANKS = 2;
  private static final int ROUNDS = 401;
  private static final int WARM_UP_ROUNDS = 300;
  private static final int BYTES_OF_A_ROUND = 4 << 20;
  private static final int MOST_CALLS = 2000;

  /** What the receiver of a window says, as in OSU's loop. */
  private final byte[] answer = new byte[Integer.BYTES];

  private final Communicator ours;
  private final int rank;
  private final int peer;

  /** Beside the other API's world, given as ours. */
  protected Layer(Communicator world) {
    if (world.size() != RANKS) {
      throw new IllegalStateException("run it on two ranks");
    }
    this.ours = world;
    this.rank = ours.rank();
    this.peer = 1 - rank;
  }

  /** One operation, by one of the APIs. */
  @FunctionalInterface
  protected interface Call {
    /** Performs it. */
    void run() throws Exception;
  }

  /** Sends bytes by the other API. */
  protected abstract void send(Object buffer, int bytes, int dest) throws Exception;

  /** Receives bytes by the other API. */
  protected abstract void recv(Object buffer, int bytes, int source) throws Exception;

  /** Sends {@link #WINDOW} messages at once by the other API. */
  protected abstract void sendMany(Object buffer, int bytes, int dest) throws Exception;

  /** Receives {@link #WINDOW} messages at once by the other API. */
  protected abstract void recvMany(Object buffer, int bytes, int source) throws Exception;

  /** Sends rank 0's bytes to all by the other API. */
  protected abstract void bcast(Object buffer, int bytes) throws Exception;

  /** Adds up doubles by the other API. */
  protected abstract void allreduce(Object send, Object recv, int n) throws Exception;

  /** Prints nanoseconds of a call by each API, and their ratio. */
  protected final void race(String... memories) throws Exception {
    for (String memory : memories) {
      for (int bytes : SIZES_BYTES) {
        race(memory, bytes);
      }
    }
  }

  private void race(String memory, int bytes) throws Exception {
    boolean direct = memory.equals(DIRECT);
    int n = bytes / Double.BYTES;
    Object a = direct ? room(bytes) : new byte[bytes];
    Object x = direct ? room(bytes) : new double[n];
    Object y = direct ? room(bytes) : new double[n];
    String row = "%-9s %6s %6d bytes".formatted("%s", memory, bytes);
    compare(row.formatted("latency"), bytes, () -> ourPingPong(a), () -> theirPingPong(a, bytes));
    compare(row.formatted("bandwidth"), bytes, () -> ourStream(a), () -> theirStream(a, bytes));
    compare(row.formatted("bcast"), bytes, () -> ours.bcast(buf(a), 0), () -> bcast(a, bytes));
    compare(
        row.formatted("allreduce"),
        bytes,
        () -> ours.allreduce(doubles(x, n), doubles(y, n), Op.SUM),
        () -> allreduce(x, y, n));
  }

  private static ByteBuffer room(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  private static Buf buf(Object memory) {
    return memory instanceof byte[] a ? Buf.of(a) : Buf.of((ByteBuffer) memory);
  }

  private static Buf doubles(Object memory, int n) {
    return memory instanceof double[] a
        ? Buf.of(a, 0, n)
        : Buf.of((ByteBuffer) memory, n, Datatype.DOUBLE);
  }

  private void ourPingPong(Object a) {
    if (rank == 0) {
      ours.send(buf(a), peer, 0);
      ours.recv(buf(a), peer, 0);
    } else {
      ours.recv(buf(a), peer, 0);
      ours.send(buf(a), peer, 0);
    }
  }

  private void theirPingPong(Object a, int bytes) throws Exception {
    if (rank == 0) {
      send(a, bytes, peer);
      recv(a, bytes, peer);
    } else {
      recv(a, bytes, peer);
      send(a, bytes, peer);
    }
  }

  private void ourStream(Object a) {
    List<Request<Status>> requests = new ArrayList<>(WINDOW);
    for (int i = 0; i < WINDOW; i++) {
      requests.add(rank == 0 ? ours.isend(buf(a), peer, 0) : ours.irecv(buf(a), peer, 0));
    }
    Request.waitAll(requests);
    if (rank == 0) {
      ours.recv(buf(answer), peer, 0);
    } else {
      ours.send(buf(answer), peer, 0);
    }
  }

  private void theirStream(Object a, int bytes) throws Exception {
    if (rank == 0) {
      sendMany(a, bytes, peer);
      recv(answer, answer.length, peer);
    } else {
      recvMany(a, bytes, peer);
      send(answer, answer.length, peer);
    }
  }

  private void compare(String what, int bytes, Call our, Call their) throws Exception {
    int calls = Math.min(MOST_CALLS, BYTES_OF_A_ROUND / bytes);
    double[] ourNanos = new double[ROUNDS];
    double[] theirNanos = new double[ROUNDS];
    double[] ratios = new double[ROUNDS];
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      boolean oursFirst = round % 2 == 0;
      double first = nanos(oursFirst ? our : their, calls);
      double second = nanos(oursFirst ? their : our, calls);
      if (round >= 0) {
        ourNanos[round] = oursFirst ? first : second;
        theirNanos[round] = oursFirst ? second : first;
        ratios[round] = theirNanos[round] / ourNanos[round];
      }
    }
    if (rank == 0) {
      System.out.printf(
          Locale.ROOT,
          "%s %8.0f ns by org.purempi %8.0f ns by mpi   ratio %.2f%n",
          what,
          median(ourNanos),
          median(theirNanos),
          median(ratios));
    }
  }

  /** Of a call; the ranks start together. */
  private double nanos(Call call, int calls) throws Exception {
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
