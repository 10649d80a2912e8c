package org.purempi.collective;

import static org.purempi.collective.Checks.apart;
import static org.purempi.collective.Checks.blocks;
import static org.purempi.collective.Checks.isInPlace;
import static org.purempi.collective.Checks.notInPlace;
import static org.purempi.collective.Checks.oneDatatype;
import static org.purempi.collective.Checks.ownBlock;
import static org.purempi.collective.Checks.present;
import static org.purempi.collective.Checks.root;
import static org.purempi.collective.Checks.sameBytes;
import static org.purempi.collective.Checks.whole;
import static org.purempi.collective.Checks.writable;
import static org.purempi.collective.Checks.wrong;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.reduction.Reductions;

/**
 * What is checked about the arguments of a collective operation before anything is sent. Only what
 * matters at the calling rank is looked at; every failure is an {@link MpiArgumentException}.
 */
public final class CollectiveArguments {
  private CollectiveArguments() {}

  /** The arguments of a broadcast. */
  public static void bcast(Buf buf, int root, int rank, int size) {
    root("bcast", root, size);
    present("bcast", "buf", buf);
    notInPlace("bcast", "buf", buf == Buf.IN_PLACE, "everyone uses the one buffer there is");
    if (rank != root) {
      writable("bcast", buf);
    }
  }

  /** The arguments of a gather. */
  public static void gather(Buf send, @Nullable Buf recv, int root, int rank, int size) {
    root("gather", root, size);
    present("gather", "sendbuf", send);
    if (rank != root) {
      notInPlace("gather", "sendbuf", send == Buf.IN_PLACE, "it is allowed at the root only");
      return;
    }
    Buf all = present("gather", "recvbuf", recv);
    notInPlace("gather", "recvbuf", all == Buf.IN_PLACE, "give it as sendbuf");
    whole("gather", "recvbuf", all, size, send == Buf.IN_PLACE ? null : send, "sendbuf");
    apart("gather", send, all);
    writable("gather", all);
  }

  /** The arguments of a gatherv. */
  public static void gatherv(Buf send, @Nullable VBuf recv, int root, int rank, int size) {
    root("gatherv", root, size);
    present("gatherv", "sendbuf", send);
    if (rank != root) {
      notInPlace("gatherv", "sendbuf", send == Buf.IN_PLACE, "it is allowed at the root only");
      return;
    }
    VBuf all = blocks("gatherv", "recvbuf", recv, size);
    ownBlock("gatherv", send, all.block(rank), rank, "sendbuf", "recvbuf");
    writable("gatherv", all);
  }

  /** The arguments of a scatter. */
  public static void scatter(@Nullable Buf send, Buf recv, int root, int rank, int size) {
    root("scatter", root, size);
    present("scatter", "recvbuf", recv);
    writable("scatter", recv);
    if (rank != root) {
      notInPlace("scatter", "recvbuf", recv == Buf.IN_PLACE, "it is allowed at the root only");
      return;
    }
    Buf all = present("scatter", "sendbuf", send);
    notInPlace("scatter", "sendbuf", all == Buf.IN_PLACE, "give it as recvbuf");
    whole("scatter", "sendbuf", all, size, recv == Buf.IN_PLACE ? null : recv, "recvbuf");
    apart("scatter", all, recv);
  }

  /** The arguments of a scatterv. */
  public static void scatterv(@Nullable VBuf send, Buf recv, int root, int rank, int size) {
    root("scatterv", root, size);
    present("scatterv", "recvbuf", recv);
    writable("scatterv", recv);
    if (rank != root) {
      notInPlace("scatterv", "recvbuf", recv == Buf.IN_PLACE, "it is allowed at the root only");
      return;
    }
    VBuf all = blocks("scatterv", "sendbuf", send, size);
    ownBlock("scatterv", recv, all.block(rank), rank, "recvbuf", "sendbuf");
  }

  /** The arguments of an allgather. */
  public static void allgather(Buf send, Buf recv, int size) {
    present("allgather", "sendbuf", send);
    present("allgather", "recvbuf", recv);
    notInPlace("allgather", "recvbuf", recv == Buf.IN_PLACE, "give it as sendbuf");
    whole("allgather", "recvbuf", recv, size, send == Buf.IN_PLACE ? null : send, "sendbuf");
    apart("allgather", send, recv);
    writable("allgather", recv);
  }

  /** The arguments of an allgatherv. */
  public static void allgatherv(Buf send, VBuf recv, int rank, int size) {
    present("allgatherv", "sendbuf", send);
    VBuf all = blocks("allgatherv", "recvbuf", recv, size);
    ownBlock("allgatherv", send, all.block(rank), rank, "sendbuf", "recvbuf");
    writable("allgatherv", all);
  }

  /** The arguments of an alltoall. */
  public static void alltoall(Buf send, Buf recv, int size) {
    present("alltoall", "sendbuf", send);
    present("alltoall", "recvbuf", recv);
    notInPlace("alltoall", "recvbuf", recv == Buf.IN_PLACE, "give it as sendbuf");
    whole("alltoall", "recvbuf", recv, size, null, "");
    if (send != Buf.IN_PLACE) {
      whole("alltoall", "sendbuf", send, size, null, "");
      sameBytes("alltoall", send, recv);
      apart("alltoall", send, recv);
    }
    writable("alltoall", recv);
  }

