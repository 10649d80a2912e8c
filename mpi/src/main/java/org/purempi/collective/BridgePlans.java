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
import org.purempi.reduction.Reductions;

/**
 * The plans of the two groups of an intercommunicator, written on a schedule of both: one group's
 * ranks, then the other's. What a whole group contributes is brought together by an algorithm of
 * one group, crosses over between the two leaders, and is handed out by another.
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

  /**
   * The plans of one rank.
   *
   * @param first whether its group is the first of the two
   * @param closeness how close the ranks of both groups are
   */
  public BridgePlans(int rank, int localSize, int remoteSize, boolean first, Closeness closeness) {
    this.rank = rank;
    this.localSize = localSize;
    this.remoteSize = remoteSize;
    this.local = first ? 0 : remoteSize;
    this.remote = first ? localSize : 0;
    this.steps = new Steps(localSize, closeness, Wishes.ofThisProcess());
  }

  private Schedule group(Schedule both) {
    return new PartSchedule(both, local, localSize);
  }

  private boolean leader() {
    return rank == 0;
  }

  /** What this rank does in an operation with a root. */
  private interface Rooted {
    void write(Schedule s, int root);
  }

  /** The plan of an operation with a root: for the root itself, and for the group opposite. */
  private Plan rooted(String call, int root, Plan atRoot, Rooted opposite) {
    if (root == Mpi.ROOT) {
      return atRoot;
    }
    if (root == Mpi.PROC_NULL) {
      return s -> {};
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
    return s -> opposite.write(s, remote + root);
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

  private Plan crossing(IntFunction<Buf> out, IntFunction<Buf> in) {
    return s -> {
      receiveFromAll(s, in);
      sendToAll(s, out);
      s.round();
    };
  }

  @Override
  public Plan barrier() {
    return s -> {
      steps.barrier(group(s));
      s.round();
      if (leader()) {
        s.exchange(Buf.EMPTY, remote, Buf.EMPTY, remote);
      }
      steps.barrier(group(s));
    };
  }

  @Override
  public Plan bcast(Buf buf, int root) {
    plain("bcast", "buf", buf);
    if (root >= 0) {
      writable("bcast", buf);
    }
    return rooted(
        "bcast",
        root,
        s -> s.sendNow(buf, remote),
        (s, from) -> {
          if (leader()) {
            s.receiveNow(buf, from);
          }
          steps.bcast(group(s), buf, 0);
        });
  }

  @Override
  public Plan gather(@Nullable Buf send, @Nullable Buf recv, int root) {
    if (root == Mpi.ROOT) {
      Blocks blocks = equal("gather", "recvbuf", recv);
      writable("gather", recv);
      return toRoot(blocks);
    }
    return rooted("gather", root, s -> {}, fromMembers("gather", root, send));
  }

  @Override
  public Plan gatherv(@Nullable Buf send, @Nullable VBuf recv, int root) {
    if (root == Mpi.ROOT) {
      VBuf all = Checks.blocks("gatherv", "recvbuf", recv, remoteSize);
      writable("gatherv", all);
      return toRoot(Blocks.of(all));
    }
    return rooted("gatherv", root, s -> {}, fromMembers("gatherv", root, send));
  }

  private Plan toRoot(Blocks blocks) {
    return s -> {
      receiveFromAll(s, blocks::of);
      s.round();
    };
  }

  private static Rooted fromMembers(String call, int root, @Nullable Buf send) {
    if (root < 0) {
      return (s, to) -> {};
    }
    Buf mine = plain(call, "sendbuf", send);
    return (s, to) -> s.sendNow(mine, to);
  }

  @Override
  public Plan scatter(@Nullable Buf send, @Nullable Buf recv, int root) {
    if (root == Mpi.ROOT) {
      return fromRoot(equal("scatter", "sendbuf", send));
    }
    return rooted("scatter", root, s -> {}, toMembers("scatter", root, recv));
  }

  @Override
  public Plan scatterv(@Nullable VBuf send, @Nullable Buf recv, int root) {
    if (root == Mpi.ROOT) {
      return fromRoot(Blocks.of(Checks.blocks("scatterv", "sendbuf", send, remoteSize)));
    }
    return rooted("scatterv", root, s -> {}, toMembers("scatterv", root, recv));
  }

  private Plan fromRoot(Blocks blocks) {
    return s -> {
      sendToAll(s, blocks::of);
      s.round();
    };
  }

  private static Rooted toMembers(String call, int root, @Nullable Buf recv) {
    if (root < 0) {
      return (s, from) -> {};
    }
    Buf mine = plain(call, "recvbuf", recv);
    writable(call, mine);
    return (s, from) -> s.receiveNow(mine, from);
  }

  @Override
  public Plan allgather(Buf send, Buf recv) {
    plain("allgather", "sendbuf", send);
    equal("allgather", "recvbuf", recv);
    writable("allgather", recv);
    return s -> {
      Buf all = leader() ? s.bytes(send.bytes() * localSize) : null;
      steps.gather(group(s), send, all, 0);
      s.round();
      crossAndShare(s, all, recv);
    };
  }

  /** The leaders swap what their groups contribute, and each tells its group. */
  private void crossAndShare(Schedule s, @Nullable Buf ours, Buf theirs) {
    if (ours != null) {
      s.exchange(ours, remote, theirs, remote);
    }
    steps.bcast(group(s), theirs, 0);
  }

  @Override
  public Plan allgatherv(Buf send, VBuf recv) {
    plain("allgatherv", "sendbuf", send);
    VBuf all = Checks.blocks("allgatherv", "recvbuf", recv, remoteSize);
    writable("allgatherv", all);
    return crossing(r -> send, all::block);
  }

  @Override
  public Plan alltoall(Buf send, Buf recv) {
    Blocks from = equal("alltoall", "sendbuf", send);
    Blocks to = equal("alltoall", "recvbuf", recv);
    writable("alltoall", recv);
    return crossing(from::of, to::of);
  }

  @Override
  public Plan alltoallv(VBuf send, VBuf recv) {
    VBuf from = Checks.blocks("alltoallv", "sendbuf", send, remoteSize);
    VBuf to = Checks.blocks("alltoallv", "recvbuf", recv, remoteSize);
    writable("alltoallv", to);
    return crossing(from::block, to::block);
  }

  @Override
  public Plan alltoallw(WBuf send, WBuf recv) {
    List<Buf> from = Checks.blocks("alltoallw", "sendbuf", send, remoteSize);
    List<Buf> to = Checks.blocks("alltoallw", "recvbuf", recv, remoteSize);
    to.forEach(b -> writable("alltoallw", b));
    return crossing(from::get, to::get);
  }

  @Override
  public Plan reduce(@Nullable Buf send, @Nullable Buf recv, Op op, int root) {
    if (root == Mpi.ROOT) {
      Buf result = plain("reduce", "recvbuf", recv);
      writable("reduce", result);
      return s -> s.receiveNow(result, remote);
    }
    if (root < 0) {
      return rooted("reduce", root, s -> {}, (s, to) -> {});
    }
    Buf mine = operand("reduce", send, op);
    return rooted(
        "reduce",
        root,
        s -> {},
        (s, to) -> {
          Buf result = combined(s, mine, op);
          if (result != null) {
            s.sendNow(result, to);
          }
        });
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
  public Plan allreduce(Buf send, Buf recv, Op op) {
    operand("allreduce", send, op);
    plain("allreduce", "recvbuf", recv);
    Checks.oneDatatype("allreduce", send, "sendbuf", recv, "recvbuf");
    sameCount("allreduce", send, recv.count());
    writable("allreduce", recv);
    return s -> crossAndShare(s, combined(s, send, op), recv);
  }

  private static void sameCount(String call, Buf send, long count) {
    if (send.count() != count) {
      throw wrong(
          ErrorClass.COUNT, call, "sendbuf has " + send.count() + " elements instead of " + count);
    }
  }

  @Override
  public Plan reduceScatterBlock(Buf send, Buf recv, Op op) {
    long[] counts = new long[localSize];
    java.util.Arrays.fill(counts, plain("reduceScatterBlock", "recvbuf", recv).count());
    return reduceScatter("reduceScatterBlock", send, recv, counts, op);
  }

  @Override
  public Plan reduceScatter(Buf send, Buf recv, long[] counts, Op op) {
    return reduceScatter("reduceScatter", send, recv, counts.clone(), op);
  }

  private Plan reduceScatter(String call, Buf send, Buf recv, long[] counts, Op op) {
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
    return s -> {
      Buf ours = combined(s, send, op);
      VBuf theirs = null;
      if (ours != null) {
        Buf whole = s.scratch(send.datatype(), send.count());
        s.exchange(ours, remote, whole, remote);
        theirs = VBuf.of(whole, counts);
      }
      steps.scatterv(group(s), theirs, recv, 0);
    };
  }

  @Override
  public Plan scan(Buf send, Buf recv, Op op) {
    throw undefined("scan");
  }

  @Override
  public Plan exscan(Buf send, Buf recv, Op op) {
    throw undefined("exscan");
  }

  private static MpiArgumentException undefined(String call) {
    return wrong(ErrorClass.COMM, call, "it is not defined on intercommunicators (section 6.11)");
  }
}
