package org.purempi.abi;

import org.purempi.Agreement;

/** What ranks do when others have failed (user-level failure mitigation, ULFM). */
final class Recovery {
  private Recovery() {}

  static void commRevoke(long comm) {
    Table.comm(comm).get().revoke();
  }

  static void commIsRevoked(long comm, Numbers flag) {
    flag.set(Table.comm(comm).get().isRevoked() ? 1 : 0);
  }

  static void commShrink(long comm, long newcomm) {
    CommHandle c = Table.comm(comm);
    Communicators.put(newcomm, c.get().shrink(), c);
  }

  static void commIshrink(long comm, long newcomm, long request) {
    CommHandle c = Table.comm(comm);
    Communicators.put(newcomm, new CommHandle(c), request, c, c.get().ishrink());
  }

  static void commAgree(long comm, Numbers flag) {
    agreed(flag, Table.comm(comm).get().agreement((int) flag.get(0)));
  }

  static void commIagree(long comm, Numbers flag, long request) {
    CommHandle c = Table.comm(comm);
    RequestHandle.put(request, c, c.get().iagree((int) flag.get(0)), its -> agreed(flag, its));
  }

  /** The flags are told in any case; an error if a failure is new to some rank. */
  private static void agreed(Numbers flag, Agreement its) {
    flag.set(its.flag());
    int unused = its.value();
  }

  static void commGetFailed(long comm, long group) {
    Groups.put(group, Table.comm(comm).get().getFailed());
  }

  static void commAckFailed(long comm, int count, Numbers acknowledged) {
    acknowledged.set(Table.comm(comm).get().ackFailed(count));
  }

  static void commFailureAck(long comm) {
    Table.comm(comm).get().failureAck();
  }

  static void commFailureGetAcked(long comm, long group) {
    Groups.put(group, Table.comm(comm).get().failureGetAcked());
  }
}
