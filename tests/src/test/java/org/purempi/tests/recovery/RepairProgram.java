package org.purempi.tests.recovery;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Resilient;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.checkpoint.CheckpointSetup;
import org.purempi.checkpoint.Share;

/**
 * Ranks that are killed and replaced, and go on from their last checkpoint. Arguments: a seed, how
 * many kills, the folder of the checkpoints, and "later" if they are written meanwhile. Prints what
 * {@link KillProgram} does.
 */
final class RepairProgram {
  private static final int STEPS = 40;
  private static final int ELEMENTS = 300_000;
  private static final int MOST_DELAY_MICROS = 100_000;
  private static final int CALLS = 3;

  private final long seed;
  private final int kills;
  private final Path folder;
  private final boolean isLater;

  /** How often a body has begun; of a new rank 0, until others tell. */
  private int begun;

  private long detected;

  private RepairProgram(String[] args) {
    seed = Long.parseLong(args[0]);
    kills = Integer.parseInt(args[1]);
    folder = Path.of(args[2]);
    isLater = args[3].equals("later");
  }

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      System.out.println("pid " + ProcessHandle.current().pid());
      var program = new RepairProgram(args);
      Resilient.run(mpi, program::run);
      System.out.println("done");
    }
  }

  private void run(Communicator world) {
    try {
      report(world);
      compute(world);
    } catch (MpiException e) {
      detected = Kills.micros();
      throw e;
    }
  }

  private void report(Communicator world) {
    long now = Kills.micros();
    begun = world.allreduce(begun, Op.MAX);
    long moment = Kills.moment(world);
    long[] detections = world.allgather(detected == 0 ? -1 : detected - moment);
    long[] recoveries = world.allgather(detected == 0 ? -1 : now - detected);
    if (world.rank() == 0 && begun > 0) {
      long lost = Arrays.stream(detections).filter(t -> t < 0).count();
      System.out.printf(
          "kill REPAIR %d of %d: detected %s recovered %s%n",
          lost, world.size(), KillProgram.text(detections), KillProgram.text(recoveries));
    }
  }

  private void compute(Communicator world) {
    boolean isDoomed = begun < kills;
    if (isDoomed) {
      doom(world);
    }
    begun++;
    Share share = Share.block(ELEMENTS, world);
    long[] sums = new long[share.intLength()];
    int[] step = {0};
    CheckpointSetup setup = Checkpoint.setup(world).prefix(folder).everyCalls(CALLS);
    try (Checkpoint checkpoint = (isLater ? setup.asynchronous() : setup).open()) {
      checkpoint.block("sums", Buf.of(sums), ELEMENTS);
      checkpoint.replicated("step", Buf.of(step));
      boolean unused = checkpoint.restore();
      check(sums, share, step[0], world.size());
      for (; isDoomed || step[0] < STEPS; step[0]++) {
        checkpoint.maybe();
        long all = world.allreduce(step[0] + world.rank(), Op.SUM);
        for (int i = 0; i < sums.length; i++) {
          sums[i] += all + share.global(i);
        }
      }
      checkpoint.save();
    }
    check(sums, share, step[0], world.size());
  }

  private void doom(Communicator world) {
    var random = new Random(seed * Resilient.MOST_REPAIRS + begun);
    long[] processes = Kills.processes(world);
    int killer = random.nextInt(world.size());
    int victim = (killer + 1 + random.nextInt(world.size() - 1)) % world.size();
    int other = random.nextInt(world.size());
    other = other == killer ? victim : other; // as a rule another one
    int delay = random.nextInt(MOST_DELAY_MICROS);
    boolean isPair = random.nextInt(4) == 0 && other != victim;
    long[] victims =
        isPair ? new long[] {processes[victim], processes[other]} : new long[] {processes[victim]};
    Kills.after(world, killer, delay, random.nextInt(MOST_DELAY_MICROS), victims);
  }

  private static void check(long[] sums, Share share, long steps, long ranks) {
    long all = ranks * steps * (steps - 1) / 2 + steps * ranks * (ranks - 1) / 2;
    for (int i = 0; i < sums.length; i++) {
      check(sums[i] == all + steps * share.global(i), "element " + i + " after " + steps);
    }
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("wrong: " + what);
    }
  }
}
