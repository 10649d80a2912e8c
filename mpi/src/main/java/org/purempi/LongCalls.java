package org.purempi;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The everyday calls on whole arrays of {@code long}; each is the call of the same name on {@code
 * Buf.of(array)}.
 */
public interface LongCalls extends PointToPoint, Collectives, NonblockingCollectives {
  /** {@link PointToPoint#send}. */
  default void send(long[] a, int dest, int tag) {
    send(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#send} of {@code count} elements from index {@code offset}. */
  default void send(long[] a, int offset, int count, int dest, int tag) {
    send(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#ssend}. */
  default void ssend(long[] a, int dest, int tag) {
    ssend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#bsend}. */
  default void bsend(long[] a, int dest, int tag) {
    bsend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#recv}. */
  default Status recv(long[] a, int source, int tag) {
    return recv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#recv} of at most {@code count} elements to index {@code offset}. */
  default Status recv(long[] a, int offset, int count, int source, int tag) {
    return recv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#isend}. */
  default Request<Status> isend(long[] a, int dest, int tag) {
    return isend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#isend} of {@code count} elements from index {@code offset}. */
  default Request<Status> isend(long[] a, int offset, int count, int dest, int tag) {
    return isend(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#irecv}. */
  default Request<Status> irecv(long[] a, int source, int tag) {
    return irecv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#irecv} of at most {@code count} elements to index {@code offset}. */
  default Request<Status> irecv(long[] a, int offset, int count, int source, int tag) {
    return irecv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#sendrecv}. */
  default Status sendrecv(
      long[] send, int dest, int sendtag, long[] recv, int source, int recvtag) {
    return sendrecv(Buf.of(send), dest, sendtag, Buf.of(recv), source, recvtag);
  }

  /** {@link PointToPoint#sendrecvReplace}. */
  default Status sendrecvReplace(long[] a, int dest, int sendtag, int source, int recvtag) {
    return sendrecvReplace(Buf.of(a), dest, sendtag, source, recvtag);
  }

  /** {@link Collectives#bcast}. */
  default void bcast(long[] a, int root) {
    bcast(Buf.of(a), root);
  }

  /** {@link Collectives#bcast} of {@code count} elements from index {@code offset}. */
  default void bcast(long[] a, int offset, int count, int root) {
    bcast(Buf.of(a, offset, count), root);
  }

  /**
   * {@link Collectives#gather}; {@code recv} holds size × {@code send.length} elements at the root.
   */
  default void gather(long[] send, long @Nullable [] recv, int root) {
    gather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link Collectives#scatter}; {@code send} holds size × {@code recv.length} elements at the
   * root.
   */
  default void scatter(long @Nullable [] send, long[] recv, int root) {
    scatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /** {@link Collectives#allgather}; {@code recv} holds size × {@code send.length} elements. */
  default void allgather(long[] send, long[] recv) {
    allgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#alltoall}; both hold size × k elements. */
  default void alltoall(long[] send, long[] recv) {
    alltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#reduce}; {@code recv} matters at the root only. */
  default void reduce(long[] send, long @Nullable [] recv, Op op, int root) {
    reduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link Collectives#allreduce}. */
  default void allreduce(long[] send, long[] recv, Op op) {
    allreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#allreduce} in place. */
  default void allreduce(long[] a, Op op) {
    allreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link Collectives#reduceScatterBlock}; {@code send} holds size × {@code recv.length} elements.
   */
  default void reduceScatterBlock(long[] send, long[] recv, Op op) {
    reduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#scan}. */
  default void scan(long[] send, long[] recv, Op op) {
    scan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#exscan}. */
  default void exscan(long[] send, long[] recv, Op op) {
    exscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#bcast} of one value, which is the root's; elsewhere it does not matter. */
  default long bcast(long value, int root) {
    long[] a = {value};
    bcast(Buf.of(a), root);
    return a[0];
  }

  /** {@link Collectives#gather} of one value: all of them at the root, none elsewhere. */
  default long[] gather(long value, int root) {
    long[] all = new long[Roots.sources(this, root)];
    gather(Buf.of(new long[] {value}), Buf.of(all), root);
    return all;
  }

  /** {@link Collectives#scatter} of one value for each rank; {@code values} matters at the root. */
  default long scatter(long @Nullable [] values, int root) {
    long[] a = new long[1];
    scatter(values == null ? null : Buf.of(values), Buf.of(a), root);
    return a[0];
  }

  /** {@link Collectives#allgather} of one value. */
  default long[] allgather(long value) {
    long[] all = new long[Roots.size(this)];
    allgather(Buf.of(new long[] {value}), Buf.of(all));
    return all;
  }

  /** {@link Collectives#reduce} of one value: the result at the root, empty elsewhere. */
  default Optional<Long> reduce(long value, Op op, int root) {
    long[] a = new long[1];
    reduce(Buf.of(new long[] {value}), Buf.of(a), op, root);
    return Roots.isRoot(this, root) ? Optional.of(a[0]) : Optional.empty();
  }

  /** {@link Collectives#scan} of one value. */
  default long scan(long value, Op op) {
    long[] a = new long[1];
    scan(Buf.of(new long[] {value}), Buf.of(a), op);
    return a[0];
  }

  /** {@link Collectives#exscan} of one value; empty at rank 0, before which there is none. */
  default Optional<Long> exscan(long value, Op op) {
    long[] a = new long[1];
    exscan(Buf.of(new long[] {value}), Buf.of(a), op);
    return Roots.isFirst(this) ? Optional.empty() : Optional.of(a[0]);
  }

  /** {@link Collectives#allreduce} of one value. */
  default long allreduce(long value, Op op) {
    long[] a = {value};
    allreduce(Buf.IN_PLACE, Buf.of(a), op);
    return a[0];
  }

  /** {@link NonblockingCollectives#ibcast}. */
  default Request<Status> ibcast(long[] a, int root) {
    return ibcast(Buf.of(a), root);
  }

  /**
   * {@link NonblockingCollectives#igather}; {@code recv} holds size × {@code send.length} elements
   * at the root.
   */
  default Request<Status> igather(long[] send, long @Nullable [] recv, int root) {
    return igather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iscatter}; {@code send} holds size × {@code recv.length} elements
   * at the root.
   */
  default Request<Status> iscatter(long @Nullable [] send, long[] recv, int root) {
    return iscatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iallgather}; {@code recv} holds size × {@code send.length}
   * elements.
   */
  default Request<Status> iallgather(long[] send, long[] recv) {
    return iallgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ialltoall}; both hold size × k elements. */
  default Request<Status> ialltoall(long[] send, long[] recv) {
    return ialltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ireduce}; {@code recv} matters at the root only. */
  default Request<Status> ireduce(long[] send, long @Nullable [] recv, Op op, int root) {
    return ireduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link NonblockingCollectives#iallreduce}. */
  default Request<Status> iallreduce(long[] send, long[] recv, Op op) {
    return iallreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iallreduce} in place. */
  default Request<Status> iallreduce(long[] a, Op op) {
    return iallreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link NonblockingCollectives#ireduceScatterBlock}; {@code send} holds size × {@code
   * recv.length} elements.
   */
  default Request<Status> ireduceScatterBlock(long[] send, long[] recv, Op op) {
    return ireduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iscan}. */
  default Request<Status> iscan(long[] send, long[] recv, Op op) {
    return iscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iexscan}. */
  default Request<Status> iexscan(long[] send, long[] recv, Op op) {
    return iexscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iallreduce} of one value, which is what comes back. */
  Request<Long> iallreduce(long value, Op op);
}
