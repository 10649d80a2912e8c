package org.purempi.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.setting.Setting;
import org.purempi.tool.ThreadJob;

/**
 * What it costs to survive failures: agree and shrink beside an allreduce of one int, revoke, what
 * others cost when ranks could fail, and how soon a failure is known. Calls that are compared take
 * turns, for a machine is not as fast at all times. Arguments: how many rounds, then nothing under
 * mpiexec, or the number of ranks on threads of this JVM. Prints "name where ranks median best", in
 * microseconds of the rounds at rank 0; where others compute meanwhile the best tells more.
 */
public final class Survival {
  private static final int TAG = 1;
  private static final int CALLS = 20;
  private static final int WARM_UP = 4;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Communicator world;
  private final int rounds;
  private final String where;
  private final boolean survives = Setting.RECOVERY.isOn();

  private Survival(Communicator world, int rounds, String where) {
    this.world = world;
    this.rounds = rounds;
    this.where = where;
  }

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    if (args.length == 1) {
      try (Mpi mpi = Mpi.init(args)) {
        var survival = new Survival(mpi.world().dup(), rounds, "processes");
        survival.compare();
        if (survival.survives) {
          survival.lose();
        }
      }
      return;
    }
    for (String isOn : new String[] {"false", "true", "false", "true"}) {
      System.setProperty("purempi.recovery", isOn);
      ThreadJob.of(Integer.parseInt(args[1]))
          .run(w -> new Survival(w, rounds / 2, "threads").compare());
    }
  }

  /** What takes turns. */
  private void compare() {
    String kind = survives ? "on" : "off";
    int[] value = new int[1];
    byte[] message = new byte[Long.BYTES];
    Runnable allreduce = () -> world.allreduce(value, Op.BAND);
    Runnable pingPong = () -> pingPong(message);
    if (!survives) {
      turns(new String[] {"allreduce." + kind, "pingpong." + kind}, allreduce, pingPong);
      return;
    }
    turns(
        new String[] {"allreduce." + kind, "pingpong." + kind, "agree", "shrink"},
        allreduce,
        pingPong,
        () -> world.agree(1),
        () -> world.shrink().close());
    double[] revokes = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      revokes[i] = revoke();
    }
    print("revoke", revokes);
  }

  private void turns(String[] names, Runnable... calls) {
    double[][] micros = new double[calls.length][rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      for (int k = 0; k < calls.length; k++) {
        world.barrier();
        long begin = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
          calls[k].run();
        }
        micros[k][Math.max(0, round)] = (System.nanoTime() - begin) / NANOS_PER_MICRO / CALLS;
      }
    }
    for (int k = 0; k < calls.length; k++) {
      print(names[k], micros[k]);
    }
  }

  /** There and back, of the first two ranks. */
  private void pingPong(byte[] message) {
    if (world.rank() == 0) {
      world.send(message, 1, TAG);
      world.recv(message, 1, TAG);
    } else if (world.rank() == 1) {
      world.recv(message, 0, TAG);
      world.send(message, 0, TAG);
    }
  }

  /** Until the last rank knows, which waits for a message. */
  private double revoke() {
    try (Communicator revoked = world.dup()) {
      world.barrier();
      long begin = System.nanoTime();
      if (revoked.rank() == 0) {
        revoked.revoke();
      } else {
        awaitEnd(() -> revoked.recv(new byte[1], 0, TAG));
      }
      return lastNanos(begin, 0) / NANOS_PER_MICRO;
    }
  }

  private static void awaitEnd(Runnable call) {
    try {
      while (true) {
        call.run();
      }
    } catch (MpiException e) {
      // a rank has failed, or revoked it
    }
  }

  /** From the begin at a rank until all ranks have come here; the clock is the host's. */
  private long lastNanos(long begin, int root) {
    long now = System.nanoTime();
    return world.allreduce(now, Op.MAX) - world.bcast(begin, root);
  }

  /** All ranks but the first are killed, the last one first. */
  private void lose() {
    double[] detections = new double[world.size() - 1];
    Communicator now = world;
    for (int i = 0; i < detections.length; i++) {
      long[] processes = now.allgather(ProcessHandle.current().pid());
      awaitAll(now); // or the death would meet the others in the allgather
      long begin = System.nanoTime();
      if (now.rank() == 0) {
        ProcessHandle.of(processes[now.size() - 1]).ifPresent(ProcessHandle::destroyForcibly);
      }
      Communicator broken = now;
      awaitEnd(broken::barrier);
      long end = System.nanoTime();
      now = broken.shrink();
      detections[i] = (now.allreduce(end, Op.MAX) - now.bcast(begin, 0)) / NANOS_PER_MICRO;
    }
    Objects.requireNonNull(now).close();
    print("detection", detections);
  }

  /** Rank 0 waits until all others have come here. */
  private static void awaitAll(Communicator comm) {
    byte[] word = new byte[1];
    if (comm.rank() > 0) {
      comm.send(word, 0, TAG);
    } else {
      for (int rank = 1; rank < comm.size(); rank++) {
        comm.recv(word, rank, TAG);
      }
    }
  }

  private void print(String name, double[] micros) {
    if (world.rank() == 0) {
      Arrays.sort(micros);
      System.out.printf(
          Locale.ROOT,
          "%s %s %d %.3f %.3f%n",
          name,
          where,
          world.size(),
          micros[micros.length / 2],
          micros[0]);
    }
  }
}
