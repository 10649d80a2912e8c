package org.purempi.protocol;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.ProcessFailedException;

/**
 * How far away a failure may be that ends what is done on a communicator: its info {@code
 * mpi_error_range}, as drafts of user-level failure mitigation have it.
 */
public final class ErrorRanges {
  /** Whose failure it is. */
  public enum Range {
    /** Of a rank that an operation needs. */
    LOCAL,
    /** Of any rank of the communicator. */
    GROUP,
    /** Of any process that this one knows of. */
    UNIVERSE
  }

  static final int NOBODY = -1;

  private final Engine engine;

  /** Processes, in the order in which this rank learned of it. */
  private final List<Integer> failed;

  private final Map<Long, Range> ranges = new HashMap<>();

  ErrorRanges(Engine engine, List<Integer> failed) {
    this.engine = engine;
    this.failed = failed;
  }

  /** Sets the range of a communicator; any thread. */
  public void set(Peers all, Range range) {
    engine.locked(
        () -> {
          if (range == Range.LOCAL) {
            ranges.remove(all.context());
          } else {
            ranges.put(all.context(), range);
            engine.failures().endHopeless();
          }
        });
  }

  /**
   * The process whose failure ends all that is done in a context; {@link #NOBODY} if none does.
   * Inside the lock.
   */
  int culprit(@Nullable Peers all, long context) {
    if (all == null) {
      return NOBODY;
    }
    Range range = ranges.getOrDefault(all.context(), Range.LOCAL);
    if (range == Range.UNIVERSE) {
      return failed.isEmpty() ? NOBODY : failed.getFirst();
    }
    if (range == Range.LOCAL && !Peers.isOfCollectives(context)) {
      return NOBODY;
    }
    for (int process : failed) {
      if (all.rankOf(process) >= 0) {
        return process;
      }
    }
    return NOBODY;
  }

  /**
   * Why a call is not begun; null if it may be. Any thread.
   *
   * @param where the beginning of the sentence
   */
  public @Nullable MpiException objection(Peers all, String where) {
    @Nullable MpiException[] why = {null};
    engine.locked(
        () -> {
          int culprit = culprit(all, all.context());
          why[0] = culprit == NOBODY ? null : failure(all, culprit, where + " on " + all.label());
        });
    return why[0];
  }

  /**
   * The error of what a failure ends.
   *
   * @param process maybe none of these; {@link #NOBODY} if it is not known which
   * @param begin of the sentence
   */
  ProcessFailedException failure(Peers all, int process, String begin) {
    int rank = process == NOBODY ? process : all.rankOf(process);
    int[] ranks = rank < 0 ? new int[0] : new int[] {rank};
    String who = rank < 0 ? "a process that is not of it" : "rank " + rank;
    String why = process == NOBODY ? "" : ": " + engine.gone.whyNot(all, process, "");
    return new ProcessFailedException(
        ErrorClass.PROC_FAILED, ranks, begin + ": " + who + " has failed" + why);
  }
}
