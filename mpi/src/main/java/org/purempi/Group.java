package org.purempi;

import java.util.Arrays;

/** An ordered set of processes (section 7.3). Immutable; needs no free. */
public final class Group {
  /** No processes ({@code MPI_GROUP_EMPTY}). */
  public static final Group EMPTY = new Group(new long[0], -1);

  private final long[] processes;
  private final long self;

  private Group(long[] processes, long self) {
    this.processes = processes;
    this.self = self;
  }

  /**
   * For the library: the group of these processes (distinct identities) as seen by process {@code
   * self}.
   */
  public static Group ofProcesses(long[] processes, long self) {
    return new Group(processes.clone(), self);
  }

  /** For the library: the identities of the processes, in rank order. */
  public long[] processes() {
    return processes.clone();
  }

  /** Number of processes ({@code MPI_Group_size}). */
  public int size() {
    return processes.length;
  }

  /** This process's rank, or {@link Mpi#UNDEFINED} ({@code MPI_Group_rank}). */
  public int rank() {
    return rankOf(self);
  }

  private int rankOf(long process) {
    for (int i = 0; i < processes.length; i++) {
      if (processes[i] == process) {
        return i;
      }
    }
    return Mpi.UNDEFINED;
  }

  /**
   * The ranks in {@code other} of the processes with {@code ranks} here; {@link Mpi#UNDEFINED}
   * where there is none; {@link Mpi#PROC_NULL} stays ({@code MPI_Group_translate_ranks}).
   */
  public int[] translateRanks(int[] ranks, Group other) {
    int[] out = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      out[i] =
          ranks[i] == Mpi.PROC_NULL ? Mpi.PROC_NULL : other.rankOf(processes[checked(ranks[i])]);
    }
    return out;
  }

  /**
   * Whether two groups have the same processes, and in the same order ({@code MPI_Group_compare}).
   */
  public Comparison compare(Group other) {
    if (Arrays.equals(processes, other.processes)) {
      return Comparison.IDENT;
    }
    long[] a = processes.clone();
    long[] b = other.processes.clone();
    Arrays.sort(a);
    Arrays.sort(b);
    return Arrays.equals(a, b) ? Comparison.SIMILAR : Comparison.UNEQUAL;
  }

  /**
   * All of this group, then those of {@code other} that are not in this ({@code MPI_Group_union}).
   */
  public Group union(Group other) {
    long[] more = Arrays.stream(other.processes).filter(p -> rankOf(p) == Mpi.UNDEFINED).toArray();
    long[] all = Arrays.copyOf(processes, processes.length + more.length);
    System.arraycopy(more, 0, all, processes.length, more.length);
    return with(all, other);
  }

  /**
   * Those of this group that are in {@code other}, in this group's order ({@code
   * MPI_Group_intersection}).
   */
  public Group intersection(Group other) {
    return with(
        Arrays.stream(processes).filter(p -> other.rankOf(p) != Mpi.UNDEFINED).toArray(), other);
  }

  /**
   * Those of this group that are not in {@code other}, in this group's order ({@code
   * MPI_Group_difference}).
   */
  public Group difference(Group other) {
    return with(
        Arrays.stream(processes).filter(p -> other.rankOf(p) == Mpi.UNDEFINED).toArray(), other);
  }

  private Group with(long[] members, Group other) {
    return new Group(members, self >= 0 ? self : other.self);
  }

  /** The processes with these ranks, in the order given ({@code MPI_Group_incl}). */
  public Group incl(int... ranks) {
    requireDistinct(ranks);
    return new Group(Arrays.stream(ranks).mapToLong(r -> processes[checked(r)]).toArray(), self);
  }

  /** The processes without these ranks, in this group's order ({@code MPI_Group_excl}). */
  public Group excl(int... ranks) {
    requireDistinct(ranks);
    boolean[] out = new boolean[processes.length];
    for (int r : ranks) {
      out[checked(r)] = true;
    }
    long[] left = new long[processes.length - ranks.length];
    int n = 0;
    for (int i = 0; i < processes.length; i++) {
      if (!out[i]) {
        left[n++] = processes[i];
      }
    }
    return new Group(left, self);
  }

  /**
   * {@link #incl} of ranges: each {first, last, stride}, stride not 0 ({@code
   * MPI_Group_range_incl}).
   */
  public Group rangeIncl(int[]... ranges) {
    return incl(expand(ranges));
  }

  /**
   * {@link #excl} of ranges: each {first, last, stride}, stride not 0 ({@code
   * MPI_Group_range_excl}).
   */
  public Group rangeExcl(int[]... ranges) {
    return excl(expand(ranges));
  }

  private static int[] expand(int[][] ranges) {
    return Arrays.stream(ranges).flatMapToInt(Group::expand).toArray();
  }

  private static java.util.stream.IntStream expand(int[] range) {
    if (range.length != 3 || range[2] == 0) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "a range is {first, last, stride} with stride not 0, not " + Arrays.toString(range));
    }
    int stride = range[2];
    return java.util.stream.IntStream.iterate(
        range[0], i -> stride > 0 ? i <= range[1] : i >= range[1], i -> i + stride);
  }

  private int checked(int rank) {
    if (rank < 0 || rank >= processes.length) {
      throw new MpiArgumentException(
          ErrorClass.RANK, "rank " + rank + " of a group of " + processes.length);
    }
    return rank;
  }

  private void requireDistinct(int[] ranks) {
    boolean[] seen = new boolean[processes.length];
    for (int r : ranks) {
      if (seen[checked(r)]) {
        throw new MpiArgumentException(ErrorClass.RANK, "rank " + r + " is named twice");
      }
      seen[r] = true;
    }
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Group g && Arrays.equals(processes, g.processes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(processes);
  }

  @Override
  public String toString() {
    return "Group" + Arrays.toString(processes);
  }
}
