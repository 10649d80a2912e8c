package org.purempi.launch.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.HostList;
import org.purempi.launch.hosts.RankPlacement;
import org.purempi.launch.output.OutputPattern;
import org.purempi.launch.output.OutputPlan;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Debugging;
import org.purempi.launch.program.InputReader;
import org.purempi.launch.program.RanksAsThreads;
import org.purempi.launch.site.Grace;
import org.purempi.launch.system.Binding;
import org.purempi.launch.system.CpuTopology;
import org.purempi.launch.system.HostLimits;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.UsageException;
import org.purempi.setting.Setting;

/** Makes a plan out of a call that has been read: what its options mean for each other. */
final class Planner {
  private final GivenOptions given;
  private final HostOptions where;
  private final List<AppContextBuilder> builders;
  private final EnvironmentChoice environment;
  private final Map<String, String> mine;

  /**
   * @param where the options that name hosts
   * @param builders the programs
   * @param environment what holds for all programs
   * @param mine mpiexec's own environment
   */
  Planner(
      GivenOptions given,
      HostOptions where,
      List<AppContextBuilder> builders,
      EnvironmentChoice environment,
      Map<String, String> mine) {
    this.given = given;
    this.where = where;
    this.builders = builders;
    this.environment = environment;
    this.mine = mine;
  }

  /**
   * The plan.
   *
   * @param manager where bin/smpd stands
   */
  JobPlan plan(Path manager) throws UsageException {
    if (builders.isEmpty()) {
      throw new UsageException("no program to run; 'mpiexec -h' shows how to name one");
    }
    tellRanks();
    countBySlots();
    var apps = new ArrayList<AppContext>();
    for (AppContextBuilder builder : builders) {
      apps.add(builder.build(environment, mine));
    }
    int ranks = count(apps);
    RanksAsThreads threads = threads(ranks, apps.size());
    List<Integer> counts =
        threads == null ? apps.stream().map(AppContext::count).toList() : List.of(1);
    var own = new ArrayList<@Nullable HostList>();
    for (AppContextBuilder builder : builders) {
      own.add(HostOptions.ownHosts(builder.hosts()));
    }
    HostPlan hosts = where.plan(own, counts, Map.of(), manager);
    if (threads == null) {
      HostLimits.ofThisProcess().check(asked(ranks), hosts.placement().mostOnAHost());
    } else if (!hosts.isHere()) {
      throw new UsageException("-threads: the ranks share one JVM, which runs on this host only");
    }
    if (given.has(Option.NAME_SERVER) && hosts.daemons() != null) {
      throw new UsageException(
          given.where(Option.NAME_SERVER) + ": daemons of MPICH 3.0's kind keep names themselves");
    }
    String seconds = given.get(Option.TIMEOUT);
    return new JobPlan(
        apps,
        threads,
        output(ranks, threads != null, hosts.placement()),
        given.has(Option.EXIT_CODES),
        seconds == null ? null : Duration.ofSeconds(Long.parseLong(seconds)),
        hang(),
        given.get(Option.HANG_PAGE),
        grace(),
        recovery(hosts) && threads == null,
        threads == null ? stdinRank(ranks) : threads.stdinProcess(),
        hosts,
        given.has(Option.PMI_FD),
        binding(where.cores()),
        given.has(Option.REPORT_BINDINGS),
        given.has(Option.DISPLAY_MAP),
        debugging(ranks, threads != null),
        mine,
        given.has(Option.VERBOSE));
  }

  private OutputPlan output(int ranks, boolean together, RankPlacement placement) {
    String folder = given.get(Option.OUTPUT_DIR);
    return new OutputPlan(
        0,
        ranks,
        together,
        placement,
        given.has(Option.LABELS) ? OutputPlan.RANK_LABEL : pattern(Option.PREPEND),
        pattern(Option.OUT_PATTERN),
        pattern(Option.ERR_PATTERN),
        given.has(Option.MERGE),
        given.has(Option.JOIN_STREAMS),
        folder == null ? null : Path.of(folder).toAbsolutePath());
  }

  /**
   * Threads notice by themselves that they hang; who survives others may wait for one that is dead,
   * and who waits for a rank that is debugged waits for a person.
   */
  private @Nullable Duration hang() throws UsageException {
    String seconds = given.get(Option.HANG, Setting.HANG.standard());
    boolean isOff = seconds.equals("off") || given.has(Option.THREADS) || given.has(Option.DEBUG);
    return isOff || given.isOn(Option.RECOVERY, Setting.RECOVERY)
        ? null
        : Duration.ofSeconds(Long.parseLong(seconds));
  }

  private Debugging debugging(int ranks, boolean together) throws UsageException {
    String text = given.get(Option.DEBUG);
    return text == null
        ? Debugging.NONE
        : Debugging.parse(given.where(Option.DEBUG), text).planned(ranks, together);
  }

