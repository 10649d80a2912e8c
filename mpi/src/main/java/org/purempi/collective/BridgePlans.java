package org.purempi.collective;

import static org.purempi.collective.Checks.notInPlace;
import static org.purempi.collective.Checks.present;
import static org.purempi.collective.Checks.writable;
import static org.purempi.collective.Checks.wrong;

import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.WBuf;
import org.purempi.check.Check;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Signature;
import org.purempi.protocol.Signature.Call;
import org.purempi.reduction.Reductions;

/**
 * The collectives of the two groups of an intercommunicator, written on a schedule of both: one
 * group's ranks, then the other's. What a whole group contributes is brought together by an
 * algorithm of one group, crosses over between the two leaders, and is handed out by another.
 *
 * <pre>
 *   group A   0  1  2                    group B   0  1
 *              ↘ ↓ ↙  reduce, gather                ↘ ↓
 *               (0) ←──── leaders exchange ─────→   (0)
 *              ↙ ↓ ↘  bcast, scatter                ↙ ↓
 * </pre>
 */
public final class BridgePlans implements Plans {
  private final Steps steps;

  /** Where each group begins in the schedule of both. */
  private final int local;

  private final int remote;
  private final int localSize;
  private final int remoteSize;

  /** This rank in its group. */
  private final int rank;

  private final @Nullable BridgeTeller teller;

  /**
   * The collectives of one rank.
   *
   * @param both the ranks of both groups
   * @param rank this one in its group
   * @param first whether its group is the first of the two
   */
  public BridgePlans(Peers both, int rank, int localSize, boolean first) {
    this.rank = rank;
    this.localSize = localSize;
    this.remoteSize = both.size() - localSize;
    this.local = first ? 0 : remoteSize;
    this.remote = first ? localSize : 0;
    this.steps = new Steps(localSize, Closeness.of(both), Wishes.ofThisProcess());
    this.teller = Check.ON ? new BridgeTeller(both, rank, localSize, first) : null;
  }

  private Schedule group(Schedule both) {
    return new PartSchedule(both, local, localSize);
  }

  private boolean leader() {
    return rank == 0;
  }

  /** What all messages of an operation with a root say of it, those within a group too. */
  private int signature(Call call, Buf data, int root) {
    return Signature.rooted(call, Steps.typeOf(data, null), root == Mpi.ROOT ? rank : root);
  }

  /** Says which call this is, of which nothing else must be equal. */
  private void sign(Schedule s, Call call) {
    s.sign(Signature.of(call));
    if (teller != null) {
      teller.call(s, call.text());
    }
  }

  /**
   * The same of an operation with a root.
   *
   * @param blocks how many that must be equal elsewhere lie in {@code data}; 0: none must
   */
  private void sign(
      Schedule s, Call call, @Nullable Op op, Buf data, int blocks, int root, boolean isSent) {
    int plain = signature(call, data, root);
    s.sign(op == null ? plain : Signature.with(plain, op));
    if (teller != null) {
      teller.rooted(s, call.text(), root, op, data, blocks, isSent);
    }
  }

  /** The same of an operation in which all send blocks to the other group. */
  private void sign(Schedule s, Call call, Buf send, int blocks, Buf recv) {
    s.sign(Signature.of(call));
    if (teller != null) {
      teller.blocks(s, call.text(), send, blocks, recv);
    }
  }

  /** What this rank does in an operation with a root. */
  private interface Rooted {
    void write(Schedule s, int root);
  }

  /** Writes an operation with a root in the group opposite; nothing in the root's own group. */
  private void opposite(String call, int root, Schedule s, Rooted steps) {
    if (root == Mpi.PROC_NULL) {
      return;
    }
    if (root < 0 || root >= remoteSize) {
      throw wrong(
          ErrorClass.ROOT,
          call,
          "root is "
              + root
              + ": it is Mpi.ROOT at the root, Mpi.PROC_NULL in the rest of its group, and in the"
              + " other group its rank, 0 … "
              + (remoteSize - 1));
    }
    steps.write(s, remote + root);
  }

