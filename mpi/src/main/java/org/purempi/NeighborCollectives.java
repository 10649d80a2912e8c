package org.purempi;

/**
 * Collectives with the neighbours of a topology (section 8.6). A rank receives one block from each
 * of its sources and sends to each of its destinations, in the order in which the topology names
 * them; blocks of {@link Mpi#PROC_NULL} neighbours stay as they are. A rank that is its own
 * neighbour, or the same neighbour twice, exchanges one block for each time. {@link Buf#IN_PLACE}
 * is not allowed.
 *
 * <p>On a Cartesian topology the neighbours are, for each dimension, the one at −1 and then the one
 * at +1: what is sent towards −1 is the block that the neighbour receives from its +1.
 */
public interface NeighborCollectives {
  /**
   * Sends one block to every destination; {@code recvbuf} holds a block for each source ({@code
   * MPI_Neighbor_allgather}, section 8.6.1).
   */
  void neighborAllgather(Buf sendbuf, Buf recvbuf);

  /**
   * As neighborAllgather, with a block of its own size from each source ({@code
   * MPI_Neighbor_allgatherv}, section 8.6.1).
   */
  void neighborAllgatherv(Buf sendbuf, VBuf recvbuf);

  /**
   * A block of its own to each destination and from each source ({@code MPI_Neighbor_alltoall},
   * section 8.6.2).
   */
  void neighborAlltoall(Buf sendbuf, Buf recvbuf);

  /**
   * As neighborAlltoall, with blocks of any size ({@code MPI_Neighbor_alltoallv}, section 8.6.2).
   */
  void neighborAlltoallv(VBuf sendbuf, VBuf recvbuf);

  /**
   * As neighborAlltoall, with blocks of any size, place and datatype ({@code
   * MPI_Neighbor_alltoallw}, section 8.6.2).
   */
  void neighborAlltoallw(WBuf sendbuf, WBuf recvbuf);

  /** {@link #neighborAllgather} ({@code MPI_Ineighbor_allgather}, section 8.7.1). */
  Request<Status> ineighborAllgather(Buf sendbuf, Buf recvbuf);

  /** {@link #neighborAllgatherv} ({@code MPI_Ineighbor_allgatherv}, section 8.7.1). */
  Request<Status> ineighborAllgatherv(Buf sendbuf, VBuf recvbuf);

  /** {@link #neighborAlltoall} ({@code MPI_Ineighbor_alltoall}, section 8.7.2). */
  Request<Status> ineighborAlltoall(Buf sendbuf, Buf recvbuf);

  /** {@link #neighborAlltoallv} ({@code MPI_Ineighbor_alltoallv}, section 8.7.2). */
  Request<Status> ineighborAlltoallv(VBuf sendbuf, VBuf recvbuf);

  /** {@link #neighborAlltoallw} ({@code MPI_Ineighbor_alltoallw}, section 8.7.2). */
  Request<Status> ineighborAlltoallw(WBuf sendbuf, WBuf recvbuf);

  /** {@link #neighborAllgather} ({@code MPI_Neighbor_allgather_init}, section 8.8.1). */
  PersistentRequest neighborAllgatherInit(Buf sendbuf, Buf recvbuf);

  /** {@link #neighborAllgatherv} ({@code MPI_Neighbor_allgatherv_init}, section 8.8.1). */
  PersistentRequest neighborAllgathervInit(Buf sendbuf, VBuf recvbuf);

  /** {@link #neighborAlltoall} ({@code MPI_Neighbor_alltoall_init}, section 8.8.2). */
  PersistentRequest neighborAlltoallInit(Buf sendbuf, Buf recvbuf);

  /** {@link #neighborAlltoallv} ({@code MPI_Neighbor_alltoallv_init}, section 8.8.2). */
  PersistentRequest neighborAlltoallvInit(VBuf sendbuf, VBuf recvbuf);

  /** {@link #neighborAlltoallw} ({@code MPI_Neighbor_alltoallw_init}, section 8.8.2). */
  PersistentRequest neighborAlltoallwInit(WBuf sendbuf, WBuf recvbuf);
}
