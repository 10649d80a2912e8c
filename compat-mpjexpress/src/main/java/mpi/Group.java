package mpi;

import java.util.Arrays;
import org.purempi.Comparison;
import org.purempi.compat.mpjexpress.Nullable;
import org.purempi.compat.mpjexpress.Numbers;

/**
 * An ordered set of processes (MPI 4.1, section 7.3). One without processes that is made here is
 * {@link MPI#GROUP_EMPTY} itself, and nobody is in {@link MPI#GROUP_NULL}.
 */
public class Group implements Freeable {
  /** The code of the empty group. */
  public static final int EMPTY = 3;

  /** {@link #EMPTY} for the empty group, else 0. */
  public int code;

  /** What lies below. */
  public mpjdev.Group mpjdevGroup;

  /** A group of purempi in this API. */
  public Group(mpjdev.Group group) {
    this.mpjdevGroup = group;
    this.code = group.purempi().size() == 0 ? EMPTY : 0;
  }

  Group(org.purempi.Group group) {
    this(new mpjdev.Group(group));
  }

  /** A group of purempi in this API; all that are empty are one. */
  private static Group of(org.purempi.Group group) {
    return group.size() == 0 ? MPI.GROUP_EMPTY : new Group(group);
  }

  final org.purempi.Group purempi() {
    return mpjdevGroup.purempi();
  }

  /** Nothing: a group that nobody uses any more is forgotten. */
  @Override
  public void free() {}

  /** Nothing: kept for programs that call it. */
  @Override
  @SuppressWarnings("removal")
  public void finalize() throws MPIException {}

  /** Number of processes. */
  public int Size() throws MPIException {
    return purempi().size();
  }

  /** This process's rank, or {@code MPI.UNDEFINED}. */
  public int Rank() throws MPIException {
    return Numbers.seen(purempi().rank());
  }

  /**
   * The ranks in {@code group2} of the processes with {@code ranks1} in {@code group1}; {@code
   * MPI.UNDEFINED} where there is none.
   */
  public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2)
      throws MPIException {
    int[] ranks = Errors.get(() -> group1.purempi().translateRanks(ranks1, group2.purempi()));
    return Arrays.stream(ranks).map(Numbers::seen).toArray();
  }

  /**
   * {@code MPI.IDENT}, {@code MPI.SIMILAR} or {@code MPI.UNEQUAL}; {@link MPI#GROUP_NULL} is like
   * no other group.
   */
  public static int Compare(@Nullable Group group1, @Nullable Group group2) throws MPIException {
    if (group1 == null || group2 == null) {
      return group1 == null && group2 == null ? MPI.IDENT : MPI.UNEQUAL;
    }
    return code(group1.purempi().compare(group2.purempi()));
  }

  static int code(Comparison comparison) {
    return switch (comparison) {
      case IDENT -> MPI.IDENT;
      case CONGRUENT -> MPI.CONGRUENT;
      case SIMILAR -> MPI.SIMILAR;
      case UNEQUAL -> MPI.UNEQUAL;
    };
  }

  /**
   * All of the first group, then those of the second that are not in it; if one is {@link
   * MPI#GROUP_NULL}, the other.
   */
  public static @Nullable Group Union(@Nullable Group group1, @Nullable Group group2)
      throws MPIException {
    if (group1 == null || group2 == null) {
      return group1 == null ? group2 : group1;
    }
    return of(group1.purempi().union(group2.purempi()));
  }

  /** Those of the first group that are in the second, in the first's order. */
  public static Group Intersection(@Nullable Group group1, @Nullable Group group2)
      throws MPIException {
    return group1 == null || group2 == null
        ? MPI.GROUP_EMPTY
        : of(group1.purempi().intersection(group2.purempi()));
  }

  /** Those of the first group that are not in the second, in the first's order. */
  public static Group Difference(@Nullable Group group1, @Nullable Group group2)
      throws MPIException {
    if (group1 == null) {
      return MPI.GROUP_EMPTY;
    }
    return group2 == null ? group1 : of(group1.purempi().difference(group2.purempi()));
  }

  /** The processes with these ranks, in the order given. */
  public Group Incl(int[] ranks) throws MPIException {
    return Errors.get(() -> of(purempi().incl(ranks)));
  }

  /** The processes without these ranks, in this group's order. */
  public Group Excl(int[] ranks) throws MPIException {
    return Errors.get(() -> of(purempi().excl(ranks)));
  }

  /** {@link #Incl} of ranges: each {first, last, stride}, stride not 0. */
  public Group Range_incl(int[][] ranges) throws MPIException {
    return Errors.get(() -> of(purempi().rangeIncl(ranges)));
  }

  /** {@link #Excl} of ranges: each {first, last, stride}, stride not 0. */
  public Group Range_excl(int[][] ranges) throws MPIException {
    return Errors.get(() -> of(purempi().rangeExcl(ranges)));
  }
}