  private static Buf plain(String call, String name, @Nullable Buf buf) {
    Buf b = present(call, name, buf);
    notInPlace(call, name, b == Buf.IN_PLACE, "intercommunicators have no such form");
    return b;
  }

  /** A buffer with a block for each rank of the other group. */
  private Blocks equal(String call, String name, @Nullable Buf buf) {
    Buf whole = plain(call, name, buf);
    divisible(call, name, whole, remoteSize);
    return Blocks.equal(whole, remoteSize);
  }

  private static void divisible(String call, String name, Buf buf, int parts) {
    if (buf.count() % parts != 0) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          name + " has " + buf.count() + " elements, which cannot be cut in " + parts + " blocks");
    }
  }

  private void receiveFromAll(Schedule s, IntFunction<Buf> block) {
    for (int r = 0; r < remoteSize; r++) {
      s.receive(block.apply(r), remote + r);
    }
  }

  private void sendToAll(Schedule s, IntFunction<Buf> block) {
    for (int r = 0; r < remoteSize; r++) {
      s.send(block.apply(r), remote + r);
    }
  }

  private void cross(Schedule s, IntFunction<Buf> out, IntFunction<Buf> in) {
    receiveFromAll(s, in);
    sendToAll(s, out);
    s.round();
  }

  @Override
  public void barrier(Schedule s) {
    sign(s, Call.BARRIER);
    steps.barrier(group(s));
    s.round();
    if (leader()) {
      s.exchange(Buf.EMPTY, remote, Buf.EMPTY, remote);
    }
    steps.barrier(group(s));
  }

  @Override
  public void bcast(Schedule s, Buf buf, int root) {
    plain("bcast", "buf", buf);
    sign(s, Call.BCAST, null, buf, 1, root, root == Mpi.ROOT);
    if (root == Mpi.ROOT) {
      s.sendNow(buf, remote);
      return;
    }
    if (root >= 0) {
      writable("bcast", buf);
    }
    opposite("bcast", root, s, (on, from) -> receiveAndShare(on, buf, from));
  }

  private void receiveAndShare(Schedule s, Buf buf, int from) {
    if (leader()) {
      s.receiveNow(buf, from);
    }
    steps.bcast(group(s), buf, 0);
  }

  @Override
  public void gather(Schedule s, @Nullable Buf send, @Nullable Buf recv, int root) {
    if (root == Mpi.ROOT) {
      Buf all = plain("gather", "recvbuf", recv);
      Blocks blocks = equal("gather", "recvbuf", all);
      writable("gather", all);
      sign(s, Call.GATHER, null, all, remoteSize, root, false);
      toRoot(s, blocks);
    } else {
      fromMember(Call.GATHER, s, send, root);
    }
  }

  @Override
  public void gatherv(Schedule s, @Nullable Buf send, @Nullable VBuf recv, int root) {
    if (root == Mpi.ROOT) {
      VBuf all = Checks.blocks("gatherv", "recvbuf", recv, remoteSize);
      writable("gatherv", all);
      sign(s, Call.GATHERV, null, Buf.EMPTY, 0, root, false);
      toRoot(s, Blocks.of(all));
    } else {
      fromMember(Call.GATHERV, s, send, root);
    }
  }

  private void toRoot(Schedule s, Blocks blocks) {
    receiveFromAll(s, blocks::of);
    s.round();
  }

  private void fromMember(Call call, Schedule s, @Nullable Buf send, int root) {
    Buf mine = root < 0 ? Buf.EMPTY : plain(call.text(), "sendbuf", send);
    sign(s, call, null, mine, call == Call.GATHER ? 1 : 0, root, true);
    opposite(call.text(), root, s, (on, to) -> on.sendNow(mine, to));
  }

  @Override
  public void scatter(Schedule s, @Nullable Buf send, @Nullable Buf recv, int root) {
    if (root == Mpi.ROOT) {
      Buf all = plain("scatter", "sendbuf", send);
      Blocks blocks = equal("scatter", "sendbuf", all);
      sign(s, Call.SCATTER, null, all, remoteSize, root, true);
      fromRoot(s, blocks);
    } else {
      toMember(Call.SCATTER, s, recv, root);
    }
  }

  @Override
  public void scatterv(Schedule s, @Nullable VBuf send, @Nullable Buf recv, int root) {
    if (root == Mpi.ROOT) {
      VBuf all = Checks.blocks("scatterv", "sendbuf", send, remoteSize);
      sign(s, Call.SCATTERV, null, Buf.EMPTY, 0, root, true);
      fromRoot(s, Blocks.of(all));
    } else {
      toMember(Call.SCATTERV, s, recv, root);
    }
  }

  private void fromRoot(Schedule s, Blocks blocks) {
    sendToAll(s, blocks::of);
    s.round();
  }

  private void toMember(Call call, Schedule s, @Nullable Buf recv, int root) {
    Buf mine = root < 0 ? Buf.EMPTY : plain(call.text(), "recvbuf", recv);
    sign(s, call, null, mine, call == Call.SCATTER ? 1 : 0, root, false);
    if (root >= 0) {
      writable(call.text(), mine);
    }
    opposite(call.text(), root, s, (on, from) -> on.receiveNow(mine, from));
  }

  @Override
  public void allgather(Schedule s, Buf send, Buf recv) {
    plain("allgather", "sendbuf", send);
    equal("allgather", "recvbuf", recv);
    writable("allgather", recv);
    sign(s, Call.ALLGATHER, send, 1, recv);
    Buf all = leader() ? s.bytes(send.bytes() * localSize) : null;
    steps.gather(group(s), send, all, 0);
    s.round();
    crossAndShare(s, all, recv);
  }

  /** The leaders swap what their groups contribute, and each tells its group. */
  private void crossAndShare(Schedule s, @Nullable Buf ours, Buf theirs) {
    if (ours != null) {
      s.exchange(ours, remote, theirs, remote);
    }
    steps.bcast(group(s), theirs, 0);
  }

  @Override
  public void allgatherv(Schedule s, Buf send, VBuf recv) {
    plain("allgatherv", "sendbuf", send);
    VBuf all = Checks.blocks("allgatherv", "recvbuf", recv, remoteSize);
    writable("allgatherv", all);
    sign(s, Call.ALLGATHERV);
    cross(s, r -> send, all::block);
  }

  @Override
  public void alltoall(Schedule s, Buf send, Buf recv) {
    Blocks from = equal("alltoall", "sendbuf", send);
    Blocks to = equal("alltoall", "recvbuf", recv);
    writable("alltoall", recv);
    sign(s, Call.ALLTOALL, send, remoteSize, recv);
    cross(s, from::of, to::of);
  }

  @Override
  public void alltoallv(Schedule s, VBuf send, VBuf recv) {
    VBuf from = Checks.blocks("alltoallv", "sendbuf", send, remoteSize);
    VBuf to = Checks.blocks("alltoallv", "recvbuf", recv, remoteSize);
    writable("alltoallv", to);
    sign(s, Call.ALLTOALLV);
    cross(s, from::block, to::block);
  }

  @Override
  public void alltoallw(Schedule s, WBuf send, WBuf recv) {
    List<Buf> from = Checks.blocks("alltoallw", "sendbuf", send, remoteSize);
    List<Buf> to = Checks.blocks("alltoallw", "recvbuf", recv, remoteSize);
    to.forEach(b -> writable("alltoallw", b));
    sign(s, Call.ALLTOALLW);
    cross(s, from::get, to::get);
  }

  @Override
  public void reduce(Schedule s, @Nullable Buf send, @Nullable Buf recv, Op op, int root) {
    if (root == Mpi.ROOT) {
      Buf result = plain("reduce", "recvbuf", recv);
      writable("reduce", result);
      sign(s, Call.REDUCE, op, result, 1, root, false);
      s.receiveNow(result, remote);
      return;
    }
    Buf mine = root < 0 ? Buf.EMPTY : operand("reduce", send, op);
    sign(s, Call.REDUCE, op, mine, 1, root, true);
    opposite("reduce", root, s, (on, to) -> reduceAndSend(on, mine, op, to));
  }

  private void reduceAndSend(Schedule s, Buf mine, Op op, int to) {
    Buf result = combined(s, mine, op);
    if (result != null) {
      s.sendNow(result, to);
    }
  }

  private static Buf operand(String call, @Nullable Buf send, Op op) {
    Buf mine = plain(call, "sendbuf", send);
    Reductions.check(op, mine.datatype());
    return mine;
  }

  /** What the local group makes together, at its leader; null elsewhere. */
  private @Nullable Buf combined(Schedule s, Buf send, Op op) {
    Buf result = leader() ? s.scratch(send.datatype(), send.count()) : null;
    steps.reduce(group(s), send, result, op, 0);
    s.round();
    return result;
  }

  @Override
  public void allreduce(Schedule s, Buf send, Buf recv, Op op) {
    operand("allreduce", send, op);
    plain("allreduce", "recvbuf", recv);
    Checks.oneDatatype("allreduce", send, "sendbuf", recv, "recvbuf");
    sameCount("allreduce", send, recv.count());
    writable("allreduce", recv);
    Steps.sign(s, Call.ALLREDUCE, recv, op);
    if (teller != null) {
      teller.reduction(s, "allreduce", op, send, recv);
    }
    crossAndShare(s, combined(s, send, op), recv);
  }

  private static void sameCount(String call, Buf send, long count) {
    if (send.count() != count) {
      throw wrong(
          ErrorClass.COUNT, call, "sendbuf has " + send.count() + " elements instead of " + count);
    }
  }

  @Override
  public void reduceScatterBlock(Schedule s, Buf send, Buf recv, Op op) {
    long[] counts = new long[localSize];
    java.util.Arrays.fill(counts, plain("reduceScatterBlock", "recvbuf", recv).count());
    reduceScatter("reduceScatterBlock", s, send, recv, counts, op);
  }

  @Override
  public void reduceScatter(Schedule s, Buf send, Buf recv, long[] counts, Op op) {
    reduceScatter("reduceScatter", s, send, recv, counts, op);
  }

  private void reduceScatter(String call, Schedule s, Buf send, Buf recv, long[] counts, Op op) {
    operand(call, send, op);
    plain(call, "recvbuf", recv);
    Checks.oneDatatype(call, send, "sendbuf", recv, "recvbuf");
    if (counts.length != localSize) {
      throw wrong(
          ErrorClass.ARG, call, counts.length + " counts for the " + localSize + " local ranks");
    }
    if (java.util.Arrays.stream(counts).anyMatch(count -> count < 0)
        || counts[rank] != recv.count()) {
      throw wrong(
          ErrorClass.COUNT,
          call,
          "recvbuf has %d elements, recvcounts are %s"
              .formatted(recv.count(), java.util.Arrays.toString(counts)));
    }
    sameCount(call, send, java.util.Arrays.stream(counts).sum());
    writable(call, recv);
    Steps.sign(s, Call.REDUCE_SCATTER, send, op);
    if (teller != null) {
      teller.reduction(s, call, op, send, recv);
    }
    Buf ours = combined(s, send, op);
    VBuf theirs = null;
    if (ours != null) {
      Buf whole = s.scratch(send.datatype(), send.count());
      s.exchange(ours, remote, whole, remote);
      theirs = VBuf.of(whole, counts);
    }
    steps.scatterv(group(s), theirs, recv, 0);
  }

  @Override
  public void scan(Schedule s, Buf send, Buf recv, Op op) {
    throw undefined("scan");
  }

  @Override
  public void exscan(Schedule s, Buf send, Buf recv, Op op) {
    throw undefined("exscan");
  }

  private static MpiArgumentException undefined(String call) {
    return wrong(ErrorClass.COMM, call, "it is not defined on intercommunicators (section 6.11)");
  }
}
