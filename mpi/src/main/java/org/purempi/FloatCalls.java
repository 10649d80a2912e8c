package org.purempi;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The everyday calls on whole arrays of {@code float}; each is the call of the same name on {@code
 * Buf.of(array)}.
 */
public interface FloatCalls extends PointToPoint, Collectives, NonblockingCollectives {
  /** {@link PointToPoint#send}. */
  default void send(float[] a, int dest, int tag) {
    send(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#send} of {@code count} elements from index {@code offset}. */
  default void send(float[] a, int offset, int count, int dest, int tag) {
    send(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#ssend}. */
  default void ssend(float[] a, int dest, int tag) {
    ssend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#bsend}. */
  default void bsend(float[] a, int dest, int tag) {
    bsend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#recv}. */
  default Status recv(float[] a, int source, int tag) {
    return recv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#recv} of at most {@code count} elements to index {@code offset}. */
  default Status recv(float[] a, int offset, int count, int source, int tag) {
    return recv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#isend}. */
  default Request<Status> isend(float[] a, int dest, int tag) {
    return isend(Buf.of(a), dest, tag);
  }

  /** {@link PointToPoint#isend} of {@code count} elements from index {@code offset}. */
  default Request<Status> isend(float[] a, int offset, int count, int dest, int tag) {
    return isend(Buf.of(a, offset, count), dest, tag);
  }

  /** {@link PointToPoint#irecv}. */
  default Request<Status> irecv(float[] a, int source, int tag) {
    return irecv(Buf.of(a), source, tag);
  }

  /** {@link PointToPoint#irecv} of at most {@code count} elements to index {@code offset}. */
  default Request<Status> irecv(float[] a, int offset, int count, int source, int tag) {
    return irecv(Buf.of(a, offset, count), source, tag);
  }

  /** {@link PointToPoint#sendrecv}. */
  default Status sendrecv(
      float[] send, int dest, int sendtag, float[] recv, int source, int recvtag) {
    return sendrecv(Buf.of(send), dest, sendtag, Buf.of(recv), source, recvtag);
  }

  /** {@link PointToPoint#sendrecvReplace}. */
  default Status sendrecvReplace(float[] a, int dest, int sendtag, int source, int recvtag) {
    return sendrecvReplace(Buf.of(a), dest, sendtag, source, recvtag);
  }

  /** {@link Collectives#bcast}. */
  default void bcast(float[] a, int root) {
    bcast(Buf.of(a), root);
  }

  /** {@link Collectives#bcast} of {@code count} elements from index {@code offset}. */
  default void bcast(float[] a, int offset, int count, int root) {
    bcast(Buf.of(a, offset, count), root);
  }

  /**
   * {@link Collectives#gather}; {@code recv} holds size × {@code send.length} elements at the root.
   */
  default void gather(float[] send, float @Nullable [] recv, int root) {
    gather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link Collectives#scatter}; {@code send} holds size × {@code recv.length} elements at the
   * root.
   */
  default void scatter(float @Nullable [] send, float[] recv, int root) {
    scatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /** {@link Collectives#allgather}; {@code recv} holds size × {@code send.length} elements. */
  default void allgather(float[] send, float[] recv) {
    allgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#alltoall}; both hold size × k elements. */
  default void alltoall(float[] send, float[] recv) {
    alltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link Collectives#reduce}; {@code recv} matters at the root only. */
  default void reduce(float[] send, float @Nullable [] recv, Op op, int root) {
    reduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link Collectives#allreduce}. */
  default void allreduce(float[] send, float[] recv, Op op) {
    allreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#allreduce} in place. */
  default void allreduce(float[] a, Op op) {
    allreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link Collectives#reduceScatterBlock}; {@code send} holds size × {@code recv.length} elements.
   */
  default void reduceScatterBlock(float[] send, float[] recv, Op op) {
    reduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#scan}. */
  default void scan(float[] send, float[] recv, Op op) {
    scan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#exscan}. */
  default void exscan(float[] send, float[] recv, Op op) {
    exscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link Collectives#bcast} of one value, which is the root's; elsewhere it does not matter. */
  default float bcast(float value, int root) {
    float[] a = {value};
    bcast(Buf.of(a), root);
    return a[0];
  }

  /** {@link Collectives#gather} of one value: all of them at the root, none elsewhere. */
  default float[] gather(float value, int root) {
    float[] all = new float[Roots.sources(this, root)];
    gather(Buf.of(new float[] {value}), Buf.of(all), root);
    return all;
  }

  /** {@link Collectives#scatter} of one value for each rank; {@code values} matters at the root. */
  default float scatter(float @Nullable [] values, int root) {
    float[] a = new float[1];
    scatter(values == null ? null : Buf.of(values), Buf.of(a), root);
    return a[0];
  }

  /** {@link Collectives#allgather} of one value. */
  default float[] allgather(float value) {
    float[] all = new float[Roots.size(this)];
    allgather(Buf.of(new float[] {value}), Buf.of(all));
    return all;
  }

  /** {@link Collectives#reduce} of one value: the result at the root, empty elsewhere. */
  default Optional<Float> reduce(float value, Op op, int root) {
    float[] a = new float[1];
    reduce(Buf.of(new float[] {value}), Buf.of(a), op, root);
    return Roots.isRoot(this, root) ? Optional.of(a[0]) : Optional.empty();
  }

  /** {@link Collectives#scan} of one value. */
  default float scan(float value, Op op) {
    float[] a = new float[1];
    scan(Buf.of(new float[] {value}), Buf.of(a), op);
    return a[0];
  }

  /** {@link Collectives#exscan} of one value; empty at rank 0, before which there is none. */
  default Optional<Float> exscan(float value, Op op) {
    float[] a = new float[1];
    exscan(Buf.of(new float[] {value}), Buf.of(a), op);
    return Roots.isFirst(this) ? Optional.empty() : Optional.of(a[0]);
  }

  /** {@link Collectives#allreduce} of one value. */
  default float allreduce(float value, Op op) {
    float[] a = {value};
    allreduce(Buf.IN_PLACE, Buf.of(a), op);
    return a[0];
  }

  /** {@link NonblockingCollectives#ibcast}. */
  default Request<Status> ibcast(float[] a, int root) {
    return ibcast(Buf.of(a), root);
  }

  /**
   * {@link NonblockingCollectives#igather}; {@code recv} holds size × {@code send.length} elements
   * at the root.
   */
  default Request<Status> igather(float[] send, float @Nullable [] recv, int root) {
    return igather(Buf.of(send), recv == null ? null : Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iscatter}; {@code send} holds size × {@code recv.length} elements
   * at the root.
   */
  default Request<Status> iscatter(float @Nullable [] send, float[] recv, int root) {
    return iscatter(send == null ? null : Buf.of(send), Buf.of(recv), root);
  }

  /**
   * {@link NonblockingCollectives#iallgather}; {@code recv} holds size × {@code send.length}
   * elements.
   */
  default Request<Status> iallgather(float[] send, float[] recv) {
    return iallgather(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ialltoall}; both hold size × k elements. */
  default Request<Status> ialltoall(float[] send, float[] recv) {
    return ialltoall(Buf.of(send), Buf.of(recv));
  }

  /** {@link NonblockingCollectives#ireduce}; {@code recv} matters at the root only. */
  default Request<Status> ireduce(float[] send, float @Nullable [] recv, Op op, int root) {
    return ireduce(Buf.of(send), recv == null ? null : Buf.of(recv), op, root);
  }

  /** {@link NonblockingCollectives#iallreduce}. */
  default Request<Status> iallreduce(float[] send, float[] recv, Op op) {
    return iallreduce(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iallreduce} in place. */
  default Request<Status> iallreduce(float[] a, Op op) {
    return iallreduce(Buf.IN_PLACE, Buf.of(a), op);
  }

  /**
   * {@link NonblockingCollectives#ireduceScatterBlock}; {@code send} holds size × {@code
   * recv.length} elements.
   */
  default Request<Status> ireduceScatterBlock(float[] send, float[] recv, Op op) {
    return ireduceScatterBlock(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iscan}. */
  default Request<Status> iscan(float[] send, float[] recv, Op op) {
    return iscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iexscan}. */
  default Request<Status> iexscan(float[] send, float[] recv, Op op) {
    return iexscan(Buf.of(send), Buf.of(recv), op);
  }

  /** {@link NonblockingCollectives#iallreduce} of one value, which is what comes back. */
  Request<Float> iallreduce(float value, Op op);
}
