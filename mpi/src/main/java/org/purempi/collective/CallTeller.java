package org.purempi.collective;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.check.BlockNote;
import org.purempi.check.Check;
import org.purempi.check.CollectiveCall;
import org.purempi.check.TypeSignature;
import org.purempi.check.Use;
import org.purempi.protocol.CallNotes;
import org.purempi.protocol.Peers;

/** Tells the checker of the collective calls of one group of ranks. */
final class CallTeller {
  private static final int NO_ROOT = CollectiveCall.NO_ROOT;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final CallNotes notes;
  private final Peers peers;
  private final boolean isOneGroup;

  CallTeller(Peers peers) {
    this(peers, new CallNotes(peers, ""), true);
  }

  private CallTeller(Peers peers, CallNotes notes, boolean isOneGroup) {
    this.peers = peers;
    this.notes = notes;
    this.isOneGroup = isOneGroup;
  }

  /**
   * The calls of two groups.
   *
   * @param ranks how their ranks are numbered, for users
   */
  static CallTeller ofTwo(Peers both, String ranks) {
    return new CallTeller(both, new CallNotes(both, ranks), false);
  }

  /** A call of which nothing but the root must be equal. */
  void call(Schedule s, String name, int root) {
    tell(s, name, root, null, 0, CollectiveCall.NO_LENGTH);
  }

  /** A call in which all ranks give elements of a type signature. */
  void equal(Schedule s, String name, int root, @Nullable Op op, Buf buf, Use... uses) {
    use(s, uses);
    tell(s, name, root, op, TypeSignature.whole(buf), buf.bytes());
  }

  /** As {@link #equal}, of one rank's block of a buffer that has one for each. */
  private void equalBlock(Schedule s, String name, int root, Buf all) {
    tell(s, name, root, null, signatureOfBlock(all), all.bytes() / peers.size());
  }

  /**
   * A call in which every rank sends what another receives in a block of the same signature.
   *
   * @param one this rank's buffer, {@link Buf#IN_PLACE} if it lies in its block
   * @param all the blocks; null where there are none
   */
  void block(Schedule s, String name, int root, Buf one, @Nullable Buf all, boolean isOneSent) {
    if (one == Buf.IN_PLACE) {
      if (all != null) {
        equalBlock(s, name, root, all);
      }
      return;
    }
    if (all == null || all == Buf.IN_PLACE) {
      equal(s, name, root, null, one, isOneSent ? Use.read(one, name) : Use.written(one, name));
      return;
    }
    Buf sent = isOneSent ? one : all;
    Buf received = isOneSent ? all : one;
    equal(s, name, root, null, one, Use.read(sent, name), Use.written(received, name));
    compare(name, TypeSignature.whole(one), one.bytes(), all);
  }

  /**
   * A reduction, in which all ranks give the same elements.
   *
   * @param recv null where there is no result
   */
  void reduction(Schedule s, String name, int root, Op op, Buf send, @Nullable Buf recv) {
    if (send == Buf.IN_PLACE) {
      if (recv != null) {
        equal(s, name, root, op, recv, Use.written(recv, name));
      }
    } else if (recv == null) {
      equal(s, name, root, op, send, Use.read(send, name));
    } else {
      equal(s, name, root, op, send, Use.read(send, name), Use.written(recv, name));
    }
  }

  /** Every rank sends a block to each. */
  void blocks(Schedule s, String name, Buf send, Buf recv) {
    if (send == Buf.IN_PLACE) {
      equalBlock(s, name, NO_ROOT, recv);
      return;
    }
    use(s, Use.read(send, name), Use.written(recv, name));
    equalBlock(s, name, NO_ROOT, send);
    compare(name, signatureOfBlock(send), send.bytes() / peers.size(), recv);
  }

  private long signatureOfBlock(Buf all) {
    Datatype type = all.datatype();
    return all.count() % peers.size() == 0
        ? TypeSignature.whole(type, all.count() / peers.size())
        : 0;
  }

  private void compare(String name, long signature, long bytes, Buf all) {
    long theirs = signatureOfBlock(all);
    if (signature != theirs && signature != 0 && theirs != 0) {
      peers.engine().checker().blocksDiffer(name, bytes, all.bytes() / peers.size(), peers.label());
    }
  }

  void use(Schedule s, Use... uses) {
    if (s instanceof RecordedSchedule script) {
      script.uses(uses);
      return;
    }
    for (Use use : uses) {
      peers.engine().checker().buffers().use(use);
    }
  }

  /** A call in which all ranks must name the same blocks of all. */
  void toAll(Schedule s, String name, Blocks all) {
    long signature = 1;
    long bytes = 0;
    boolean isKnown = true;
    for (int rank = 0; rank < peers.size(); rank++) {
      Buf block = all.of(rank);
      long its = TypeSignature.whole(block);
      isKnown &= its != 0 || block.bytes() == 0;
      signature = (signature * MIX + its) * MIX + block.bytes();
      bytes += block.bytes();
    }
    tell(s, name, NO_ROOT, null, isKnown ? signature | 1 : 0, bytes);
  }

  /**
   * A call in which each rank sends a block to the root.
   *
   * @param all the blocks; null elsewhere
   */
  void toRoot(Schedule s, String name, int root, Buf one, @Nullable Blocks all) {
    Blocks out = all == null ? rank -> one : null;
    parts(s, name, root, out, all);
  }

  /** A call in which the root sends a block to each. */
  void fromRoot(Schedule s, String name, int root, Buf one, @Nullable Blocks all) {
    Blocks in = all == null ? rank -> one : null;
    parts(s, name, root, all, in);
  }

  /** A call in which each rank sends a block to each. */
  void parts(Schedule s, String name, Blocks out, Blocks in) {
    parts(s, name, NO_ROOT, out, in);
  }

  private void parts(Schedule s, String name, int root, @Nullable Blocks out, @Nullable Blocks in) {
    int number = tell(s, name, root, null, 0, CollectiveCall.NO_LENGTH);
    String place = Check.place();
    boolean isOfAll = root == NO_ROOT || root == peers.rank();
    for (int rank = 0; rank < peers.size(); rank++) {
      if (rank != peers.rank() && (isOfAll || rank == root)) {
        if (out != null) {
          notes.sends(BlockNote.of(number, name, out.of(rank), place), rank);
        }
        if (in != null) {
          notes.receives(BlockNote.of(number, name, in.of(rank), place), rank);
        }
      }
    }
  }

  /** A call; how many came before. */
  int tell(Schedule s, String name, int root, @Nullable Op op, long signature, long bytes) {
    String operator =
        op == null ? "" : op instanceof Op.Predefined p ? p.kind().name() : "an own operator";
    int number =
        notes.called(new CollectiveCall(name, root, operator, signature, bytes, Check.place()));
    if (isOneGroup && !(s instanceof RecordedSchedule)) {
      boolean isRoot = root == peers.rank();
      long context = peers.context() + 1; // of which there is the negative
      peers.engine().order().trace().called(name, context, number, peers.size(), isRoot);
    }
    return number;
  }
}
