package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.check.CollectiveCall;
import org.purempi.check.TypeSignature;
import org.purempi.check.Use;
import org.purempi.protocol.Peers;

/** Tells the checker of the collective calls of two groups. */
final class BridgeTeller {
  private static final long MIX = 31;

  private final CallTeller teller;
  private final int rank;
  private final int remoteSize;
  private final boolean isFirst;

  BridgeTeller(Peers both, int rank, int localSize, boolean isFirst) {
    this.rank = rank;
    this.remoteSize = both.size() - localSize;
    this.isFirst = isFirst;
    int second = isFirst ? localSize : remoteSize;
    this.teller =
        CallTeller.ofTwo(
            both,
            ", whose first group's ranks are counted from 0, the second's from %d,"
                .formatted(second));
  }

  /** A call of which nothing else must be equal. */
  void call(Schedule s, String name) {
    teller.call(s, name, CollectiveCall.NO_ROOT);
  }

  /**
   * A call with a root.
   *
   * @param blocks how many of those that must be equal lie in {@code data}; 0: none must
   * @param isSent whether it is read; else it is written to
   */
  void rooted(
      Schedule s, String name, int root, @Nullable Op op, Buf data, int blocks, boolean isSent) {
    if (root >= remoteSize) {
      return; // which is an error of the call
    }
    if (root == Mpi.PROC_NULL) {
      int unknown = CollectiveCall.rootOf(isFirst, CollectiveCall.UNKNOWN);
      teller.tell(s, name, unknown, null, 0, CollectiveCall.NO_LENGTH);
      return;
    }
    boolean isHere = root == Mpi.ROOT;
    int of = CollectiveCall.rootOf(isHere == isFirst, isHere ? rank : root);
    teller.use(s, isSent ? Use.read(data, name) : Use.written(data, name));
    long bytes = blocks == 0 ? CollectiveCall.NO_LENGTH : data.bytes() / blocks;
    teller.tell(s, name, of, op, signature(data, blocks), bytes);
  }

  private static long signature(Buf data, int blocks) {
    Datatype type = data.datatype();
    return blocks == 0 || data.count() % blocks != 0
        ? 0
        : TypeSignature.whole(type, data.count() / blocks);
  }

  /**
   * A call in which each rank of a group sends a block of one kind to the other group, which sends
   * blocks of another kind. What is compared is both together: it is the same for all.
   */
  void blocks(Schedule s, String name, Buf send, int blocksSent, Buf recv) {
    teller.use(s, Use.read(send, name), Use.written(recv, name));
    long out = signature(send, blocksSent);
    long in = signature(recv, remoteSize);
    long toSecond = isFirst ? out : in;
    long toFirst = isFirst ? in : out;
    long bytes = send.bytes() / blocksSent + recv.bytes() / remoteSize;
    long both = out == 0 || in == 0 ? 0 : toSecond * MIX + toFirst | 1;
    teller.tell(s, name, CollectiveCall.NO_ROOT, null, both, bytes);
  }

  /** A reduction, in which all ranks of both groups give the same elements. */
  void reduction(Schedule s, String name, Op op, Buf send, Buf recv) {
    teller.reduction(s, name, CollectiveCall.NO_ROOT, op, send, recv);
  }
}
