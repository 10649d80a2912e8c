package org.purempi.launch.options;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.RankPlacement;
import org.purempi.launch.remote.ManagerStart;
import org.purempi.launch.smpd1.Smpd1Client;

/**
 * Where the ranks of a job run, and how to get there.
 *
 * @param placement which rank is on which host
 * @param local for each host, whether it is this one, so that nothing needs to be launched there
 * @param slots how many processes the hosts have been named for; 0 if nobody has named them
 * @param start how a manager is started on another host; null when there is none
 * @param tree whether managers start each other, rather than mpiexec each of them
 * @param daemons how to call the daemons of MPICH 3.0's kind that start everything; or null
 */
public record HostPlan(
    RankPlacement placement,
    List<Boolean> local,
    int slots,
    @Nullable ManagerStart start,
    boolean tree,
    @Nullable Smpd1Client daemons) {
  /** Keeps copies that nobody changes. */
  public HostPlan {
    local = List.copyOf(local);
  }

  /** Hosts without such daemons. */
  HostPlan(
      RankPlacement placement,
      List<Boolean> local,
      int slots,
      @Nullable ManagerStart start,
      boolean tree) {
    this(placement, local, slots, start, tree, null);
  }

  /** The same ranks on the same hosts, all of them started by such daemons. */
  HostPlan by(Smpd1Client client) {
    List<Boolean> nowhere = local.stream().map(here -> false).toList();
    return new HostPlan(placement, nowhere, slots, null, false, client);
  }

  /** Whether every rank runs on this host. */
  public boolean isHere() {
    return start == null && daemons == null && local.size() == 1;
  }
}
