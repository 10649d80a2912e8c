package org.purempi.launch;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.HostShare;
import org.purempi.launch.program.Installation;
import org.purempi.launch.program.Programs;
import org.purempi.launch.program.Staging;
import org.purempi.launch.text.UsageException;

/**
 * How the programs of a plan are made ready.
 *
 * @param installation where purempi is installed
 * @param isLeftToJvm whether every JVM takes of its host what a JVM takes by itself
 * @param stages whether hosts are sent the files that they lack
 * @param environment mpiexec's own
 */
record Preparation(
    Installation installation,
    boolean isLeftToJvm,
    boolean stages,
    Map<String, String> environment) {
  Preparation {
    environment = Map.copyOf(environment);
  }

  private Installation theirs(JobPlan plan) {
    return plan.hosts().isHere() ? installation : installation.forSeveralHosts();
  }

  /** The share of its host that each JVM gets when so many are on the fullest. */
  HostShare share(int together) {
    return HostShare.of(together, isLeftToJvm);
  }

  /** Who finds out how the programs of a plan are executed. */
  Programs programs(JobPlan plan, HostShare share) {
    return new Programs(theirs(plan), share, plan.threads(), environment);
  }

  /** The files to send to hosts that lack them; null if none are sent. */
  @Nullable Staging staging(JobPlan plan, List<Command> commands)
      throws IOException, UsageException {
    return stages && !plan.hosts().isHere()
        ? Staging.of(plan.apps(), commands, theirs(plan).classPath())
        : null;
  }
}
