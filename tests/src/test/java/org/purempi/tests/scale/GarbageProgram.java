package org.purempi.tests.scale;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Status;

/**
 * Two ranks play ping-pong and count what their sends and receives allocate: until each has had a
 * send that allocates nothing and a receive that allocates no more than its status, or to the end
 * of the time, which all kinds of balls share. Until the JIT has compiled what a ball needs there
 * are slices of memory on the heap; and a rank that sleeps, because others keep it from its core,
 * notes for reports that it does, so on a busy machine many balls allocate. Rank 0 says of each
 * kind of ball what the best ones allocated, the most of both ranks, and what a status is.
 */
final class GarbageProgram {
  private static final int BALLS = 100;
  private static final double PATIENCE_SECONDS = 120;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Communicator world;
  private final long statusBytes;
  private final double deadline;
  private long sent;
  private long received;

  private GarbageProgram(Communicator world) {
    this.world = world;
    this.statusBytes = statusBytes();
    this.deadline = world.mpi().wtime() + PATIENCE_SECONDS;
  }

  public static void main(String[] args) {
    try (Mpi mpi = Mpi.init(args);
        Arena arena = Arena.ofConfined()) {
      var program = new GarbageProgram(mpi.world());
      for (int doubles : new int[] {1, 128, 8192}) {
        double[] array = new double[doubles];
        program.play(
            doubles + " in an array",
            () -> mpi.world().send(array, program.other(), 0),
            () -> mpi.world().recv(array, program.other(), 0));
        Buf segment = Buf.of(arena.allocate(8L * doubles, 8));
        program.play(
            doubles + " in a segment",
            () -> mpi.world().send(segment, program.other(), 0),
            () -> mpi.world().recv(segment, program.other(), 0));
      }
    }
  }

  private int other() {
    return 1 - world.rank();
  }

  private static long statusBytes() {
    Status[] kept = new Status[BALLS];
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < BALLS; i++) {
      kept[i] = new Status(1, 0, i);
    }
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    return kept[BALLS - 1].bytes() == BALLS - 1 ? bytes / BALLS : 0; // the statuses are needed
  }

  private void play(String kind, Runnable send, Runnable receive) {
    boolean[] again = {true};
    long[] most = new long[2];
    sent = Long.MAX_VALUE;
    received = Long.MAX_VALUE;
    while (again[0]) {
      for (int i = 0; i < BALLS; i++) {
        if (world.rank() == 0) {
          send(send);
          receive(receive);
        } else {
          receive(receive);
          send(send);
        }
      }
      most[0] = sent;
      most[1] = received;
      world.allreduce(most, Op.MAX);
      again[0] = (most[0] > 0 || most[1] > statusBytes) && world.mpi().wtime() < deadline;
      world.bcast(again, 0);
    }
    if (world.rank() == 0) {
      System.out.println(
          kind + ": sends " + most[0] + ", receives " + most[1] + ", a status " + statusBytes);
    }
  }

  private void send(Runnable send) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    send.run();
    sent = Math.min(sent, THREADS.getCurrentThreadAllocatedBytes() - before);
  }

  private void receive(Runnable receive) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    receive.run();
    received = Math.min(received, THREADS.getCurrentThreadAllocatedBytes() - before);
  }
}
