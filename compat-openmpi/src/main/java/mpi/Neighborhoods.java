package mpi;

import org.purempi.Buf;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.DistGraphCommunicator;
import org.purempi.ErrorClass;
import org.purempi.GraphCommunicator;
import org.purempi.NeighborCollectives;
import org.purempi.VBuf;

/** Collectives with the neighbours of a topology (section 8.6). */
final class Neighborhoods {
  private Neighborhoods() {}

  private static NeighborCollectives neighbors(Communicator c) throws MPIException {
    if (c instanceof NeighborCollectives n) {
      return n;
    }
    throw Failures.at(
        c, ErrorClass.TOPOLOGY, "a collective with neighbours on " + c + ", which has no topology");
  }

  private static int sources(Communicator c) {
    return c instanceof DistGraphCommunicator g ? g.indegree() : both(c);
  }

  private static int destinations(Communicator c) {
    return c instanceof DistGraphCommunicator g ? g.outdegree() : both(c);
  }

  /** The neighbours where they are the same both ways. */
  private static int both(Communicator c) {
    return switch (c) {
      case CartCommunicator grid -> 2 * grid.ndims();
      case GraphCommunicator graph -> graph.neighborsCount(graph.rank());
      default -> 0;
    };
  }

  static Call neighborAllgather(
      Communicator c,
      @Nullable Object sendBuf,
      int sendCount,
      Datatype sendType,
      @Nullable Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    NeighborCollectives n = neighbors(c);
    Buf recv = Buffers.of(c, recvBuf, (long) recvCount * sources(c), recvType);
    Buf send = Apart.of(Buffers.of(c, sendBuf, sendCount, sendType), recv);
    return new Call(() -> n.neighborAllgather(send, recv), () -> n.ineighborAllgather(send, recv));
  }

  static Call neighborAllgatherv(
      Communicator c,
      @Nullable Object sendBuf,
      int sendCount,
      Datatype sendType,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    NeighborCollectives n = neighbors(c);
    VBuf recv = Buffers.blocks(c, sources(c), recvBuf, recvCount, recvDispls, recvType);
    Buf send = Apart.of(Buffers.of(c, sendBuf, sendCount, sendType), recv.buf());
    return new Call(
        () -> n.neighborAllgatherv(send, recv), () -> n.ineighborAllgatherv(send, recv));
  }

  static Call neighborAlltoall(
      Communicator c,
      @Nullable Object sendBuf,
      int sendCount,
      Datatype sendType,
      @Nullable Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    NeighborCollectives n = neighbors(c);
    Buf from = Buffers.of(c, sendBuf, (long) sendCount * destinations(c), sendType);
    Buf recv = Buffers.of(c, recvBuf, (long) recvCount * sources(c), recvType);
    Buf send = Apart.of(from, recv);
    return new Call(() -> n.neighborAlltoall(send, recv), () -> n.ineighborAlltoall(send, recv));
  }

  static Call neighborAlltoallv(
      Communicator c,
      @Nullable Object sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype sendType,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    NeighborCollectives n = neighbors(c);
    VBuf from = Buffers.blocks(c, destinations(c), sendBuf, sendCount, sendDispls, sendType);
    VBuf recv = Buffers.blocks(c, sources(c), recvBuf, recvCount, recvDispls, recvType);
    VBuf send = Apart.of(from, recv.buf());
    return new Call(() -> n.neighborAlltoallv(send, recv), () -> n.ineighborAlltoallv(send, recv));
  }
}