  private Duration grace() {
    String seconds = given.get(Option.GRACE);
    return seconds == null ? Grace.DEFAULT : Duration.ofSeconds(Long.parseLong(seconds));
  }

  /** Whether a rank that fails ends no other. */
  private boolean recovery(HostPlan hosts) throws UsageException {
    boolean isOn = given.isOn(Option.RECOVERY, Setting.RECOVERY);
    if (isOn && hosts.daemons() != null) {
      throw new UsageException(
          given.where(Option.RECOVERY)
              + ": daemons of MPICH 3.0's kind end a job with its first rank that fails");
    }
    return isOn;
  }

  private @Nullable OutputPattern pattern(Option option) {
    String text = given.get(option);
    return text == null ? null : new OutputPattern(text);
  }

  /** A program alone gets a rank for each slot of the hosts that were named. */
  private void countBySlots() throws UsageException {
    if (builders.size() == 1) {
      AppContextBuilder only = builders.getFirst();
      Optional<Integer> slots = where.slots(only.hosts());
      if (slots.isPresent()) {
        only.countUnlessGiven(slots.get());
      }
    }
  }

  private static int count(List<AppContext> apps) throws UsageException {
    long all = apps.stream().mapToLong(AppContext::count).sum();
    if (all > OptionChecks.MAX_PROCESSES) {
      throw new UsageException(
          "%d programs ask for %d processes; at most %d can be started"
              .formatted(apps.size(), all, OptionChecks.MAX_PROCESSES));
    }
    return (int) all;
  }

  /** What asked for so many ranks. */
  private String asked(int ranks) {
    return builders.size() == 1 ? builders.getFirst().asked() : ranks + " processes";
  }

  private @Nullable RanksAsThreads threads(int ranks, int programs) throws UsageException {
    String kind = given.get(Option.THREADS);
    if (kind == null) {
      return null;
    }
    if (programs > 1) {
      throw new UsageException("-threads: one JVM runs one program; ':' names another");
    }
    if (given.has(Option.NAME_SERVER)) {
      throw new UsageException(
          given.where(Option.NAME_SERVER) + ": the ranks of -threads keep names in their JVM");
    }
    if (!binding(null).isNone()) {
      throw new UsageException("-threads: the ranks share one JVM, which -bind-to core would bind");
    }
    return new RanksAsThreads(ranks, kind.equals("virtual"), stdinRank(ranks));
  }

  /** What was asked for; else the cores of -map-by, if it names a number. */
  private Binding binding(@Nullable Integer cores) throws UsageException {
    Path root = Path.of(given.get(Option.TOPOLOGY_ROOT, CpuTopology.MACHINE.toString()));
    String text = given.get(Option.BIND);
    if (text == null && cores != null) {
      text = "core:" + cores;
    }
    return text == null ? Binding.NONE : Binding.parse(given.where(Option.BIND), text, root);
  }

  /** What ranks are told by variables. */
  private void tellRanks() throws UsageException {
    given.reach().variables().forEach(environment::set);
    if (given.has(Option.ENCRYPT)) {
      environment.set(Setting.ENCRYPT.variable(), "1");
    }
    if (given.has(Option.GRACE)) {
      environment.set(Setting.GRACE.variable(), given.get(Option.GRACE, ""));
    }
    if (given.has(Option.HANG_PAGE)) {
      environment.set(Setting.HANG_PAGE.variable(), given.get(Option.HANG_PAGE, ""));
    }
    if (given.isOn(Option.RECOVERY, Setting.RECOVERY)) {
      environment.set(Setting.RECOVERY.variable(), "1");
    }
    if (given.has(Option.CHECK)) {
      boolean isFatal = given.get(Option.CHECK, "").equals("error");
      environment.set(Setting.CHECK.variable(), isFatal ? "error" : "on");
    }
    if (given.has(Option.CHECK_IGNORE)) {
      environment.set(Setting.CHECK_IGNORE.variable(), given.get(Option.CHECK_IGNORE, ""));
    }
    String errhandler = given.get(Option.ERRHANDLER);
    if (errhandler != null) {
      environment.set(Setting.INITIAL_ERRHANDLER.variable(), errhandler);
    }
    String kinds = given.get(Option.MEMORY_KINDS);
    if (kinds != null) {
      environment.set(Setting.MEMORY_KINDS.variable(), kinds);
    }
  }

  private int stdinRank(int size) throws UsageException {
    String reader = given.get(Option.STDIN, "0");
    switch (reader) {
      case "all" -> {
        return InputReader.ALL_RANKS;
      }
      case "none" -> {
        return InputReader.NO_RANK;
      }
      default -> {
        int rank = Integer.parseInt(reader);
        if (rank < size) {
          return rank;
        }
        throw new UsageException(
            "%s: the job's ranks are 0 to %d".formatted(given.where(Option.STDIN), size - 1));
      }
    }
  }
}
