package org.purempi.abi;

import org.purempi.Buf;
import org.purempi.CartCommunicator;
import org.purempi.DistGraphCommunicator;
import org.purempi.ErrorClass;
import org.purempi.GraphCommunicator;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * What a collective moves, understood once for its three forms. Arguments that have no meaning at
 * this rank are not looked at: an empty buffer takes their place.
 *
 * <pre>
 *                  one group       two groups (section 6.2.3)
 *   the root       rank == root    MPI_ROOT
 *   its members    every rank      those of the other group, who name it
 *   the peers      the group       the other group
 * </pre>
 *
 * <p>{@code MPI_IN_PLACE} is passed on, for the library knows where it is allowed.
 *
 * @param send what this rank gives
 * @param recv what it gets
 */
record Exchange<S, R>(CommHandle comm, S send, R recv) {
  private static final VBuf NO_BLOCKS = VBuf.of(Buf.EMPTY, new long[0]);

  // ---- buffers

  static Buf buffer(long address, long count, long type) {
    return Bufs.orInPlace(address, count, type);
  }

  private static Buf equal(long address, long count, int blocks, long type) {
    return Bufs.isInPlace(address) ? Buf.IN_PLACE : Bufs.blocks(address, count, blocks, type);
  }

  private static VBuf cut(long address, Numbers counts, Numbers displs, int blocks, long type) {
    return Bufs.isInPlace(address)
        ? VBuf.IN_PLACE
        : Bufs.blocks(address, counts, displs, blocks, type);
  }

  private static WBuf cutW(long address, Numbers counts, Numbers displs, int blocks, long types) {
    return Bufs.isInPlace(address)
        ? WBuf.IN_PLACE
        : Bufs.blocks(address, counts, displs, blocks, Numbers.longs(types));
  }

  // ---- who takes part

  static boolean isInter(CommHandle c) {
    return c.get() instanceof Intercommunicator;
  }

  static boolean isRoot(CommHandle c, int root) {
    return isInter(c) ? root == Mpi.ROOT : root == c.rank();
  }

  /** Whether the rank gives to the root, or gets from it. */
  static boolean isMember(CommHandle c, int root) {
    return root >= 0 || !isInter(c);
  }

  private static int peers(CommHandle c) {
    return c.get() instanceof Intercommunicator inter ? inter.remoteSize() : c.size();
  }

  // ---- with a root (sections 6.4 to 6.6)

  static Exchange<Buf, Buf> bcast(long buffer, long count, long type, int root, long comm) {
    CommHandle c = Table.comm(comm);
    boolean isUsed = isMember(c, root) || isRoot(c, root);
    return new Exchange<>(c, isUsed ? buffer(buffer, count, type) : Buf.EMPTY, Buf.EMPTY);
  }

  static Exchange<Buf, Buf> gather(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        isMember(c, root) ? buffer(sendbuf, sendcount, sendtype) : Buf.EMPTY,
        isRoot(c, root) ? equal(recvbuf, recvcount, peers(c), recvtype) : Buf.EMPTY);
  }

  static Exchange<Buf, VBuf> gatherv(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      int root,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        isMember(c, root) ? buffer(sendbuf, sendcount, sendtype) : Buf.EMPTY,
        isRoot(c, root) ? cut(recvbuf, recvcounts, displs, peers(c), recvtype) : NO_BLOCKS);
  }

  static Exchange<Buf, Buf> scatter(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        isRoot(c, root) ? equal(sendbuf, sendcount, peers(c), sendtype) : Buf.EMPTY,
        isMember(c, root) ? buffer(recvbuf, recvcount, recvtype) : Buf.EMPTY);
  }

  static Exchange<VBuf, Buf> scatterv(
      long sendbuf,
      Numbers sendcounts,
      Numbers displs,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      int root,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        isRoot(c, root) ? cut(sendbuf, sendcounts, displs, peers(c), sendtype) : NO_BLOCKS,
        isMember(c, root) ? buffer(recvbuf, recvcount, recvtype) : Buf.EMPTY);
  }

  // ---- everyone with everyone (sections 6.7 and 6.8)

  static Exchange<Buf, Buf> allgather(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c, buffer(sendbuf, sendcount, sendtype), equal(recvbuf, recvcount, peers(c), recvtype));
  }

  static Exchange<Buf, VBuf> allgatherv(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        buffer(sendbuf, sendcount, sendtype),
        cut(recvbuf, recvcounts, displs, peers(c), recvtype));
  }

  static Exchange<Buf, Buf> alltoall(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        equal(sendbuf, sendcount, peers(c), sendtype),
        equal(recvbuf, recvcount, peers(c), recvtype));
  }

  static Exchange<VBuf, VBuf> alltoallv(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtype,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        cut(sendbuf, sendcounts, sdispls, peers(c), sendtype),
        cut(recvbuf, recvcounts, rdispls, peers(c), recvtype));
  }

  static Exchange<WBuf, WBuf> alltoallw(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtypes,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtypes,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        cutW(sendbuf, sendcounts, sdispls, peers(c), sendtypes),
        cutW(recvbuf, recvcounts, rdispls, peers(c), recvtypes));
  }

  // ---- among neighbours (section 8.6)

  private static int sources(CommHandle c) {
    return switch (c.neighbors()) {
      case CartCommunicator grid -> 2 * grid.ndims();
      case GraphCommunicator graph -> graph.neighborsCount(c.rank());
      case DistGraphCommunicator graph -> graph.indegree();
      default -> throw unknown(c);
    };
  }

  private static int destinations(CommHandle c) {
    return c.neighbors() instanceof DistGraphCommunicator graph ? graph.outdegree() : sources(c);
  }

  private static MpiArgumentException unknown(CommHandle c) {
    return new MpiArgumentException(ErrorClass.TOPOLOGY, c + " has a topology of no known kind");
  }

  static Exchange<Buf, Buf> neighborAllgather(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c, buffer(sendbuf, sendcount, sendtype), equal(recvbuf, recvcount, sources(c), recvtype));
  }

  static Exchange<Buf, VBuf> neighborAllgatherv(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers displs,
      long recvtype,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        buffer(sendbuf, sendcount, sendtype),
        cut(recvbuf, recvcounts, displs, sources(c), recvtype));
  }

  static Exchange<Buf, Buf> neighborAlltoall(
      long sendbuf,
      long sendcount,
      long sendtype,
      long recvbuf,
      long recvcount,
      long recvtype,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        equal(sendbuf, sendcount, destinations(c), sendtype),
        equal(recvbuf, recvcount, sources(c), recvtype));
  }

  static Exchange<VBuf, VBuf> neighborAlltoallv(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtype,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtype,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        cut(sendbuf, sendcounts, sdispls, destinations(c), sendtype),
        cut(recvbuf, recvcounts, rdispls, sources(c), recvtype));
  }

  static Exchange<WBuf, WBuf> neighborAlltoallw(
      long sendbuf,
      Numbers sendcounts,
      Numbers sdispls,
      long sendtypes,
      long recvbuf,
      Numbers recvcounts,
      Numbers rdispls,
      long recvtypes,
      long comm) {
    CommHandle c = Table.comm(comm);
    return new Exchange<>(
        c,
        cutW(sendbuf, sendcounts, sdispls, destinations(c), sendtypes),
        cutW(recvbuf, recvcounts, rdispls, sources(c), recvtypes));
  }
}
