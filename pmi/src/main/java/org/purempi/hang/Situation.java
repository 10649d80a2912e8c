package org.purempi.hang;

import java.util.List;

/**
 * What one rank is doing.
 *
 * @param rank in the world
 * @param place where the program is if the rank does not wait, as {@code at Solver.java:88}
 * @param waits what its threads wait for; the main thread's first
 * @param letters messages that it has not received, the oldest ones
 * @param entered the collective operations that it has begun
 * @param locks the locks of windows that it holds
 */
public record Situation(
    int rank,
    Activity activity,
    String place,
    List<Wait> waits,
    List<Letter> letters,
    List<Entered> entered,
    List<Lock> locks) {
  /** What a rank is about. */
  public enum Activity {
    /** It computes, or waits for something else than MPI. */
    RUNNING,
    /** A call waits. */
    WAITING,
    /** It has ended MPI. */
    ENDED,
    /** It has not started MPI. */
    ABSENT,
    /** It did not answer, or cannot. */
    SILENT
  }

  /**
   * Collective operations that a rank has begun.
   *
   * @param context where
   * @param count how many
   */
  public record Entered(long context, int count) {}

  /**
   * A lock that a rank holds.
   *
   * @param context the window
   * @param target the rank of the window whose part is locked; negative for all
   */
  public record Lock(long context, int target) {}

  /** Keeps copies that nobody changes. */
  public Situation {
    waits = List.copyOf(waits);
    letters = List.copyOf(letters);
    entered = List.copyOf(entered);
    locks = List.copyOf(locks);
  }

  /** A rank of which no more is known. */
  public static Situation of(int rank, Activity activity, String place) {
    return new Situation(rank, activity, place, List.of(), List.of(), List.of(), List.of());
  }

  /** Whether it waits and no time limit will end that. */
  boolean isEndless() {
    return activity == Activity.WAITING && waits.stream().noneMatch(Wait::isLimited);
  }

  /** Whether the main thread, or the only one that waits, waits for any of its needs. */
  Wait main() {
    return waits.getFirst();
  }
}