  /** The arguments of an alltoallv. */
  public static void alltoallv(VBuf send, VBuf recv, int rank, int size) {
    VBuf to = blocks("alltoallv", "recvbuf", recv, size);
    if (send != VBuf.IN_PLACE) {
      VBuf from = blocks("alltoallv", "sendbuf", send, size);
      ownBlock("alltoallv", from.block(rank), to.block(rank), rank, "sendbuf", "recvbuf");
    }
    writable("alltoallv", to);
  }

  /** The arguments of an alltoallw. */
  public static void alltoallw(WBuf send, WBuf recv, int rank, int size) {
    List<Buf> to = blocks("alltoallw", "recvbuf", recv, size);
    if (!isInPlace(send)) {
      List<Buf> from = blocks("alltoallw", "sendbuf", send, size);
      ownBlock("alltoallw", from.get(rank), to.get(rank), rank, "sendbuf", "recvbuf");
    }
    to.forEach(b -> writable("alltoallw", b));
  }

  /** The arguments of a reduce. */
  public static void reduce(Buf send, @Nullable Buf recv, Op op, int root, int rank, int size) {
    root("reduce", root, size);
    present("reduce", "sendbuf", send);
    if (rank != root) {
      notInPlace("reduce", "sendbuf", send == Buf.IN_PLACE, "it is allowed at the root only");
      operation("reduce", op, send);
      return;
    }
    operands("reduce", send, present("reduce", "recvbuf", recv), op);
  }

  /** The arguments of an allreduce. */
  public static void allreduce(Buf send, Buf recv, Op op) {
    operands("allreduce", send, recv, op);
  }

  /** The arguments of a scan. */
  public static void scan(Buf send, Buf recv, Op op) {
    operands("scan", send, recv, op);
  }

  /** The arguments of an exscan; at rank 0 the receive buffer is not used (section 6.11.2). */
  public static void exscan(Buf send, Buf recv, Op op, int rank) {
    if (rank == 0 && send != Buf.IN_PLACE && recv != Buf.IN_PLACE) {
      operation("exscan", op, present("exscan", "sendbuf", send));
    } else {
      operands("exscan", send, recv, op);
    }
  }

  /** The arguments of a reduceScatterBlock. */
  public static void reduceScatterBlock(Buf send, Buf recv, Op op, int size) {
    String call = "reduceScatterBlock";
    vectors(call, send, recv, op);
    if (send == Buf.IN_PLACE) {
      whole(call, "recvbuf", recv, size, null, "");
    } else {
      whole(call, "sendbuf", send, size, recv, "recvbuf");
    }
  }

  /** The arguments of a reduceScatter. */
  public static void reduceScatter(Buf send, Buf recv, long[] counts, Op op, int rank, int size) {
    String call = "reduceScatter";
    vectors(call, send, recv, op);
    if (counts.length != size) {
      throw wrong(
          ErrorClass.ARG,
          call,
          "recvcounts has " + counts.length + " counts for " + size + " ranks");
    }
    long total = 0;
    for (int i = 0; i < size; i++) {
      if (counts[i] < 0) {
        throw wrong(ErrorClass.COUNT, call, "recvcounts[" + i + "] is " + counts[i]);
      }
      total += counts[i];
    }
    Buf vector = send == Buf.IN_PLACE ? recv : send;
    String name = send == Buf.IN_PLACE ? "recvbuf (in place)" : "sendbuf";
    if (vector.count() != total) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          name + " has " + vector.count() + " elements, but recvcounts add up to " + total);
    }
    if (send != Buf.IN_PLACE && recv.count() != counts[rank]) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          "recvbuf has "
              + recv.count()
              + " elements, but recvcounts["
              + rank
              + "] is "
              + counts[rank]);
    }
  }

  /** The root of a collective operation on objects. */
  public static void objects(String call, int root, int size) {
    root(call, root, size);
  }

  /** The arguments of a reduceLocal. */
  public static void reduceLocal(Buf in, Buf inout, Op op) {
    String call = "reduceLocal";
    present(call, "inbuf", in);
    present(call, "inoutbuf", inout);
    notInPlace(call, "inbuf", in == Buf.IN_PLACE, "two buffers are combined");
    notInPlace(call, "inoutbuf", inout == Buf.IN_PLACE, "two buffers are combined");
    writable(call, inout);
    operation(call, op, inout);
    oneDatatype(call, in, "inbuf", inout, "inoutbuf");
    if (in.count() != inout.count()) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          "inbuf has " + in.count() + " elements but inoutbuf has " + inout.count());
    }
  }

  private static void operands(String call, Buf send, Buf recv, Op op) {
    vectors(call, send, recv, op);
    if (send != Buf.IN_PLACE && send.count() != recv.count()) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          "sendbuf has " + send.count() + " elements but recvbuf has " + recv.count());
    }
  }

  private static void vectors(String call, Buf send, Buf recv, Op op) {
    present(call, "sendbuf", send);
    present(call, "recvbuf", recv);
    notInPlace(call, "recvbuf", recv == Buf.IN_PLACE, "give it as sendbuf");
    writable(call, recv);
    operation(call, op, recv);
    if (send != Buf.IN_PLACE) {
      oneDatatype(call, send, "sendbuf", recv, "recvbuf");
      apart(call, send, recv);
    }
  }

  private static void operation(String call, Op op, Buf buf) {
    if (op == null) {
      throw wrong(ErrorClass.OP, call, "op is null");
    }
    Reductions.check(op, buf.datatype());
  }
}
