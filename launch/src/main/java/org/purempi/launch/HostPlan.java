package org.purempi.launch;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Placement;

/**
 * Where the ranks of a job run, and how to get there.
 *
 * @param placement which rank is on which host
 * @param local for each host, whether it is this one, so that nothing needs to be launched there
 * @param start how a manager is started on another host; null when there is none
 * @param tree whether managers start each other, rather than mpiexec each of them
 */
record HostPlan(
    Placement placement, List<Boolean> local, @Nullable ManagerStart start, boolean tree) {
  HostPlan {
    local = List.copyOf(local);
  }

  /** Whether every rank runs on this host. */
  boolean isHere() {
    return start == null && local.size() == 1;
  }
}
