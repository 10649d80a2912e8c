package org.purempi.abi;

import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.Comparison;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.MpiArgumentException;
import org.purempi.Request;
import org.purempi.SplitType;

/** Communicators and intercommunicators (sections 7.4 and 7.6). */
final class Communicators {
  private Communicators() {}

  /** Stores the handle of a new communicator, whose error handler is that of its parent. */
  static void put(long address, @Nullable Communicator made, CommHandle parent) {
    put(address, made, parent.errors);
  }

  /** As {@link #put(long, Communicator, CommHandle)}, with an error handler of its own. */
  static void put(long address, @Nullable Communicator made, ErrorHandlerHandle errors) {
    if (made == null) {
      Native.putLong(address, Constants.COMM_NULL);
      return;
    }
    made.setErrhandler(ErrorHandler.RETURN); // errors are thrown, and Raise asks C's handler
    add(address, new CommHandle(made, errors));
  }

  private static void add(long address, CommHandle c) {
    c.handle = Table.COMMS.add(c);
    Native.putLong(address, c.handle);
  }

  // ---- what it is

  static void commRank(long comm, Numbers rank) {
    rank.set(Table.comm(comm).rank());
  }

  static void commSize(long comm, Numbers size) {
    size.set(Table.comm(comm).size());
  }

  static void commRemoteSize(long comm, Numbers size) {
    size.set(Table.comm(comm).inter().remoteSize());
  }

  static void commTestInter(long comm, Numbers flag) {
    flag.set(Table.comm(comm).get().testInter() ? 1 : 0);
  }

  static void commGroup(long comm, long group) {
    Groups.put(group, Table.comm(comm).get().group());
  }

  static void commRemoteGroup(long comm, long group) {
    Groups.put(group, Table.comm(comm).inter().remoteGroup());
  }

  static void commCompare(long one, long other, Numbers result) {
    CommHandle a = Table.comm(one);
    CommHandle b = Table.comm(other);
    result.set(code(a == b ? Comparison.IDENT : a.get().compare(b.get())));
  }

  static int code(Comparison comparison) {
    return switch (comparison) {
      case IDENT -> Constants.IDENT;
      case CONGRUENT -> Constants.CONGRUENT;
      case SIMILAR -> Constants.SIMILAR;
      case UNEQUAL -> Constants.UNEQUAL;
    };
  }

  // ---- duplicates

  static void commDup(long comm, long newcomm) {
    CommHandle c = Table.comm(comm);
    duplicate(newcomm, c, c.get().dup());
  }

  static void commDupWithInfo(long comm, long info, long newcomm) {
    CommHandle c = Table.comm(comm);
    duplicate(newcomm, c, c.get().dupWithInfo(Table.info(info)));
  }

  private static void duplicate(long newcomm, CommHandle parent, Communicator made) {
    made.setErrhandler(ErrorHandler.RETURN);
    CommHandle copy = new CommHandle(made, parent.errors);
    try {
      copy.attributes.take(parent.attributes.copied(parent.handle));
    } catch (Raise.Coded e) {
      Native.putLong(newcomm, Constants.COMM_NULL);
      made.close();
      throw e;
    }
    add(newcomm, copy);
  }

  static void commIdup(long comm, long newcomm, long request) {
    CommHandle c = Table.comm(comm);
    duplicate(newcomm, request, c, c.get().idup());
  }

  static void commIdupWithInfo(long comm, long info, long newcomm, long request) {
    CommHandle c = Table.comm(comm);
    duplicate(newcomm, request, c, c.get().idupWithInfo(Table.info(info)));
  }

  private static void duplicate(
      long newcomm, long request, CommHandle parent, Request<Communicator> coming) {
    CommHandle copy = new CommHandle(parent);
    copy.attributes.take(parent.attributes.copied(parent.handle));
    put(newcomm, copy, request, parent, coming);
  }

  /** The handle is there at once, the communicator when the request has completed. */
  static void put(
      long newcomm,
      CommHandle child,
      long request,
      CommHandle parent,
      Request<Communicator> coming) {
    add(newcomm, child);
    RequestHandle.put(
        request,
        parent,
        coming,
        made -> {
          made.setErrhandler(ErrorHandler.RETURN);
          child.arrive(made);
        });
  }

  // ---- parts

  static void commCreate(long comm, long group, long newcomm) {
    CommHandle c = Table.comm(comm);
    put(newcomm, c.get().create(Table.group(group)), c);
  }

  static void commCreateGroup(long comm, long group, int tag, long newcomm) {
    CommHandle c = Table.comm(comm);
    put(newcomm, c.get().createGroup(Table.group(group), tag), c);
  }

  static void commSplit(long comm, int color, int key, long newcomm) {
    CommHandle c = Table.comm(comm);
    put(newcomm, c.get().split(color, key), c);
  }

  static void commSplitType(long comm, int type, int key, long info, long newcomm) {
    CommHandle c = Table.comm(comm);
    SplitType kind =
        switch (type) {
          case Constants.COMM_TYPE_SHARED -> SplitType.SHARED;
          case Constants.COMM_TYPE_HW_GUIDED -> SplitType.HW_GUIDED;
          case Constants.COMM_TYPE_HW_UNGUIDED -> SplitType.HW_UNGUIDED;
          case Constants.COMM_TYPE_RESOURCE_GUIDED -> SplitType.RESOURCE_GUIDED;
          case Constants.UNDEFINED -> SplitType.UNDEFINED;
          default ->
              throw new MpiArgumentException(ErrorClass.ARG, "there is no split type " + type);
        };
    put(newcomm, c.get().splitType(kind, key, Table.info(info)), c);
  }

  // ---- intercommunicators

  static void intercommCreate(
      long localComm, int localLeader, long peerComm, int remoteLeader, int tag, long newcomm) {
    CommHandle c = Table.comm(localComm);
    boolean leads = c.rank() == localLeader; // others need not know the peers
    Communicator peers = leads ? Table.comm(peerComm).get() : null;
    put(newcomm, c.get().intercommCreate(localLeader, peers, remoteLeader, tag), c);
  }

  static void intercommMerge(long comm, int high, long newcomm) {
    CommHandle c = Table.comm(comm);
    put(newcomm, c.inter().merge(high != 0), c);
  }

  // ---- hints, and the end

  static void commSetInfo(long comm, long info) {
    Table.comm(comm).get().setInfo(Table.info(info));
  }

  static void commGetInfo(long comm, long info) {
    Info known = Table.comm(comm).get().getInfo();
    Native.putLong(info, Table.INFOS.add(new Table.InfoHandle(known)));
  }

  static void commFree(long comm) {
    CommHandle c = releasable(comm);
    c.attributes.deleteAll(c.handle);
    c.get().close();
    forget(comm, c);
  }

  /** The communicator whose handle is stored here; one of the Standard stays. */
  static CommHandle releasable(long comm) {
    long handle = Native.getLong(comm);
    CommHandle c = Table.comm(handle);
    if (Handles.isGiven(handle)) {
      throw new MpiArgumentException(ErrorClass.COMM, c + " cannot be freed");
    }
    return c;
  }

  static void forget(long comm, CommHandle c) {
    PredefinedAttributes.forget(c);
    Table.COMMS.remove(c.handle);
    Native.putLong(comm, Constants.COMM_NULL);
  }
}
