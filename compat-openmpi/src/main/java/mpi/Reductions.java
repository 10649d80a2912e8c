package mpi;

import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;

/** Collectives that combine data (sections 6.9 to 6.11): their arguments as purempi takes them. */
final class Reductions {
  private Reductions() {}

  static Call reduce(
      Communicator c,
      @Nullable Object sendBuf,
      @Nullable Object recvBuf,
      int count,
      Datatype type,
      Op op,
      int root)
      throws MPIException {
    boolean gives = Sides.takesPart(c, root);
    Buf send = gives ? Buffers.of(c, sendBuf, count, type) : Buffers.nothing(type);
    Buf recv = Sides.isRoot(c, root) ? Buffers.of(c, recvBuf, count, type) : null;
    return reduce(c, send, recv, op.on(c, type), root);
  }

  static Call reduceInPlace(
      Communicator c, @Nullable Object buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    if (!Sides.isRoot(c, root)) {
      return reduce(c, buf, null, count, type, op, root);
    }
    Buf send = c.testInter() ? Buffers.nothing(type) : Buf.IN_PLACE;
    return reduce(c, send, Buffers.of(c, buf, count, type), op.on(c, type), root);
  }

  private static Call reduce(
      Communicator c, Buf send, @Nullable Buf recv, org.purempi.Op op, int root) {
    Buf from = Apart.of(send, recv);
    return new Call(() -> c.reduce(from, recv, op, root), () -> c.ireduce(from, recv, op, root));
  }

  private static long[] counts(Communicator c, int[] recvCounts) {
    return Arrays.stream(First.of(c.size(), recvCounts)).asLongStream().toArray();
  }

  static Call reduceScatter(
      Communicator c,
      @Nullable Object sendBuf,
      @Nullable Object recvBuf,
      int[] recvCounts,
      Datatype type,
      Op op)
      throws MPIException {
    long[] counts = counts(c, recvCounts);
    long mine = c.rank() < counts.length ? counts[c.rank()] : 0;
    Buf send = Buffers.of(c, sendBuf, Arrays.stream(counts).sum(), type);
    return reduceScatter(c, send, Buffers.of(c, recvBuf, mine, type), counts, op.on(c, type));
  }

  static Call reduceScatterInPlace(
      Communicator c, @Nullable Object buf, int[] recvCounts, Datatype type, Op op)
      throws MPIException {
    long[] counts = counts(c, recvCounts);
    Buf all = Buffers.of(c, buf, Arrays.stream(counts).sum(), type);
    return reduceScatter(c, Buf.IN_PLACE, all, counts, op.on(c, type));
  }

  private static Call reduceScatter(
      Communicator c, Buf send, Buf recv, long[] counts, org.purempi.Op op) {
    Buf from = Apart.of(send, recv);
    return new Call(
        () -> c.reduceScatter(from, recv, counts, op),
        () -> c.ireduceScatter(from, recv, counts, op));
  }

  static Call reduceScatterBlock(
      Communicator c,
      @Nullable Object sendBuf,
      @Nullable Object recvBuf,
      int count,
      Datatype type,
      Op op)
      throws MPIException {
    Buf send = Buffers.of(c, sendBuf, (long) count * c.size(), type);
    return reduceScatterBlock(c, send, Buffers.of(c, recvBuf, count, type), op.on(c, type));
  }

  static Call reduceScatterBlockInPlace(
      Communicator c, @Nullable Object buf, int count, Datatype type, Op op) throws MPIException {
    Buf all = Buffers.of(c, buf, (long) count * c.size(), type);
    return reduceScatterBlock(c, Buf.IN_PLACE, all, op.on(c, type));
  }

  private static Call reduceScatterBlock(Communicator c, Buf send, Buf recv, org.purempi.Op op) {
    Buf from = Apart.of(send, recv);
    return new Call(
        () -> c.reduceScatterBlock(from, recv, op), () -> c.ireduceScatterBlock(from, recv, op));
  }

  static Call scan(
      Communicator c,
      @Nullable Object sendBuf,
      @Nullable Object recvBuf,
      int count,
      Datatype type,
      Op op)
      throws MPIException {
    Buf send = Buffers.of(c, sendBuf, count, type);
    return scan(c, send, Buffers.of(c, recvBuf, count, type), op.on(c, type));
  }

  static Call scanInPlace(Communicator c, @Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    return scan(c, Buf.IN_PLACE, Buffers.of(c, buf, count, type), op.on(c, type));
  }

  private static Call scan(Communicator c, Buf send, Buf recv, org.purempi.Op op) {
    Buf from = Apart.of(send, recv);
    return new Call(() -> c.scan(from, recv, op), () -> c.iscan(from, recv, op));
  }

  static Call exscan(
      Communicator c,
      @Nullable Object sendBuf,
      @Nullable Object recvBuf,
      int count,
      Datatype type,
      Op op)
      throws MPIException {
    Buf send = Buffers.of(c, sendBuf, count, type);
    return exscan(c, send, Buffers.of(c, recvBuf, count, type), op.on(c, type));
  }

  static Call exscanInPlace(Communicator c, @Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    return exscan(c, Buf.IN_PLACE, Buffers.of(c, buf, count, type), op.on(c, type));
  }

  private static Call exscan(Communicator c, Buf send, Buf recv, org.purempi.Op op) {
    Buf from = Apart.of(send, recv);
    return new Call(() -> c.exscan(from, recv, op), () -> c.iexscan(from, recv, op));
  }
}
