package org.purempi;

import org.jspecify.annotations.Nullable;

/**
 * The everyday calls on whole arrays of {@code short}; each is the call of the same name on {@code
 * Buf.of(array)}.
 */
public interface ShortCalls extends PointToPoint, Collectives, NonblockingCollectives {
  /** {@link PointToPoint#send}. */
  default void send(short[] a, int dest, int tag) {
    send(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#send} of {@code count} elements from index {@code offset}. */
  default void send(short[] a, int offset, int count, int dest, int tag) {
    send(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#ssend}. */
  default void ssend(short[] a, int dest, int tag) {
    ssend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#bsend}. */
  default void bsend(short[] a, int dest, int tag) {
    bsend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#recv}. */
  default Status recv(short[] a, int source, int tag) {
    return recv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#recv} of at most {@code count} elements to index {@code offset}. */
  default Status recv(short[] a, int offset, int count, int source, int tag) {
    return recv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#isend}. */
  default Request<Status> isend(short[] a, int dest, int tag) {
    return isend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#isend} of {@code count} elements from index {@code offset}. */
  default Request<Status> isend(short[] a, int offset, int count, int dest, int tag) {
    return isend(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#irecv}. */
  default Request<Status> irecv(short[] a, int source, int tag) {
    return irecv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#irecv} of at most {@code count} elements to index {@code offset}. */
  default Request<Status> irecv(short[] a, int offset, int count, int source, int tag) {
    return irecv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#sendrecv}. */
  default Status sendrecv(
      short[] send, int dest, int sendtag, short[] recv, int source, int recvtag) {
    return sendrecv(Buf.of(send), dest, sendtag, Buf.of(recv), source, recvtag);
  }

  /** {@link PointToPoint#sendrecvReplace}. */
  default Status sendrecvReplace(short[] a, int dest, int sendtag, int source, int recvtag) {
    return sendrecvReplace(Buf.of(a), dest, sendtag, source, recvtag);
  }

  /** {@link Collectives#bcast}. */
  default void bcast(short[] a, int root) {
    bcast(Buf.of(a), root);
  }

  /** {@link Collectives#bcast} of {@code count} elements from index {@code offset}. */
  default void bcast(short[] a, int offset, int count, int root) {
    bcast(Buf.of(a, offset, count), root);
  }

  /**
   * {@link Collectives#gather}; {@code recv} holds size × {@code send.length} elements at the root.
   */
  default void gather(short[] send, short @Nullable [] recv, int root) {
    gather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link Collectives#scatter}; {@code send} holds size × {@code recv.length} elements at the
   * root.
   */
  default void scatter(short @Nullable [] send, short[] recv, int root) {
    scatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /** {@link Collectives#allgather}; {@code recv} holds size × {@code send.length} elements. */
  default void allgather(short[] send, short[] recv) {
    allgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#alltoall}; both hold size × k elements. */
  default void alltoall(short[] send, short[] recv) {
    alltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#reduce}; {@code recv} matters at the root only. */
  default void reduce(short[] send, short @Nullable [] recv, Op op, int root) {
    reduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link Collectives#allreduce}. */
  default void allreduce(short[] send, short[] recv, Op op) {
    allreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#allreduce} in place. */
  default void allreduce(short[] a, Op op) {
    allreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link Collectives#reduceScatterBlock}; {@code send} holds size × {@code recv.length} elements.
   */
  default void reduceScatterBlock(short[] send, short[] recv, Op op) {
    reduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#scan}. */
  default void scan(short[] send, short[] recv, Op op) {
    scan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#exscan}. */
  default void exscan(short[] send, short[] recv, Op op) {
    exscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#ibcast}. */
  default Request<Status> ibcast(short[] a, int root) {
    return ibcast(Buf.of(a), root);
  }

  /**
   * {@link NonblockingCollectives#igather}; {@code recv} holds size × {@code send.length} elements
   * at the root.
   */
  default Request<Status> igather(short[] send, short @Nullable [] recv, int root) {
    return igather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iscatter}; {@code send} holds size × {@code recv.length} elements
   * at the root.
   */
  default Request<Status> iscatter(short @Nullable [] send, short[] recv, int root) {
    return iscatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iallgather}; {@code recv} holds size × {@code send.length}
   * elements.
   */
  default Request<Status> iallgather(short[] send, short[] recv) {
    return iallgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ialltoall}; both hold size × k elements. */
  default Request<Status> ialltoall(short[] send, short[] recv) {
    return ialltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ireduce}; {@code recv} matters at the root only. */
  default Request<Status> ireduce(short[] send, short @Nullable [] recv, Op op, int root) {
    return ireduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link NonblockingCollectives#iallreduce}. */
  default Request<Status> iallreduce(short[] send, short[] recv, Op op) {
    return iallreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iallreduce} in place. */
  default Request<Status> iallreduce(short[] a, Op op) {
    return iallreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link NonblockingCollectives#ireduceScatterBlock}; {@code send} holds size × {@code
   * recv.length} elements.
   */
  default Request<Status> ireduceScatterBlock(short[] send, short[] recv, Op op) {
    return ireduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iscan}. */
  default Request<Status> iscan(short[] send, short[] recv, Op op) {
    return iscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iexscan}. */
  default Request<Status> iexscan(short[] send, short[] recv, Op op) {
    return iexscan(Buf.of(send), Buf.of(recv), op);
  }
}
