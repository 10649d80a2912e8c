package org.purempi;

import org.jspecify.annotations.Nullable;

/**
 * Operations that all ranks of a communicator call, in the same order (chapter 6).
 *
 * <p>Where the Standard gives a count per rank, the {@code Buf} here is the whole buffer: a gather
 * from n ranks of k elements each receives into a {@code Buf} of n·k. Arguments that matter only at
 * the root may be null elsewhere. {@link Buf#IN_PLACE} is allowed where the Standard allows {@code
 * MPI_IN_PLACE}.
 */
public interface Collectives {
  /** Returns when all ranks have called ({@code MPI_Barrier}, section 6.3). */
  void barrier();

  /** The root's data goes to all ({@code MPI_Bcast}, section 6.4). */
  void bcast(Buf buf, int root);

  /** Every rank's data goes to the root, in rank order ({@code MPI_Gather}, section 6.5). */
  void gather(Buf sendbuf, @Nullable Buf recvbuf, int root);

  /** As gather, with a block of its own size for each rank ({@code MPI_Gatherv}, section 6.5). */
  void gatherv(Buf sendbuf, @Nullable VBuf recvbuf, int root);

  /**
   * The root's data is cut in equal blocks, one for each rank ({@code MPI_Scatter}, section 6.6).
   */
  void scatter(@Nullable Buf sendbuf, Buf recvbuf, int root);

  /** As scatter, with a block of its own size for each rank ({@code MPI_Scatterv}, section 6.6). */
  void scatterv(@Nullable VBuf sendbuf, Buf recvbuf, int root);

  /** Every rank's data goes to all, in rank order ({@code MPI_Allgather}, section 6.7). */
  void allgather(Buf sendbuf, Buf recvbuf);

  /**
   * As allgather, with a block of its own size for each rank ({@code MPI_Allgatherv}, section 6.7).
   */
  void allgatherv(Buf sendbuf, VBuf recvbuf);

  /** Block j of rank i becomes block i of rank j ({@code MPI_Alltoall}, section 6.8). */
  void alltoall(Buf sendbuf, Buf recvbuf);

  /** As alltoall, with blocks of any size ({@code MPI_Alltoallv}, section 6.8). */
  void alltoallv(VBuf sendbuf, VBuf recvbuf);

  /**
   * As alltoall, with blocks of any size, place and datatype ({@code MPI_Alltoallw}, section 6.8).
   */
  void alltoallw(WBuf sendbuf, WBuf recvbuf);

  /** All data combined, at the root ({@code MPI_Reduce}, section 6.9.1). */
  void reduce(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root);

  /** All data combined, at every rank ({@code MPI_Allreduce}, section 6.9.6). */
  void allreduce(Buf sendbuf, Buf recvbuf, Op op);

  /**
   * All data combined, cut in equal blocks, block i to rank i ({@code MPI_Reduce_scatter_block},
   * section 6.10.1).
   */
  void reduceScatterBlock(Buf sendbuf, Buf recvbuf, Op op);

  /**
   * As reduceScatterBlock, with {@code recvcounts[i]} elements for rank i ({@code
   * MPI_Reduce_scatter}, section 6.10.2).
   */
  void reduceScatter(Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op);

  /** The data of ranks 0 … this rank combined ({@code MPI_Scan}, section 6.11.1). */
  void scan(Buf sendbuf, Buf recvbuf, Op op);

  /**
   * The data of ranks 0 … this rank − 1 combined; rank 0's {@code recvbuf} stays as it is ({@code
   * MPI_Exscan}, section 6.11.2).
   */
  void exscan(Buf sendbuf, Buf recvbuf, Op op);
}
