package org.purempi;

import org.jspecify.annotations.Nullable;

/**
 * Two groups of ranks that talk to each other (section 7.6). {@link #rank}, {@link #size} and
 * {@link #group} are those of the local group; messages go to and come from ranks of the remote
 * group.
 *
 * <p>Collectives go from one group to the other (section 6.2.3). Where there is a root, it passes
 * {@link Mpi#ROOT}, the other ranks of its group {@link Mpi#PROC_NULL}, and those of the other
 * group its rank. The others give each group what the other one contributes; sizes are counted in
 * ranks of the remote group. {@link Buf#IN_PLACE}, scan, exscan, and the collectives of records and
 * objects are not defined.
 */
public interface Intercommunicator extends Communicator {
  /** The number of ranks of the other group ({@code MPI_Comm_remote_size}, section 7.6.1). */
  int remoteSize();

  /** The other group ({@code MPI_Comm_remote_group}, section 7.6.1). */
  Group remoteGroup();

  /**
   * One communicator of both groups; collective over both ({@code MPI_Intercomm_merge}, section
   * 7.6.2).
   *
   * @param high the same on all ranks of a group: whether it comes second; if both say the same,
   *     the order is arbitrary
   */
  Communicator merge(boolean high);

  /** The same groups; collective over both ({@code MPI_Comm_dup}). */
  @Override
  Intercommunicator dup();

  /**
   * One intercommunicator for each colour that occurs in both groups; null elsewhere ({@code
   * MPI_Comm_split}, section 7.4.2).
   */
  @Override
  @Nullable Intercommunicator split(int color, int key);

  /**
   * The ranks of {@code group}, a part of the local group, and those that the other group names;
   * null for ranks outside, or if a part is empty ({@code MPI_Comm_create}, section 7.4.2).
   */
  @Override
  @Nullable Intercommunicator create(Group group);
}
