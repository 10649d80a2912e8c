package mpi;

import org.purempi.ErrorClass;

/** An ordered set of processes (section 7.3). */
public final class Group implements Freeable {
  private org.purempi.@Nullable Group core;

  Group(org.purempi.Group core) {
    this.core = core;
  }

  org.purempi.Group core() throws MPIException {
    org.purempi.Group g = core;
    if (g == null) {
      throw new MPIException(ErrorClass.GROUP, "the group has been freed");
    }
    return g;
  }

  /** The number of processes ({@code MPI_Group_size}). */
  public int getSize() throws MPIException {
    return core().size();
  }

  /** This process's rank, or {@link MPI#UNDEFINED} ({@code MPI_Group_rank}). */
  public int getRank() throws MPIException {
    return core().rank();
  }

  /** Gives the group up ({@code MPI_Group_free}). */
  @Override
  public void free() throws MPIException {
    core();
    if (this == MPI.GROUP_EMPTY) {
      throw new MPIException(ErrorClass.GROUP, "GROUP_EMPTY is predefined: it cannot be freed");
    }
    core = null;
  }

  /** Whether it has been freed. */
  public boolean isNull() {
    return core == null;
  }

  /**
   * The ranks in {@code group2} of processes of {@code group1} ({@code MPI_Group_translate_ranks}).
   */
  public static int[] translateRanks(Group group1, int[] ranks1, Group group2) throws MPIException {
    org.purempi.Group one = group1.core();
    org.purempi.Group two = group2.core();
    return Failures.get(() -> one.translateRanks(ranks1, two));
  }

  /** {@link MPI#IDENT}, {@link MPI#SIMILAR} or {@link MPI#UNEQUAL} ({@code MPI_Group_compare}). */
  public static int compare(Group group1, Group group2) throws MPIException {
    return MPI.code(group1.core().compare(group2.core()));
  }

  /** All of the first, then the rest of the second ({@code MPI_Group_union}). */
  public static Group union(Group group1, Group group2) throws MPIException {
    return new Group(group1.core().union(group2.core()));
  }

  /** Those of the first that are in the second ({@code MPI_Group_intersection}). */
  public static Group intersection(Group group1, Group group2) throws MPIException {
    return new Group(group1.core().intersection(group2.core()));
  }

  /** Those of the first that are not in the second ({@code MPI_Group_difference}). */
  public static Group difference(Group group1, Group group2) throws MPIException {
    return new Group(group1.core().difference(group2.core()));
  }

  /** The processes with these ranks, in this order ({@code MPI_Group_incl}). */
  public Group incl(int[] ranks) throws MPIException {
    org.purempi.Group g = core();
    return new Group(Failures.get(() -> g.incl(ranks)));
  }

  /** The processes without these ranks ({@code MPI_Group_excl}). */
  public Group excl(int[] ranks) throws MPIException {
    org.purempi.Group g = core();
    return new Group(Failures.get(() -> g.excl(ranks)));
  }

  /** The processes of ranges {first, last, stride} ({@code MPI_Group_range_incl}). */
  public Group rangeIncl(int[][] ranges) throws MPIException {
    org.purempi.Group g = core();
    return new Group(Failures.get(() -> g.rangeIncl(ranges)));
  }

  /** The processes outside ranges {first, last, stride} ({@code MPI_Group_range_excl}). */
  public Group rangeExcl(int[][] ranges) throws MPIException {
    org.purempi.Group g = core();
    return new Group(Failures.get(() -> g.rangeExcl(ranges)));
  }
}
