package org.purempi.collective;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.protocol.Signature;
import org.purempi.protocol.Signature.Call;

/**
 * Each collective operation for a number of ranks, written on a schedule: brings the forms of an
 * operation (in place, v, w) to what algorithms understand and lets the table choose one. Arguments
 * have been checked. Immutable; any thread.
 */
final class Steps {
  private final int size;
  private final AlgorithmSelector<Tables.Barrier> barrier;
  private final AlgorithmSelector<Tables.Bcast> bcast;
  private final AlgorithmSelector<Tables.Gather> gather;
  private final AlgorithmSelector<Tables.Scatter> scatter;
  private final AlgorithmSelector<Tables.Allgather> allgather;
  private final AlgorithmSelector<Tables.Allgatherv> allgatherv;
  private final AlgorithmSelector<Tables.Alltoall> alltoall;
  private final AlgorithmSelector<Tables.Alltoallv> alltoallv;
  private final AlgorithmSelector<Tables.Reduce> reduce;
  private final AlgorithmSelector<Tables.Allreduce> allreduce;
  private final AlgorithmSelector<Tables.ReduceScatter> reduceScatter;
  private final AlgorithmSelector<Tables.Scan> scan;
  private final AlgorithmSelector<Tables.Scan> exscan;

  /**
   * The operations of {@code size} ranks.
   *
   * @param closeness how close they are
   * @throws org.purempi.MpiArgumentException if a setting names no algorithm
   */
  Steps(int size, Closeness closeness, Wishes wishes) {
    this.size = size;
    barrier = Tables.BARRIER.at(size, closeness, wishes);
    bcast = Tables.BCAST.at(size, closeness, wishes);
    gather = Tables.GATHER.at(size, closeness, wishes);
    scatter = Tables.SCATTER.at(size, closeness, wishes);
    allgather = Tables.ALLGATHER.at(size, closeness, wishes);
    allgatherv = Tables.ALLGATHERV.at(size, closeness, wishes);
    alltoall = Tables.ALLTOALL.at(size, closeness, wishes);
    alltoallv = Tables.ALLTOALLV.at(size, closeness, wishes);
    reduce = Tables.REDUCE.at(size, closeness, wishes);
    allreduce = Tables.ALLREDUCE.at(size, closeness, wishes);
    reduceScatter = Tables.REDUCE_SCATTER.at(size, closeness, wishes);
    scan = Tables.SCAN.at(size, closeness, wishes);
    exscan = Tables.EXSCAN.at(size, closeness, wishes);
  }

  static void sign(Schedule s, Call call, Buf data, Op op) {
    s.sign(Signature.with(Signature.equal(call, data.datatype(), data.bytes()), op));
  }

  /** The datatype of a rank's own block. */
  static Datatype typeOf(Buf block, @Nullable Buf whole) {
    Buf shown = block == Buf.IN_PLACE ? whole : block;
    return shown == null || shown.bytes() == 0 ? Datatype.BYTE : shown.datatype();
  }

  void barrier(Schedule s) {
    s.sign(Signature.of(Call.BARRIER));
    barrier.of(0).write(s);
  }

  void bcast(Schedule s, Buf buf, int root) {
    s.sign(Signature.rooted(Call.BCAST, buf.datatype(), root));
    if (buf.bytes() > 0 && size > 1) {
      DeviceSteps.move(
          s, buf, buf, buf.bytes(), (b, same) -> bcast.of(b.bytes()).write(s, b, root));
    }
  }

  void gather(Schedule s, Buf send, @Nullable Buf recv, int root) {
    long block = send == Buf.IN_PLACE && recv != null ? recv.bytes() / size : send.bytes();
    s.sign(Signature.rooted(Call.GATHER, typeOf(send, recv), root));
    if (block > 0) {
      Buf all = s.rank() == root ? recv : null;
      DeviceSteps.move(
          s, send, all, block * size, (from, to) -> gather.of(block).write(s, from, to, root));
    }
  }

  void gatherv(Schedule s, Buf send, @Nullable VBuf recv, int root) {
    s.sign(Signature.rooted(Call.GATHERV, typeOf(send, null), root));
    GatherLinear.steps(s, send, s.rank() == root && recv != null ? Blocks.of(recv) : null, root);
  }

  void scatter(Schedule s, @Nullable Buf send, Buf recv, int root) {
    long block = recv == Buf.IN_PLACE && send != null ? send.bytes() / size : recv.bytes();
    s.sign(Signature.rooted(Call.SCATTER, typeOf(recv, send), root));
    if (block > 0) {
      Buf all = s.rank() == root ? send : null;
      DeviceSteps.move(
          s, all, recv, block * size, (from, to) -> scatter.of(block).write(s, from, to, root));
    }
  }

  void scatterv(Schedule s, @Nullable VBuf send, Buf recv, int root) {
    s.sign(Signature.rooted(Call.SCATTERV, typeOf(recv, null), root));
    ScatterLinear.steps(s, s.rank() == root && send != null ? Blocks.of(send) : null, recv, root);
  }

