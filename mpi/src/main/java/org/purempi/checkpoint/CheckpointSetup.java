package org.purempi.checkpoint;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.setting.Setting;

/**
 * Where checkpoints are kept, how many, and when {@link Checkpoint#maybe} takes one. All ranks say
 * the same. What is not said is as mpiexec's options have it: {@code -ckpoint-prefix}, {@code
 * -ckpoint-interval}, {@code -ckpoint-keep} and {@code -ckpoint-num}.
 */
public final class CheckpointSetup {
  private static final String LAST = "last";

  final Communicator comm;
  final Schedule files = new Schedule();
  final Schedule memory = new Schedule();
  final Schedule partner = new Schedule();
  @Nullable Path folder;
  @Nullable MemoryCopies copies;
  int keep;
  long wanted;
  boolean isAsynchronous;
  boolean isIncremental;
  Storage storage = Storage.DISK;

  CheckpointSetup(Communicator comm) {
    this.comm = comm;
    String prefix = Setting.CHECKPOINT_PREFIX.text();
    folder = prefix == null ? null : Path.of(prefix);
    keep = (int) Setting.CHECKPOINT_KEEP.number();
    long seconds = Setting.CHECKPOINT_INTERVAL.number(0);
    files.every(Duration.ofSeconds(seconds));
    String number = Setting.CHECKPOINT_NUMBER.text();
    wanted = number == null || number.equals(LAST) ? 0 : generation(number);
  }

  private static long generation(String text) {
    if (!text.matches("[1-9][0-9]{0,17}")) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          Setting.CHECKPOINT_NUMBER.variable() + "=" + text + ": must be a number, or last");
    }
    return Long.parseLong(text);
  }

  /** The folder of the files, which all ranks see; made if it is not there. */
  public CheckpointSetup prefix(Path place) {
    folder = place;
    return this;
  }

  /** Files are due when so much time has passed since the last ones. */
  public CheckpointSetup every(Duration interval) {
    files.every(positive(interval));
    return this;
  }

  /** Files are due at every {@code calls}th call of {@link Checkpoint#maybe}. */
  public CheckpointSetup everyCalls(long calls) {
    if (calls < 1) {
      throw new MpiArgumentException(ErrorClass.ARG, "every " + calls + " calls: at least 1");
    }
    files.everyCalls(calls);
    return this;
  }

  /**
   * Files are due as often as wastes least time (Daly 2006), for the cost that has been measured.
   *
   * @param meanTime between two failures of the job
   */
  public CheckpointSetup meanTimeBetweenFailures(Duration meanTime) {
    files.failures(positive(meanTime));
    return this;
  }

  /** A copy in each rank's own memory is due when so much time has passed. */
  public CheckpointSetup memoryEvery(MemoryCopies where, Duration interval) {
    copies = where;
    memory.every(positive(interval));
    return this;
  }

  /** A copy in a partner's memory, too, is due when so much time has passed. */
  public CheckpointSetup partnerEvery(MemoryCopies where, Duration interval) {
    copies = where;
    partner.every(positive(interval));
    return this;
  }

  /** Copies are kept here, and looked for here; {@link Checkpoint#save} makes them, too. */
  public CheckpointSetup copies(MemoryCopies where) {
    copies = where;
    return this;
  }

  /** How many checkpoints stay in files, 1 or more; 2 if nobody says. */
  public CheckpointSetup keep(int checkpoints) {
    if (checkpoints < 1) {
      throw new MpiArgumentException(
          ErrorClass.ARG, "keep " + checkpoints + " checkpoints: at least 1");
    }
    keep = checkpoints;
    return this;
  }

  /** Restores the checkpoint of that number rather than the newest. */
  public CheckpointSetup number(long generation) {
    if (generation < 1) {
      throw new MpiArgumentException(ErrorClass.ARG, "checkpoints have numbers from 1 on");
    }
    wanted = generation;
    return this;
  }

  /** Files are written while the program computes, from a copy in memory. */
  public CheckpointSetup asynchronous() {
    isAsynchronous = true;
    return this;
  }

  /** Blocks that are as in the last checkpoint are not written again. */
  public CheckpointSetup incremental() {
    isIncremental = true;
    return this;
  }

  /** How files come to the disk; for tests. */
  CheckpointSetup storage(Storage other) {
    storage = other;
    return this;
  }

  private static Duration positive(Duration interval) {
    if (interval.isZero() || interval.isNegative()) {
      throw new MpiArgumentException(ErrorClass.ARG, "an interval of " + interval);
    }
    return interval;
  }

  /**
   * Opens it; collective.
   *
   * @throws org.purempi.MpiException if the folder cannot be made
   */
  public Checkpoint open() {
    return new Checkpoint(this);
  }
}
