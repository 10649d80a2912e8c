package org.purempi;

import org.jspecify.annotations.Nullable;

/**
 * The collectives that are set up once and started again and again (section 6.13): the same
 * arguments and results as the calls of {@link Collectives} without {@code Init}.
 *
 * <p>All ranks set up the persistent collectives of a communicator in the same order; they may be
 * started in any order, which may differ from rank to rank. The Standard's info argument is left
 * out: no hint is defined for it.
 */
public interface PersistentCollectives {
  /** A barrier to start later ({@code MPI_Barrier_init}, section 6.13.1). */
  PersistentRequest barrierInit();

  /** {@link Collectives#bcast} ({@code MPI_Bcast_init}, section 6.13.2). */
  PersistentRequest bcastInit(Buf buf, int root);

  /** {@link Collectives#gather} ({@code MPI_Gather_init}, section 6.13.3). */
  PersistentRequest gatherInit(Buf sendbuf, @Nullable Buf recvbuf, int root);

  /** {@link Collectives#gatherv} ({@code MPI_Gatherv_init}, section 6.13.3). */
  PersistentRequest gathervInit(Buf sendbuf, @Nullable VBuf recvbuf, int root);

  /** {@link Collectives#scatter} ({@code MPI_Scatter_init}, section 6.13.4). */
  PersistentRequest scatterInit(@Nullable Buf sendbuf, Buf recvbuf, int root);

  /** {@link Collectives#scatterv} ({@code MPI_Scatterv_init}, section 6.13.4). */
  PersistentRequest scattervInit(@Nullable VBuf sendbuf, Buf recvbuf, int root);

  /** {@link Collectives#allgather} ({@code MPI_Allgather_init}, section 6.13.5). */
  PersistentRequest allgatherInit(Buf sendbuf, Buf recvbuf);

  /** {@link Collectives#allgatherv} ({@code MPI_Allgatherv_init}, section 6.13.5). */
  PersistentRequest allgathervInit(Buf sendbuf, VBuf recvbuf);

  /** {@link Collectives#alltoall} ({@code MPI_Alltoall_init}, section 6.13.6). */
  PersistentRequest alltoallInit(Buf sendbuf, Buf recvbuf);

  /** {@link Collectives#alltoallv} ({@code MPI_Alltoallv_init}, section 6.13.6). */
  PersistentRequest alltoallvInit(VBuf sendbuf, VBuf recvbuf);

  /** {@link Collectives#alltoallw} ({@code MPI_Alltoallw_init}, section 6.13.6). */
  PersistentRequest alltoallwInit(WBuf sendbuf, WBuf recvbuf);

  /** {@link Collectives#reduce} ({@code MPI_Reduce_init}, section 6.13.7). */
  PersistentRequest reduceInit(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root);

  /** {@link Collectives#allreduce} ({@code MPI_Allreduce_init}, section 6.13.8). */
  PersistentRequest allreduceInit(Buf sendbuf, Buf recvbuf, Op op);

  /**
   * {@link Collectives#reduceScatterBlock} ({@code MPI_Reduce_scatter_block_init}, section 6.13.9).
   */
  PersistentRequest reduceScatterBlockInit(Buf sendbuf, Buf recvbuf, Op op);

  /** {@link Collectives#reduceScatter} ({@code MPI_Reduce_scatter_init}, section 6.13.10). */
  PersistentRequest reduceScatterInit(Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op);

  /** {@link Collectives#scan} ({@code MPI_Scan_init}, section 6.13.11). */
  PersistentRequest scanInit(Buf sendbuf, Buf recvbuf, Op op);

  /** {@link Collectives#exscan} ({@code MPI_Exscan_init}, section 6.13.12). */
  PersistentRequest exscanInit(Buf sendbuf, Buf recvbuf, Op op);
}
