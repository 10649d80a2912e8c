package org.purempi;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The everyday calls on whole arrays of {@code int}; each is the call of the same name on {@code
 * Buf.of(array)}.
 */
public interface IntCalls extends PointToPoint, Collectives, NonblockingCollectives {
  /** {@link PointToPoint#send}. */
  default void send(int[] a, int dest, int tag) {
    send(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#send} of {@code count} elements from index {@code offset}. */
  default void send(int[] a, int offset, int count, int dest, int tag) {
    send(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#ssend}. */
  default void ssend(int[] a, int dest, int tag) {
    ssend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#bsend}. */
  default void bsend(int[] a, int dest, int tag) {
    bsend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#recv}. */
  default Status recv(int[] a, int source, int tag) {
    return recv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#recv} of at most {@code count} elements to index {@code offset}. */
  default Status recv(int[] a, int offset, int count, int source, int tag) {
    return recv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#isend}. */
  default Request<Status> isend(int[] a, int dest, int tag) {
    return isend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#isend} of {@code count} elements from index {@code offset}. */
  default Request<Status> isend(int[] a, int offset, int count, int dest, int tag) {
    return isend(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#irecv}. */
  default Request<Status> irecv(int[] a, int source, int tag) {
    return irecv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#irecv} of at most {@code count} elements to index {@code offset}. */
  default Request<Status> irecv(int[] a, int offset, int count, int source, int tag) {
    return irecv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#sendrecv}. */
  default Status sendrecv(int[] send, int dest, int sendtag, int[] recv, int source, int recvtag) {
    return sendrecv(Buf.of(send), dest, sendtag, Buf.of(recv), source, recvtag);
  }

  /** {@link PointToPoint#sendrecvReplace}. */
  default Status sendrecvReplace(int[] a, int dest, int sendtag, int source, int recvtag) {
    return sendrecvReplace(Buf.of(a), dest, sendtag, source, recvtag);
  }

  /** {@link Collectives#bcast}. */
  default void bcast(int[] a, int root) {
    bcast(Buf.of(a), root);
  }

  /** {@link Collectives#bcast} of {@code count} elements from index {@code offset}. */
  default void bcast(int[] a, int offset, int count, int root) {
    bcast(Buf.of(a, offset, count), root);
  }

  /**
   * {@link Collectives#gather}; {@code recv} holds size × {@code send.length} elements at the root.
   */
  default void gather(int[] send, int @Nullable [] recv, int root) {
    gather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link Collectives#scatter}; {@code send} holds size × {@code recv.length} elements at the
   * root.
   */
  default void scatter(int @Nullable [] send, int[] recv, int root) {
    scatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /** {@link Collectives#allgather}; {@code recv} holds size × {@code send.length} elements. */
  default void allgather(int[] send, int[] recv) {
    allgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#alltoall}; both hold size × k elements. */
  default void alltoall(int[] send, int[] recv) {
    alltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#reduce}; {@code recv} matters at the root only. */
  default void reduce(int[] send, int @Nullable [] recv, Op op, int root) {
    reduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link Collectives#allreduce}. */
  default void allreduce(int[] send, int[] recv, Op op) {
    allreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#allreduce} in place. */
  default void allreduce(int[] a, Op op) {
    allreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link Collectives#reduceScatterBlock}; {@code send} holds size × {@code recv.length} elements.
   */
  default void reduceScatterBlock(int[] send, int[] recv, Op op) {
    reduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#scan}. */
  default void scan(int[] send, int[] recv, Op op) {
    scan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#exscan}. */
  default void exscan(int[] send, int[] recv, Op op) {
    exscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#bcast} of one value, which is the root's; elsewhere it does not matter. */
  default int bcast(int value, int root) {
    int[] a = {value};
    bcast(Buf.of(a), root);
    return a[0];
  }

  /** {@link Collectives#gather} of one value: all of them at the root, none elsewhere. */
  default int[] gather(int value, int root) {
    int[] all = new int[Roots.sources(this, root)];
    gather(Buf.of(new int[] {value}), Buf.of(all), root);
    return all;
  }

  /** {@link Collectives#scatter} of one value for each rank; {@code values} matters at the root. */
  default int scatter(int @Nullable [] values, int root) {
    int[] a = new int[1];
    scatter(values == null ? null : Buf.of(values), Buf.of(a), root);
    return a[0];
  }

  /** {@link Collectives#allgather} of one value. */
  default int[] allgather(int value) {
    int[] all = new int[Roots.size(this)];
    allgather(Buf.of(new int[] {value}), Buf.of(all));
    return all;
  }

  /** {@link Collectives#reduce} of one value: the result at the root, empty elsewhere. */
  default Optional<Integer> reduce(int value, Op op, int root) {
    int[] a = new int[1];
    reduce(Buf.of(new int[] {value}), Buf.of(a), op, root);
    return Roots.isRoot(this, root) ? Optional.of(a[0]) : Optional.empty();
  }

  /** {@link Collectives#scan} of one value. */
  default int scan(int value, Op op) {
    int[] a = new int[1];
    scan(Buf.of(new int[] {value}), Buf.of(a), op);
    return a[0];
  }

  /** {@link Collectives#exscan} of one value; empty at rank 0, before which there is none. */
  default Optional<Integer> exscan(int value, Op op) {
    int[] a = new int[1];
    exscan(Buf.of(new int[] {value}), Buf.of(a), op);
    return Roots.isFirst(this) ? Optional.empty() : Optional.of(a[0]);
  }

  /** {@link Collectives#allreduce} of one value. */
  default int allreduce(int value, Op op) {
    int[] a = {value};
    allreduce(Buf.IN_PLACE, Buf.of(a), op);
    return a[0];
  }

  /** {@link NonblockingCollectives#ibcast}. */
  default Request<Status> ibcast(int[] a, int root) {
    return ibcast(Buf.of(a), root);
  }

  /**
   * {@link NonblockingCollectives#igather}; {@code recv} holds size × {@code send.length} elements
   * at the root.
   */
  default Request<Status> igather(int[] send, int @Nullable [] recv, int root) {
    return igather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iscatter}; {@code send} holds size × {@code recv.length} elements
   * at the root.
   */
  default Request<Status> iscatter(int @Nullable [] send, int[] recv, int root) {
    return iscatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iallgather}; {@code recv} holds size × {@code send.length}
   * elements.
   */
  default Request<Status> iallgather(int[] send, int[] recv) {
    return iallgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ialltoall}; both hold size × k elements. */
  default Request<Status> ialltoall(int[] send, int[] recv) {
    return ialltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ireduce}; {@code recv} matters at the root only. */
  default Request<Status> ireduce(int[] send, int @Nullable [] recv, Op op, int root) {
    return ireduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link NonblockingCollectives#iallreduce}. */
  default Request<Status> iallreduce(int[] send, int[] recv, Op op) {
    return iallreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iallreduce} in place. */
  default Request<Status> iallreduce(int[] a, Op op) {
    return iallreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link NonblockingCollectives#ireduceScatterBlock}; {@code send} holds size × {@code
   * recv.length} elements.
   */
  default Request<Status> ireduceScatterBlock(int[] send, int[] recv, Op op) {
    return ireduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iscan}. */
  default Request<Status> iscan(int[] send, int[] recv, Op op) {
    return iscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iexscan}. */
  default Request<Status> iexscan(int[] send, int[] recv, Op op) {
    return iexscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iallreduce} of one value, which is what comes back. */
  Request<Integer> iallreduce(int value, Op op);
}
