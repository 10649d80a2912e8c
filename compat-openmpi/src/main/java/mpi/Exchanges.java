package mpi;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * Collectives that move data (sections 6.3 to 6.8): their arguments as purempi takes them.
 * Arguments that matter only at the root are looked at only there.
 */
final class Exchanges {
  private Exchanges() {}

  /** The root's data, or where it goes. */
  static Buf bcast(Communicator c, @Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return Sides.isRoot(c, root) || Sides.takesPart(c, root)
        ? Buffers.of(c, buf, count, type)
        : Buffers.nothing(type);
  }

  /** What a rank gives to, or takes from, the root. */
  private static Buf own(Communicator c, @Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return Sides.takesPart(c, root) ? Buffers.of(c, buf, count, type) : Buffers.nothing(type);
  }

  /** One block for each partner. */
  private static Buf all(Communicator c, @Nullable Object buf, int count, Datatype type)
      throws MPIException {
    return Buffers.of(c, buf, (long) count * Sides.partners(c), type);
  }

  /** One block of its own size for each partner. */
  private static VBuf parts(
      Communicator c, @Nullable Object buf, int[] counts, int[] displs, Datatype type)
      throws MPIException {
    return Buffers.blocks(c, Sides.partners(c), buf, counts, displs, type);
  }

  // ---- gather (section 6.5)

  static Call gather(
      Communicator c,
      @Nullable Object sendBuf,
      int sendCount,
      Datatype sendType,
      @Nullable Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    Buf send = own(c, sendBuf, sendCount, sendType, root);
    if (!Sides.isRoot(c, root)) {
      return gather(c, send, null, root);
    }
    Buf recv = all(c, recvBuf, recvCount, recvType);
    Buf into = c.testInter() ? recv : OwnBlock.inEach(recv, c.size(), send.bytes());
    return gather(c, Apart.of(send, into), into, root);
  }

  static Call gatherInPlace(
      Communicator c, @Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return Sides.isRoot(c, root)
        ? gather(c, Buf.IN_PLACE, all(c, buf, count, type), root)
        : gather(c, own(c, buf, count, type, root), null, root);
  }

  private static Call gather(Communicator c, Buf send, @Nullable Buf recv, int root) {
    return new Call(() -> c.gather(send, recv, root), () -> c.igather(send, recv, root));
  }

  static Call gatherv(
      Communicator c,
      @Nullable Object sendBuf,
      int sendCount,
      Datatype sendType,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType,
      int root)
      throws MPIException {
    Buf send = own(c, sendBuf, sendCount, sendType, root);
    if (!Sides.isRoot(c, root)) {
      return gatherv(c, send, null, root);
    }
    VBuf recv = parts(c, recvBuf, recvCount, recvDispls, recvType);
    VBuf into = c.testInter() ? recv : OwnBlock.in(recv, c.rank(), send.bytes());
    return gatherv(c, Apart.of(send, into.buf()), into, root);
  }

  static Call gathervAtRoot(
      Communicator c,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType,
      int root)
      throws MPIException {
    Buf send = c.testInter() ? Buffers.nothing(recvType) : Buf.IN_PLACE;
    return gatherv(c, send, parts(c, recvBuf, recvCount, recvDispls, recvType), root);
  }

  static Call gathervElsewhere(
      Communicator c, @Nullable Object sendBuf, int sendCount, Datatype sendType, int root)
      throws MPIException {
    return gatherv(c, own(c, sendBuf, sendCount, sendType, root), null, root);
  }

  private static Call gatherv(Communicator c, Buf send, @Nullable VBuf recv, int root) {
    return new Call(() -> c.gatherv(send, recv, root), () -> c.igatherv(send, recv, root));
  }

  // ---- scatter (section 6.6)

  static Call scatter(
      Communicator c,
      @Nullable Object sendBuf,
      int sendCount,
      Datatype sendType,
      @Nullable Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    Buf recv = own(c, recvBuf, recvCount, recvType, root);
    return Sides.isRoot(c, root)
        ? scatter(c, Apart.of(all(c, sendBuf, sendCount, sendType), recv), recv, root)
        : scatter(c, null, recv, root);
  }

  static Call scatterInPlace(
      Communicator c, @Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return Sides.isRoot(c, root)
        ? scatter(c, all(c, buf, count, type), Buf.IN_PLACE, root)
        : scatter(c, null, own(c, buf, count, type, root), root);
  }

  private static Call scatter(Communicator c, @Nullable Buf send, Buf recv, int root) {
    return new Call(() -> c.scatter(send, recv, root), () -> c.iscatter(send, recv, root));
  }

  static Call scatterv(
      Communicator c,
      @Nullable Object sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype sendType,
      @Nullable Object recvBuf,
      int recvCount,
      Datatype recvType,
      int root)
      throws MPIException {
    Buf recv = own(c, recvBuf, recvCount, recvType, root);
    if (!Sides.isRoot(c, root)) {
      return scatterv(c, null, recv, root);
    }
    VBuf send = parts(c, sendBuf, sendCount, sendDispls, sendType);
    boolean sendsItself = !c.testInter() && root < send.blocks();
    Buf into = sendsItself ? OwnBlock.filled(recv, send.block(root).bytes()) : recv;
    return scatterv(c, Apart.of(send, into), into, root);
  }

