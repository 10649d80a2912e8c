package org.purempi;

import org.jspecify.annotations.Nullable;

/**
 * The collectives that only start (section 6.12): the same arguments and results as the calls of
 * {@link Collectives} without the {@code i}, complete when the request is.
 *
 * <p>All ranks start the collectives of a communicator in the same order, blocking ones counted;
 * they may be completed in any order, and any number may be under way. Any call that waits or tests
 * makes progress on all of them. Until it is complete, buffers must not be touched. A non-blocking
 * collective can be neither cancelled nor freed.
 *
 * <p>Of the status that comes back nothing is defined but that there was no error.
 */
public interface NonblockingCollectives {
  /** Complete when all ranks have started it ({@code MPI_Ibarrier}, section 6.12.1). */
  Request<Status> ibarrier();

  /** {@link Collectives#bcast} ({@code MPI_Ibcast}, section 6.12.2). */
  Request<Status> ibcast(Buf buf, int root);

  /** {@link Collectives#gather} ({@code MPI_Igather}, section 6.12.3). */
  Request<Status> igather(Buf sendbuf, @Nullable Buf recvbuf, int root);

  /** {@link Collectives#gatherv} ({@code MPI_Igatherv}, section 6.12.3). */
  Request<Status> igatherv(Buf sendbuf, @Nullable VBuf recvbuf, int root);

  /** {@link Collectives#scatter} ({@code MPI_Iscatter}, section 6.12.4). */
  Request<Status> iscatter(@Nullable Buf sendbuf, Buf recvbuf, int root);

  /** {@link Collectives#scatterv} ({@code MPI_Iscatterv}, section 6.12.4). */
  Request<Status> iscatterv(@Nullable VBuf sendbuf, Buf recvbuf, int root);

  /** {@link Collectives#allgather} ({@code MPI_Iallgather}, section 6.12.5). */
  Request<Status> iallgather(Buf sendbuf, Buf recvbuf);

  /** {@link Collectives#allgatherv} ({@code MPI_Iallgatherv}, section 6.12.5). */
  Request<Status> iallgatherv(Buf sendbuf, VBuf recvbuf);

  /** {@link Collectives#alltoall} ({@code MPI_Ialltoall}, section 6.12.6). */
  Request<Status> ialltoall(Buf sendbuf, Buf recvbuf);

  /** {@link Collectives#alltoallv} ({@code MPI_Ialltoallv}, section 6.12.6). */
  Request<Status> ialltoallv(VBuf sendbuf, VBuf recvbuf);

  /** {@link Collectives#alltoallw} ({@code MPI_Ialltoallw}, section 6.12.6). */
  Request<Status> ialltoallw(WBuf sendbuf, WBuf recvbuf);

  /** {@link Collectives#reduce} ({@code MPI_Ireduce}, section 6.12.7). */
  Request<Status> ireduce(Buf sendbuf, @Nullable Buf recvbuf, Op op, int root);

  /** {@link Collectives#allreduce} ({@code MPI_Iallreduce}, section 6.12.8). */
  Request<Status> iallreduce(Buf sendbuf, Buf recvbuf, Op op);

  /** {@link Collectives#reduceScatterBlock} ({@code MPI_Ireduce_scatter_block}, section 6.12.9). */
  Request<Status> ireduceScatterBlock(Buf sendbuf, Buf recvbuf, Op op);

  /** {@link Collectives#reduceScatter} ({@code MPI_Ireduce_scatter}, section 6.12.10). */
  Request<Status> ireduceScatter(Buf sendbuf, Buf recvbuf, long[] recvcounts, Op op);

  /** {@link Collectives#scan} ({@code MPI_Iscan}, section 6.12.11). */
  Request<Status> iscan(Buf sendbuf, Buf recvbuf, Op op);

  /** {@link Collectives#exscan} ({@code MPI_Iexscan}, section 6.12.12). */
  Request<Status> iexscan(Buf sendbuf, Buf recvbuf, Op op);
}
