package org.purempi.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What each rank of a job is started with. */
final class RankStarts {
  private final JobPlan plan;
  private final List<Command> commands;
  private final List<Integer> appnums;
  private final Tools tools;
  private final String serverAddress;
  private final List<String> cores;

  /**
   * @param appnums for each rank, the index of its command
   * @throws UsageException when ranks are to be bound and cannot be
   */
  RankStarts(
      JobPlan plan,
      List<Command> commands,
      List<Integer> appnums,
      Tools tools,
      String serverAddress)
      throws UsageException {
    this.plan = plan;
    this.commands = List.copyOf(commands);
    this.appnums = List.copyOf(appnums);
    this.tools = tools;
    this.serverAddress = serverAddress;
    this.cores = plan.bindToCores() ? Processors.cores() : List.of();
    if (plan.bindToCores() && tools.bound(cores.getFirst()).isEmpty()) {
      throw new UsageException("-bind-to core: the program 'taskset' is not installed");
    }
  }

  boolean readsInput(int rank) {
    return plan.stdinRank() == rank || plan.stdinRank() == JobPlan.ALL_RANKS;
  }

  RankProcess.Start of(int rank) {
    return new RankProcess.Start(
        commands.get(appnums.get(rank)), variables(rank), prefix(rank), readsInput(rank));
  }

  private Map<String, String> variables(int rank) {
    String size = Integer.toString(appnums.size());
    String number = Integer.toString(rank);
    var own = new HashMap<String, String>();
    own.put("PMI_PORT", serverAddress);
    own.put("PMI_ID", number);
    own.put("PMI_RANK", number);
    own.put("PMI_SIZE", size);
    own.put("MPI_LOCALRANKID", number);
    own.put("MPI_LOCALNRANKS", size);
    return own;
  }

  private List<String> prefix(int rank) {
    var prefix = new ArrayList<>(tools.newSession());
    if (!cores.isEmpty()) {
      prefix.addAll(tools.bound(cores.get(rank % cores.size())));
    }
    return prefix;
  }
}