  void allgather(Schedule s, Buf send, Buf recv) {
    s.sign(Signature.equal(Call.ALLGATHER, recv.datatype(), recv.bytes()));
    if (recv.bytes() > 0) {
      long block = recv.bytes() / size;
      DeviceSteps.move(
          s, send, recv, recv.bytes(), (from, to) -> allgather.of(block).write(s, from, to));
    }
  }

  void allgatherv(Schedule s, Buf send, VBuf recv) {
    s.sign(Signature.of(Call.ALLGATHERV));
    allgatherv.of(0).write(s, send, Blocks.of(recv));
  }

  void alltoall(Schedule s, Buf send, Buf recv) {
    s.sign(Signature.equal(Call.ALLTOALL, recv.datatype(), recv.bytes()));
    if (recv.bytes() > 0) {
      Buf from = send;
      if (send == Buf.IN_PLACE) {
        from = s.bytes(recv.bytes());
        s.copy(recv, from);
      }
      long block = recv.bytes() / size;
      DeviceSteps.move(
          s, from, recv, recv.bytes(), (out, in) -> alltoall.of(block).write(s, out, in));
    }
  }

  void alltoallv(Schedule s, VBuf send, VBuf recv) {
    s.sign(Signature.of(Call.ALLTOALLV));
    Blocks to = Blocks.of(recv);
    Blocks from = send == VBuf.IN_PLACE ? setAside(s, to) : Blocks.of(send);
    alltoallv.of(0).write(s, from, to);
  }

  void alltoallw(Schedule s, WBuf send, WBuf recv) {
    s.sign(Signature.of(Call.ALLTOALLW));
    Blocks to = Blocks.of(recv);
    Blocks from = Checks.isInPlace(send) ? setAside(s, to) : Blocks.of(send);
    alltoallv.of(0).write(s, from, to);
  }

  /** Copies of all blocks: in place, what is received would overwrite what must still be sent. */
  private Blocks setAside(Schedule s, Blocks blocks) {
    Buf[] copies = new Buf[size];
    for (int i = 0; i < size; i++) {
      Buf block = blocks.of(i);
      copies[i] = s.bytes(block.bytes());
      s.copy(block, copies[i]);
    }
    return rank -> copies[rank];
  }

  void reduce(Schedule s, Buf send, @Nullable Buf recv, Op op, int root) {
    Buf target = s.rank() == root ? recv : null;
    Buf input = send == Buf.IN_PLACE && target != null ? target : send;
    s.sign(Signature.with(Signature.rooted(Call.REDUCE, input.datatype(), root), op));
    if (input.bytes() > 0) {
      DeviceSteps.reduce(
          s,
          input,
          target,
          (in, out) -> reduce.of(in.bytes(), op.commutative()).write(s, in, out, op, root));
    }
  }

  void allreduce(Schedule s, Buf send, Buf recv, Op op) {
    Buf input = send == Buf.IN_PLACE ? recv : send;
    sign(s, Call.ALLREDUCE, recv, op);
    if (recv.bytes() > 0) {
      DeviceSteps.reduce(
          s,
          input,
          recv,
          (in, out) ->
              allreduce.of(in.bytes(), op.commutative()).write(s, in, requireNonNull(out), op));
    }
  }

  void reduceScatterBlock(Schedule s, Buf send, Buf recv, Op op) {
    long[] counts = new long[size];
    Arrays.fill(counts, send == Buf.IN_PLACE ? recv.count() / size : recv.count());
    reduceScatter(s, send, recv, counts, op);
  }

  void reduceScatter(Schedule s, Buf send, Buf recv, long[] counts, Op op) {
    boolean inPlace = send == Buf.IN_PLACE;
    Buf input = inPlace ? recv : send;
    sign(s, Call.REDUCE_SCATTER, input, op);
    Buf output = inPlace ? recv.slice(0, counts[s.rank()]) : recv;
    if (input.bytes() > 0) {
      DeviceSteps.reduce(
          s,
          input,
          output,
          (in, out) ->
              reduceScatter
                  .of(in.bytes(), op.commutative())
                  .write(s, in, requireNonNull(out), !inPlace, counts, op));
    }
  }

  void scan(Schedule s, Buf send, Buf recv, Op op) {
    Buf input = send == Buf.IN_PLACE ? recv : send;
    sign(s, Call.SCAN, recv, op);
    if (recv.bytes() > 0) {
      DeviceSteps.reduce(
          s,
          input,
          recv,
          (in, out) -> scan.of(in.bytes(), op.commutative()).write(s, in, requireNonNull(out), op));
    }
  }

  void exscan(Schedule s, Buf send, Buf recv, Op op) {
    Buf input = send == Buf.IN_PLACE ? recv : send;
    sign(s, Call.EXSCAN, input, op);
    if (input.bytes() > 0) {
      DeviceSteps.reduce(
          s,
          input,
          recv,
          (in, out) ->
              exscan.of(in.bytes(), op.commutative()).write(s, in, requireNonNull(out), op));
    }
  }
}
