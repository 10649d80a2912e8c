package org.purempi.learn.data;

import java.util.Objects;
import java.util.Optional;
import org.purempi.Communicator;
import org.purempi.Keyval;
import org.purempi.Op;
import org.purempi.SplitType;

/**
 * The ranks of a communicator by hosts: {@code local} are those of this rank's host, {@code cross}
 * those with its place on the others. Kept as an attribute of the communicator, and closed with it.
 */
record Hosts(Communicator local, Communicator cross, boolean areWorthIt) {
  private static final Keyval<Hosts> KEY =
      Communicator.createKeyval(
          Hosts.class,
          (comm, hosts) -> Optional.empty(),
          (comm, hosts) -> {
            hosts.local.close();
            hosts.cross.close();
          });

  /** Collective. */
  static Hosts of(Communicator comm) {
    return comm.getAttr(KEY).orElseGet(() -> make(comm));
  }

  private static Hosts make(Communicator comm) {
    return keep(comm, Objects.requireNonNull(comm.splitType(SplitType.SHARED, comm.rank())));
  }

  /** With these as the ranks of this host; collective. */
  static Hosts keep(Communicator comm, Communicator local) {
    Communicator cross = Objects.requireNonNull(comm.split(local.rank(), comm.rank()));
    int[] most = {local.size(), -local.size()};
    comm.allreduce(most, Op.MAX);
    boolean areAlike = most[0] == -most[1];
    var hosts = new Hosts(local, cross, areAlike && most[0] > 1 && most[0] < comm.size());
    comm.setAttr(KEY, hosts);
    return hosts;
  }
}
