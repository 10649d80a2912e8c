package org.purempi.abi;

import org.purempi.Buf;
import org.purempi.Op;

/**
 * What a collective combines, understood once for its three forms (sections 6.9 to 6.11), as {@link
 * Exchange} does it for those that only move data.
 *
 * @param counts how many elements each rank gets of a reduceScatter
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record Reduction(CommHandle comm, Buf send, Buf recv, Op op, long[] counts) {
  private static final long[] NONE = {};

  static Reduction reduce(
      long sendbuf, long recvbuf, long count, long type, long op, int root, long comm) {
    CommHandle c = Table.comm(comm);
    boolean isMember = Exchange.isMember(c, root);
    boolean isRoot = Exchange.isRoot(c, root);
    return new Reduction(
        c,
        isMember ? Exchange.buffer(sendbuf, count, type) : Buf.EMPTY,
        isRoot ? Exchange.buffer(recvbuf, count, type) : Buf.EMPTY,
        isMember || isRoot ? OpHandle.of(op, type) : Op.NO_OP,
        NONE);
  }

  static Reduction allreduce(
      long sendbuf, long recvbuf, long count, long type, long op, long comm) {
    return new Reduction(
        Table.comm(comm),
        Exchange.buffer(sendbuf, count, type),
        Exchange.buffer(recvbuf, count, type),
        OpHandle.of(op, type),
        NONE);
  }

  static Reduction scan(long sendbuf, long recvbuf, long count, long type, long op, long comm) {
    return allreduce(sendbuf, recvbuf, count, type, op, comm);
  }

  /** The first rank gets nothing, and its receive buffer has no meaning unless it gives from it. */
  static Reduction exscan(long sendbuf, long recvbuf, long count, long type, long op, long comm) {
    boolean isUsed = Table.comm(comm).rank() > 0 || Bufs.isInPlace(sendbuf);
    return allreduce(sendbuf, isUsed ? recvbuf : sendbuf, count, type, op, comm);
  }

  static Reduction reduceScatterBlock(
      long sendbuf, long recvbuf, long recvcount, long type, long op, long comm) {
    CommHandle c = Table.comm(comm);
    boolean isInPlace = Bufs.isInPlace(sendbuf);
    Buf whole = Bufs.blocks(isInPlace ? recvbuf : sendbuf, recvcount, c.size(), type);
    return new Reduction(
        c,
        isInPlace ? Buf.IN_PLACE : whole,
        isInPlace ? whole : Exchange.buffer(recvbuf, recvcount, type),
        OpHandle.of(op, type),
        NONE);
  }

  static Reduction reduceScatter(
      long sendbuf, long recvbuf, Numbers recvcounts, long type, long op, long comm) {
    CommHandle c = Table.comm(comm);
    long[] counts = recvcounts.toLongs(c.size());
    long all = 0;
    for (long count : counts) {
      all += Math.max(0, count); // the library refuses what is below zero
      if (all < 0) {
        throw Bufs.tooFar();
      }
    }
    boolean isInPlace = Bufs.isInPlace(sendbuf);
    Buf whole = Bufs.of(isInPlace ? recvbuf : sendbuf, all, type);
    return new Reduction(
        c,
        isInPlace ? Buf.IN_PLACE : whole,
        isInPlace ? whole : Exchange.buffer(recvbuf, counts[c.rank()], type),
        OpHandle.of(op, type),
        counts);
  }
}
