package org.purempi.world;

import java.util.concurrent.TimeUnit;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Request;

/**
 * What a typical program does first, done once while the JVM records which classes that takes and
 * how often its methods run: the build makes the cache from it that later ranks start with. They
 * load their classes from there, and compile what they use at once and well, for the profile of
 * this run tells the compiler what it would have to watch for otherwise. Run by {@code bin/mpiexec}
 * on two ranks, with arrays, as programs mostly are.
 */
final class Rehearsal {
  private static final int LARGE = 1 << 16;

  /** Doubles: a frame's header and no more, a short frame, a long one, and more than a frame. */
  private static final int[] COUNTS = {1, 128, 1_024, 8_192};

  private static final int WINDOW = 16;
  private static final int TIMES = 200;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private Rehearsal() {}

  /** Joins the job, does everything a little and the usual often, and leaves. */
  public static void main(String[] args) {
    Mpi.run(2, Rehearsal::act);
  }

  private static void act(Communicator world) {
    exchange(world, new double[1]);
    exchange(world, new double[LARGE]);
    int rank = world.rank();
    int peer = 1 - rank;
    if (rank == 0) {
      world.sendObject("a line of text", peer, 0);
      IO.println(world.recvObject(String.class, peer, 0).value());
    } else {
      String text = world.recvObject(String.class, peer, 0).value();
      world.sendObject(text, peer, 0);
    }
    world.barrier();
    IO.println("sum %d of %.1f".formatted(world.allreduce(rank, Op.SUM), world.mpi().wtime()));
    world.bcast(new int[LARGE], 0);
    world.allreduce(new double[1], new double[1], Op.SUM);
    practise(world);
  }

  private static void exchange(Communicator world, double[] data) {
    int peer = 1 - world.rank();
    if (world.rank() == 0) {
      world.send(data, peer, 0);
      world.recv(data, peer, 0);
    } else {
      world.recv(data, peer, 0);
      world.send(data, peer, 0);
    }
  }

  /** Again and again, until everything has been compiled once or it takes too long. */
  private static void practise(Communicator world) {
    long begin = System.nanoTime();
    boolean goesOn = true;
    while (goesOn) {
      for (int count : COUNTS) {
        messages(world, count);
        collectives(world, count);
        layouts(world, count);
      }
      goesOn = world.allreduce(System.nanoTime() - begin, Op.MAX) < LIMIT_NANOS;
    }
  }

  private static void messages(Communicator world, int count) {
    double[] data = new double[count];
    double[] other = new double[count];
    int peer = 1 - world.rank();
    Request<?>[] requests = new Request<?>[2 * WINDOW];
    for (int i = 0; i < TIMES; i++) {
      exchange(world, data);
    }
    for (int i = 0; i < TIMES / WINDOW; i++) {
      for (int w = 0; w < WINDOW; w++) {
        requests[w] = world.irecv(other, peer, w);
      }
      for (int w = 0; w < WINDOW; w++) {
        requests[WINDOW + w] = world.isend(data, peer, w);
      }
      Request.waitAll(requests);
      world.sendrecv(Buf.of(data), peer, 0, Buf.of(other), peer, 0);
    }
  }

  private static void collectives(Communicator world, int count) {
    int size = world.size();
    double[] one = new double[count];
    double[] other = new double[count];
    double[] all = new double[size * count];
    double[] others = new double[size * count];
    for (int i = 0; i < TIMES / 2; i++) {
      world.barrier();
      world.bcast(one, 0);
      world.reduce(one, other, Op.SUM, 0);
      world.allreduce(one, other, Op.SUM);
      world.gather(one, all, 0);
      world.scatter(all, one, 0);
      world.allgather(one, all);
      world.alltoall(all, others);
      world.reduceScatterBlock(all, one, Op.SUM);
      world.scan(one, other, Op.SUM);
      world.iallreduce(one, other, Op.SUM).waitFor();
    }
  }

  /** Columns of a matrix, pieces here and there, and a part of an array of three dimensions. */
  private static void layouts(Communicator world, int count) {
    int edge = Math.max(2, (int) Math.cbrt(count));
    Datatype column = Datatype.vector(count, 1, 2, Datatype.DOUBLE);
    Datatype pieces = Datatype.vector(Math.max(1, count / 8), 8, 12, Datatype.DOUBLE);
    Datatype face =
        Datatype.subarray(
            new long[] {edge, edge, 2L * edge},
            new long[] {edge, edge, edge},
            new long[] {0, 0, 1},
            ArrayOrder.C,
            Datatype.DOUBLE);
    double[] memory = new double[Math.max(2 * count + 16, 2 * edge * edge * edge)];
    for (Datatype type : new Datatype[] {column, pieces, face}) {
      Buf buf = Buf.of(memory, 0, 1, type);
      for (int i = 0; i < TIMES / 4; i++) {
        if (world.rank() == 0) {
          world.send(buf, 1, 0);
          world.recv(buf, 1, 0);
        } else {
          world.recv(buf, 0, 0);
          world.send(buf, 0, 0);
        }
      }
    }
  }
}
