package org.purempi.launch.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Networks;
import org.purempi.channel.Secret;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.hosts.HostList;
import org.purempi.launch.hosts.HostSource;
import org.purempi.launch.hosts.HostWords;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.hosts.Mapping;
import org.purempi.launch.hosts.RankPlacement;
import org.purempi.launch.remote.Launcher;
import org.purempi.launch.remote.ManagerStart;
import org.purempi.launch.smpd1.Smpd1Client;
import org.purempi.launch.system.CpuTopology;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.UsageException;

/** The options that say where ranks run, and the variables that stand in for them. */
final class HostOptions {
  private static final int LAUNCH_SECONDS = 60;

  /** From so many hosts on, managers start each other. */
  private static final int TREE_FROM = 65;

  /** Options of which each names hosts. */
  private static final List<Option> WAYS =
      List.of(Option.HOSTS, Option.HOST_FILE, Option.HOST_SCRIPT);

  /** In the place of a file: there is none. */
  private static final String NO_FILE = "none";

  private final GivenOptions given;
  private final Map<String, String> environment;
  private final @Nullable HostList list;
  private final Mapping mapping;
  private final Set<String> lost = new HashSet<>();

  /**
   * @param environment mpiexec's own
   */
  HostOptions(GivenOptions given, Map<String, String> environment) throws UsageException {
    this.given = given;
    this.environment = environment;
    try {
      this.list = list();
      this.mapping = mapping();
    } catch (HostsException e) {
      throw UsageException.of(e);
    }
  }

  private @Nullable HostList list() throws HostsException, UsageException {
    if (given.has(Option.LOCAL_ONLY)) {
      return null;
    }
    long ways = WAYS.stream().filter(given::has).count();
    if (ways > 1) {
      throw new UsageException(
          "-hosts, -hostfile and -host-discovery-script: name the hosts in one way");
    }
    String words = given.get(Option.HOSTS);
    if (words != null) {
      return HostWords.parse("-hosts", words);
    }
    String file = given.get(Option.HOST_FILE);
    if (file != null) {
      return HostSource.file(given.where(Option.HOST_FILE), file);
    }
    String script = given.get(Option.HOST_SCRIPT);
    if (script != null) {
      return HostScript.hosts(given.where(Option.HOST_SCRIPT), script, limit());
    }
    String usual = given.get(Option.DEFAULT_HOST_FILE);
    if (usual != null && !usual.equals(NO_FILE)) {
      return HostSource.file(given.where(Option.DEFAULT_HOST_FILE), usual);
    }
    return HostSource.find(environment).orElse(null);
  }

  private Mapping mapping() throws HostsException, UsageException {
    String by = given.get(Option.MAP_BY);
    Mapping mapping = by == null ? Mapping.BY_SLOT : Mapping.parse(given.where(Option.MAP_BY), by);
    String perHost = given.get(Option.PER_HOST);
    boolean counts = by == null || given.has(Option.PER_HOST);
    if (perHost != null && counts && !perHost.startsWith("all")) {
      return mapping.withPerHost(Integer.parseInt(perHost));
    }
    String part = mapping.part();
    Integer each = mapping.perHost();
    return part == null || each == null
        ? mapping
        : mapping.withPerHost(each * Math.max(1, topology().groups(part).size()));
  }

  /** How many cores each rank shall have, or null if nobody says. */
  @Nullable Integer cores() {
    return mapping.processors();
  }

  private CpuTopology topology() {
    return new CpuTopology(
        Path.of(given.get(Option.TOPOLOGY_ROOT, CpuTopology.MACHINE.toString())));
  }

  /**
   * How many ranks a program gets that names no number: one for each slot that was named.
   *
   * @param own the value of the program's own {@code -host}, or null
   */
  Optional<Integer> slots(@Nullable String own) throws UsageException {
    HostList its = ownHosts(own);
    HostList hosts = its == null ? list : its;
    hosts = hosts == null ? null : left(hosts);
    Integer perHost = mapping.perHost();
    if (hosts == null) {
      return Optional.ofNullable(perHost);
    }
    return Optional.of(
        perHost == null
            ? hosts.slots()
            : (int) Math.min(OptionChecks.MAX_PROCESSES, (long) perHost * hosts.hosts().size()));
  }

  /**
   * Places the ranks.
   *
   * @param own for each program, its own hosts, or null
   * @param counts for each program, the number of its ranks
   * @param taken how many ranks of other worlds are on a host of that name
   * @param manager where bin/smpd stands here
   */
  HostPlan plan(
      List<@Nullable HostList> own, List<Integer> counts, Map<String, Integer> taken, Path manager)
      throws UsageException {
    var onlyHere = new HostList("this host", List.of(Host.of(ThisHost.name(), 1)), false);
    HostList usual = list == null ? onlyHere : list;
    boolean bySmpd1 = given.has(Option.SMPD1);
    // This host may have been named in several ways; it has one key-value space all the same.
    var plan =
        new RankPlacement.Plan(
                mapping, host -> !bySmpd1 && isHere(host) ? ThisHost.name() : host.name())
            .taken(usual, taken);
    for (int i = 0; i < counts.size(); i++) {
      HostList its = own.get(i);
      plan.place(left(its == null ? usual : its), counts.get(i));
    }
    RankPlacement placement = plan.placement();
    checkSlots(placement);
    var local = new ArrayList<Boolean>();
    for (Host host : placement.hosts()) {
      local.add(isHere(host));
    }
    checkNetwork(local);
    int slots = slots(null).orElse(0);
    if (bySmpd1) {
      if (given.has(Option.STAGE)) {
        throw new UsageException("-smpd1-compat: these daemons take no files (-stage)");
      }
      return new HostPlan(placement, local, slots, null, false).by(daemons(placement));
    }
    ManagerStart start = local.contains(false) ? start(manager) : null;
    // Slurm has a tree of its own.
    boolean bySlurm = start != null && start.launcher().kind() == Launcher.Kind.SLURM;
    boolean tree = tree(placement.hosts().size()) && !bySlurm;
    return new HostPlan(placement, local, slots, start, tree);
  }

