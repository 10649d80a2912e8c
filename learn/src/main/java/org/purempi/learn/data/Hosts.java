package org.purempi.learn.data;

import java.util.Optional;
import org.purempi.Communicator;
import org.purempi.Keyval;
import org.purempi.learn.named.HostRanks;

/** The ranks of a communicator by hosts: an attribute of it, closed with it. */
final class Hosts {
  private static final Keyval<HostRanks> KEY =
      Communicator.createKeyval(
          HostRanks.class, (comm, ranks) -> Optional.empty(), (comm, ranks) -> ranks.close());

  private Hosts() {}

  /** Collective. */
  static HostRanks of(Communicator comm) {
    return comm.getAttr(KEY).orElseGet(() -> keep(comm, HostRanks.of(comm)));
  }

  static HostRanks keep(Communicator comm, HostRanks ranks) {
    comm.setAttr(KEY, ranks);
    return ranks;
  }

  /** Whether there are several hosts, all with as many ranks, and more than one. */
  static boolean areWorthIt(HostRanks ranks) {
    return ranks.isHomogeneous() && ranks.localSize() > 1 && ranks.localSize() < ranks.size();
  }
}
