package org.purempi;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The everyday calls on whole arrays of {@code boolean}; each is the call of the same name on
 * {@code Buf.of(array)}.
 */
public interface BooleanCalls extends PointToPoint, Collectives, NonblockingCollectives {
  /** {@link PointToPoint#send}. */
  default void send(boolean[] a, int dest, int tag) {
    send(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#send} of {@code count} elements from index {@code offset}. */
  default void send(boolean[] a, int offset, int count, int dest, int tag) {
    send(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#ssend}. */
  default void ssend(boolean[] a, int dest, int tag) {
    ssend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#bsend}. */
  default void bsend(boolean[] a, int dest, int tag) {
    bsend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#recv}. */
  default Status recv(boolean[] a, int source, int tag) {
    return recv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#recv} of at most {@code count} elements to index {@code offset}. */
  default Status recv(boolean[] a, int offset, int count, int source, int tag) {
    return recv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#isend}. */
  default Request<Status> isend(boolean[] a, int dest, int tag) {
    return isend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#isend} of {@code count} elements from index {@code offset}. */
  default Request<Status> isend(boolean[] a, int offset, int count, int dest, int tag) {
    return isend(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#irecv}. */
  default Request<Status> irecv(boolean[] a, int source, int tag) {
    return irecv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#irecv} of at most {@code count} elements to index {@code offset}. */
  default Request<Status> irecv(boolean[] a, int offset, int count, int source, int tag) {
    return irecv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#sendrecv}. */
  default Status sendrecv(
      boolean[] send, int dest, int sendtag, boolean[] recv, int source, int recvtag) {
    return sendrecv(Buf.of(send), dest, sendtag, Buf.of(recv), source, recvtag);
  }

  /** {@link PointToPoint#sendrecvReplace}. */
  default Status sendrecvReplace(boolean[] a, int dest, int sendtag, int source, int recvtag) {
    return sendrecvReplace(Buf.of(a), dest, sendtag, source, recvtag);
  }

  /** {@link Collectives#bcast}. */
  default void bcast(boolean[] a, int root) {
    bcast(Buf.of(a), root);
  }

  /** {@link Collectives#bcast} of {@code count} elements from index {@code offset}. */
  default void bcast(boolean[] a, int offset, int count, int root) {
    bcast(Buf.of(a, offset, count), root);
  }

  /**
   * {@link Collectives#gather}; {@code recv} holds size × {@code send.length} elements at the root.
   */
  default void gather(boolean[] send, boolean @Nullable [] recv, int root) {
    gather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link Collectives#scatter}; {@code send} holds size × {@code recv.length} elements at the
   * root.
   */
  default void scatter(boolean @Nullable [] send, boolean[] recv, int root) {
    scatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /** {@link Collectives#allgather}; {@code recv} holds size × {@code send.length} elements. */
  default void allgather(boolean[] send, boolean[] recv) {
    allgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#alltoall}; both hold size × k elements. */
  default void alltoall(boolean[] send, boolean[] recv) {
    alltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#reduce}; {@code recv} matters at the root only. */
  default void reduce(boolean[] send, boolean @Nullable [] recv, Op op, int root) {
    reduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link Collectives#allreduce}. */
  default void allreduce(boolean[] send, boolean[] recv, Op op) {
    allreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#allreduce} in place. */
  default void allreduce(boolean[] a, Op op) {
    allreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link Collectives#reduceScatterBlock}; {@code send} holds size × {@code recv.length} elements.
   */
  default void reduceScatterBlock(boolean[] send, boolean[] recv, Op op) {
    reduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#scan}. */
  default void scan(boolean[] send, boolean[] recv, Op op) {
    scan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#exscan}. */
  default void exscan(boolean[] send, boolean[] recv, Op op) {
    exscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#bcast} of one value, which is the root's; elsewhere it does not matter. */
  default boolean bcast(boolean value, int root) {
    boolean[] a = {value};
    bcast(Buf.of(a), root);
    return a[0];
  }

  /** {@link Collectives#gather} of one value: all of them at the root, none elsewhere. */
  default boolean[] gather(boolean value, int root) {
    boolean[] all = new boolean[Roots.sources(this, root)];
    gather(Buf.of(new boolean[] {value}), Buf.of(all), root);
    return all;
  }

  /** {@link Collectives#scatter} of one value for each rank; {@code values} matters at the root. */
  default boolean scatter(boolean @Nullable [] values, int root) {
    boolean[] a = new boolean[1];
    scatter(values == null ? null : Buf.of(values), Buf.of(a), root);
    return a[0];
  }

  /** {@link Collectives#allgather} of one value. */
  default boolean[] allgather(boolean value) {
    boolean[] all = new boolean[Roots.size(this)];
    allgather(Buf.of(new boolean[] {value}), Buf.of(all));
    return all;
  }

  /** {@link Collectives#reduce} of one value: the result at the root, empty elsewhere. */
  default Optional<Boolean> reduce(boolean value, Op op, int root) {
    boolean[] a = new boolean[1];
    reduce(Buf.of(new boolean[] {value}), Buf.of(a), op, root);
    return Roots.isRoot(this, root) ? Optional.of(a[0]) : Optional.empty();
  }

  /** {@link Collectives#scan} of one value. */
  default boolean scan(boolean value, Op op) {
    boolean[] a = new boolean[1];
    scan(Buf.of(new boolean[] {value}), Buf.of(a), op);
    return a[0];
  }

  /** {@link Collectives#exscan} of one value; empty at rank 0, before which there is none. */
  default Optional<Boolean> exscan(boolean value, Op op) {
    boolean[] a = new boolean[1];
    exscan(Buf.of(new boolean[] {value}), Buf.of(a), op);
    return Roots.isFirst(this) ? Optional.empty() : Optional.of(a[0]);
  }

  /** {@link Collectives#allreduce} of one value. */
  default boolean allreduce(boolean value, Op op) {
    boolean[] a = {value};
    allreduce(Buf.IN_PLACE, Buf.of(a), op);
    return a[0];
  }

  /** {@link NonblockingCollectives#ibcast}. */
  default Request<Status> ibcast(boolean[] a, int root) {
    return ibcast(Buf.of(a), root);
  }

  /**
   * {@link NonblockingCollectives#igather}; {@code recv} holds size × {@code send.length} elements
   * at the root.
   */
  default Request<Status> igather(boolean[] send, boolean @Nullable [] recv, int root) {
    return igather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iscatter}; {@code send} holds size × {@code recv.length} elements
   * at the root.
   */
  default Request<Status> iscatter(boolean @Nullable [] send, boolean[] recv, int root) {
    return iscatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iallgather}; {@code recv} holds size × {@code send.length}
   * elements.
   */
  default Request<Status> iallgather(boolean[] send, boolean[] recv) {
    return iallgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ialltoall}; both hold size × k elements. */
  default Request<Status> ialltoall(boolean[] send, boolean[] recv) {
    return ialltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ireduce}; {@code recv} matters at the root only. */
  default Request<Status> ireduce(boolean[] send, boolean @Nullable [] recv, Op op, int root) {
    return ireduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link NonblockingCollectives#iallreduce}. */
  default Request<Status> iallreduce(boolean[] send, boolean[] recv, Op op) {
    return iallreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iallreduce} in place. */
  default Request<Status> iallreduce(boolean[] a, Op op) {
    return iallreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link NonblockingCollectives#ireduceScatterBlock}; {@code send} holds size × {@code
   * recv.length} elements.
   */
  default Request<Status> ireduceScatterBlock(boolean[] send, boolean[] recv, Op op) {
    return ireduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iscan}. */
  default Request<Status> iscan(boolean[] send, boolean[] recv, Op op) {
    return iscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iexscan}. */
  default Request<Status> iexscan(boolean[] send, boolean[] recv, Op op) {
    return iexscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iallreduce} of one value, which is what comes back. */
  Request<Boolean> iallreduce(boolean value, Op op);
}