  /** These hosts have been lost: no more ranks are placed there. */
  void lose(Collection<String> hosts) {
    lost.addAll(hosts);
  }

  private HostList left(HostList hosts) throws UsageException {
    List<Host> left = hosts.places().stream().filter(host -> !lost.contains(host.name())).toList();
    if (left.isEmpty()) {
      throw new UsageException(hosts.source() + ": all hosts have been lost");
    }
    return new HostList(hosts.source(), left, hosts.counted());
  }

  /** The hosts that a program's {@code -host} names, or null if it names none. */
  static @Nullable HostList ownHosts(@Nullable String words) throws UsageException {
    try {
      return words == null ? null : HostWords.parse("-host", words);
    } catch (HostsException e) {
      throw UsageException.of(e);
    }
  }

  private ManagerStart start(Path manager) throws UsageException {
    boolean inSlurm = list != null && list.source().startsWith("SLURM_");
    boolean isNamed = given.has(Option.LAUNCHER) || given.has(Option.LAUNCHER_EXEC);
    String kind = !isNamed && SmpdAccess.isMeant(given) ? "smpd" : given.get(Option.LAUNCHER);
    Launcher launcher = LauncherOptions.choose(kind, given, inSlurm);
    Secret key = null;
    if (launcher.kind() == Launcher.Kind.SMPD) {
      try {
        var access = new SmpdAccess(given);
        launcher = Launcher.smpd(access.port());
        key = access.key();
      } catch (IOException e) {
        throw UsageException.of(e);
      }
    }
    return new ManagerStart(
        launcher,
        program(manager),
        limit(),
        isInPod(),
        given.has(Option.VERBOSE),
        key,
        given.reach());
  }

  private Smpd1Client daemons(RankPlacement placement) throws UsageException {
    for (Host host : placement.hosts()) {
      if (host.user() != null) {
        throw new UsageException(
            "host %s: its smpd runs jobs as the user who started it; name it without '%s@'"
                .formatted(host.name(), host.user()));
      }
    }
    try {
      return new SmpdAccess(given).smpd1(limit());
    } catch (IOException e) {
      throw UsageException.of(e);
    }
  }

  /** The hosts that were named, without the ranks on them. */
  List<Host> named(@Nullable String own) throws UsageException {
    HostList its = ownHosts(own);
    HostList hosts = its == null ? list : its;
    return hosts == null ? List.of() : hosts.hosts();
  }

  /** Whether Kubernetes runs this mpiexec, perhaps before the other pods have names. */
  private boolean isInPod() {
    return environment.containsKey("KUBERNETES_SERVICE_HOST")
        || environment.containsKey("K_MPI_JOB_ROLE");
  }

  /** This host needs no launcher, unless somebody insists. */
  private boolean isHere(Host host) {
    boolean insists =
        "0".equals(environment.get("HYDRA_LAUNCHER_AUTOFORK"))
            || (given.has(Option.LAUNCHER) && "fork".equals(given.get(Option.LAUNCHER)));
    return !insists && host.user() == null && ThisHost.is(host.name());
  }

  private String program(Path manager) {
    String path = given.get(Option.AGENT_PATH);
    return path == null ? manager.toString() : path;
  }

  private boolean tree(int hosts) {
    return switch (given.get(Option.TREE, "auto")) {
      case "yes", "on" -> true;
      case "no", "off" -> false;
      default -> hosts >= TREE_FROM;
    };
  }

  /** The limit of a start, in seconds. */
  private int limit() {
    String text = given.get(Option.LAUNCH_TIMEOUT);
    return text == null ? LAUNCH_SECONDS : Integer.parseInt(text);
  }

  /** Where ranks run here, the network that is meant must be here. */
  private void checkNetwork(List<Boolean> local) throws UsageException {
    String network = given.get(Option.INTERFACE);
    if (network != null && local.contains(true)) {
      try {
        Networks.choose(network);
      } catch (IOException e) {
        throw new UsageException(given.where(Option.INTERFACE) + ": " + e.getMessage(), e);
      }
    }
  }

  private void checkSlots(RankPlacement placement) throws UsageException {
    if (placement.crowded() && (given.has(Option.NO_OVERSUBSCRIBE) || !mapping.crowded())) {
      throw new UsageException(
          "-nooversubscribe: %d ranks are more than the hosts have slots"
              .formatted(placement.size()));
    }
  }
}