  static Call scattervAtRoot(
      Communicator c,
      @Nullable Object sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype sendType,
      int root)
      throws MPIException {
    Buf recv = c.testInter() ? Buffers.nothing(sendType) : Buf.IN_PLACE;
    return scatterv(c, parts(c, sendBuf, sendCount, sendDispls, sendType), recv, root);
  }

  static Call scattervElsewhere(
      Communicator c, @Nullable Object recvBuf, int recvCount, Datatype recvType, int root)
      throws MPIException {
    return scatterv(c, null, own(c, recvBuf, recvCount, recvType, root), root);
  }

  private static Call scatterv(Communicator c, @Nullable VBuf send, Buf recv, int root) {
    return new Call(() -> c.scatterv(send, recv, root), () -> c.iscatterv(send, recv, root));
  }

  // ---- allgather and alltoall (sections 6.7 and 6.8)

  static Call allgather(
      Communicator c,
      @Nullable Object sendBuf,
      int sendCount,
      Datatype sendType,
      @Nullable Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    Buf send = Buffers.of(c, sendBuf, sendCount, sendType);
    Buf recv = all(c, recvBuf, recvCount, recvType);
    boolean isThere =
        !c.testInter() && OwnBlock.put(c, send, recv.slice((long) recvCount * c.rank(), recvCount));
    return allgather(c, isThere ? Buf.IN_PLACE : Apart.of(send, recv), recv);
  }

  static Call allgatherInPlace(Communicator c, @Nullable Object buf, int count, Datatype type)
      throws MPIException {
    return allgather(c, Buf.IN_PLACE, all(c, buf, count, type));
  }

  private static Call allgather(Communicator c, Buf send, Buf recv) {
    return new Call(() -> c.allgather(send, recv), () -> c.iallgather(send, recv));
  }

  static Call allgatherv(
      Communicator c,
      @Nullable Object sendBuf,
      int sendCount,
      Datatype sendType,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype recvType)
      throws MPIException {
    Buf send = Buffers.of(c, sendBuf, sendCount, sendType);
    VBuf recv = parts(c, recvBuf, recvCount, recvDispls, recvType);
    boolean isThere =
        !c.testInter() && c.rank() < recv.blocks() && OwnBlock.put(c, send, recv.block(c.rank()));
    return allgatherv(c, isThere ? Buf.IN_PLACE : Apart.of(send, recv.buf()), recv);
  }

  static Call allgathervInPlace(
      Communicator c, @Nullable Object recvBuf, int[] recvCount, int[] recvDispls, Datatype type)
      throws MPIException {
    return allgatherv(c, Buf.IN_PLACE, parts(c, recvBuf, recvCount, recvDispls, type));
  }

  private static Call allgatherv(Communicator c, Buf send, VBuf recv) {
    return new Call(() -> c.allgatherv(send, recv), () -> c.iallgatherv(send, recv));
  }

  static Call alltoall(
      Communicator c,
      @Nullable Object sendBuf,
      int sendCount,
      Datatype sendType,
      @Nullable Object recvBuf,
      int recvCount,
      Datatype recvType)
      throws MPIException {
    Buf from = all(c, sendBuf, sendCount, sendType);
    Buf to = all(c, recvBuf, recvCount, recvType);
    Buf recv = c.testInter() ? to : OwnBlock.inEach(to, c.size(), from.bytes() / c.size());
    Buf send = Apart.of(from, recv);
    return new Call(() -> c.alltoall(send, recv), () -> c.ialltoall(send, recv));
  }

  static Call alltoallv(
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
    VBuf from = parts(c, sendBuf, sendCount, sendDispls, sendType);
    VBuf to = parts(c, recvBuf, recvCount, recvDispls, recvType);
    int rank = c.rank();
    boolean sendsItself = !c.testInter() && rank < from.blocks();
    VBuf recv = sendsItself ? OwnBlock.in(to, rank, from.block(rank).bytes()) : to;
    VBuf send = Apart.of(from, recv.buf());
    return new Call(() -> c.alltoallv(send, recv), () -> c.ialltoallv(send, recv));
  }

  static Call alltoallw(
      Communicator c,
      @Nullable Object sendBuf,
      int[] sendCount,
      int[] sendDispls,
      Datatype[] sendTypes,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] recvDispls,
      Datatype[] recvTypes)
      throws MPIException {
    WBuf from = Buffers.blocks(c, sendBuf, sendCount, sendDispls, sendTypes);
    WBuf to = Buffers.blocks(c, recvBuf, recvCount, recvDispls, recvTypes);
    int rank = c.rank();
    WBuf recv = c.testInter() ? to : OwnBlock.in(to, rank, from.blocks().get(rank).bytes());
    Object array = Buffers.array(sendBuf);
    WBuf send = array != null && array == Buffers.array(recvBuf) ? Apart.copy(from) : from;
    return new Call(() -> c.alltoallw(send, recv), () -> c.ialltoallw(send, recv));
  }
}
