package org.purempi.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Secret;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.hosts.HostList;
import org.purempi.launch.hosts.HostSource;
import org.purempi.launch.hosts.HostWords;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.hosts.Mapping;
import org.purempi.launch.hosts.Placement;
import org.purempi.launch.smpd1.Smpd1Caller;

/** The options that say where ranks run, and the variables that stand in for them. */
final class HostOptions {
  private static final int LAUNCH_SECONDS = 60;

  /** From so many hosts on, managers start each other. */
  private static final int TREE_FROM = 65;

  private static final int MOST_SECONDS = 3600;

  private final Map<Option, String> globals;
  private final Map<String, String> environment;
  private final @Nullable HostList list;
  private final Mapping mapping;

  /**
   * @param globals the values of global options
   * @param counted the words of smpd's {@code -hosts n …}, or empty
   * @param environment mpiexec's own
   */
  HostOptions(Map<Option, String> globals, List<String> counted, Map<String, String> environment)
      throws UsageException {
    this.globals = globals;
    this.environment = environment;
    try {
      this.list = list(counted);
      this.mapping = mapping();
    } catch (HostsException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }

  private @Nullable HostList list(List<String> counted) throws HostsException, UsageException {
    String words = globals.get(Option.HOSTS);
    String file = globals.get(Option.HOST_FILE);
    if (globals.containsKey(Option.LOCAL_ONLY)) {
      return null;
    }
    boolean isNamed = words != null || !counted.isEmpty();
    if ((isNamed && file != null) || ((isNamed || file != null) && hasScript())) {
      throw new UsageException(
          "-hosts, -hostfile and -host-discovery-script: name the hosts in one way");
    }
    if (!counted.isEmpty()) {
      return HostWords.counted("-hosts", counted);
    }
    if (words != null) {
      return HostWords.parse("-hosts", words);
    }
    if (file != null) {
      return HostSource.file("-hostfile", file);
    }
    String script = globals.get(Option.HOST_SCRIPT);
    if (script != null) {
      return HostScript.hosts("-" + Option.HOST_SCRIPT.names.getFirst(), script, limit());
    }
    return HostSource.find(environment).orElse(null);
  }

  private boolean hasScript() {
    return globals.containsKey(Option.HOST_SCRIPT);
  }

  private Mapping mapping() throws HostsException {
    String by = globals.get(Option.MAP_BY);
    Mapping mapping = by == null ? Mapping.BY_SLOT : Mapping.parse("-map-by", by);
    String perHost = globals.get(Option.PER_HOST);
    if (perHost == null && by == null) {
      perHost = environment.get("I_MPI_PERHOST");
    }
    return perHost == null ? mapping : mapping.withPerHost(perHost("-ppn", perHost));
  }

  private static int perHost(String option, String text) throws HostsException {
    try {
      int count = Integer.parseInt(text);
      if (count >= 1 && count <= HostLimits.MAX_PROCESSES) {
        return count;
      }
    } catch (NumberFormatException e) {
      throw new HostsException(option + " " + text + ": not a number of ranks on a host", e);
    }
    throw new HostsException(option + " " + text + ": at least one rank on a host");
  }

  /**
   * How many ranks a program gets that names no number: one for each slot that was named.
   *
   * @param own the value of the program's own {@code -host}, or null
   */
  Optional<Integer> slots(@Nullable String own) throws UsageException {
    HostList hosts = own == null ? list : ownHosts(own);
    Integer perHost = mapping.perHost();
    if (hosts == null) {
      return Optional.ofNullable(perHost);
    }
    return Optional.of(perHost == null ? hosts.slots() : perHost * hosts.hosts().size());
  }

  /**
   * Places the ranks.
   *
   * @param own for each program, the value of its {@code -host}, or null
   * @param counts for each program, the number of its ranks
   * @param manager where bin/smpd stands here
   */
  HostPlan plan(List<@Nullable String> own, List<Integer> counts, Path manager)
      throws UsageException {
    var onlyHere = new HostList("this host", List.of(Host.of(ThisHost.name(), 1)), false);
    HostList usual = list == null ? onlyHere : list;
    boolean bySmpd1 = globals.containsKey(Option.SMPD1);
    // This host may have been named in several ways; it has one key-value space all the same.
    var plan =
        new Placement.Plan(
            mapping, host -> !bySmpd1 && isHere(host) ? ThisHost.name() : host.name());
    for (int i = 0; i < counts.size(); i++) {
      String words = own.get(i);
      plan.place(words == null ? usual : ownHosts(words), counts.get(i));
    }
    Placement placement = plan.placement();
    var local = new ArrayList<Boolean>();
    for (Host host : placement.hosts()) {
      local.add(isHere(host));
    }
    if (bySmpd1) {
      if (globals.containsKey(Option.STAGE)) {
        throw new UsageException("-smpd1-compat: these daemons take no files (-stage)");
      }
      return new HostPlan(placement, local, null, false).by(daemons(placement));
    }
    ManagerStart start = local.contains(false) ? start(manager) : null;
    // Slurm has a tree of its own.
    boolean bySlurm = start != null && start.launcher().kind() == Launcher.Kind.SLURM;
    boolean tree = tree(placement.hosts().size()) && !bySlurm;
    return new HostPlan(placement, local, start, tree);
  }

  private static HostList ownHosts(String words) throws UsageException {
    try {
      return HostWords.parse("-host", words);
    } catch (HostsException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }

  private ManagerStart start(Path manager) throws UsageException {
    boolean inSlurm = list != null && list.source().startsWith("SLURM_");
    String kind = globals.get(Option.LAUNCHER);
    String command = globals.get(Option.LAUNCHER_EXEC);
    if (kind == null && command == null && SmpdAccess.isMeant(globals)) {
      kind = "smpd";
    }
    Launcher launcher = Launcher.choose(kind, command, inSlurm, environment);
    Secret key = null;
    if (launcher.kind() == Launcher.Kind.SMPD) {
      try {
        var access = new SmpdAccess(globals);
        launcher = Launcher.smpd(access.port());
        key = access.key();
      } catch (IOException e) {
        throw new UsageException(String.valueOf(e.getMessage()), e);
      }
    }
    return new ManagerStart(
        launcher,
        program(manager),
        limit(),
        isInPod(),
        globals.containsKey(Option.VERBOSE),
        key,
        Reach.asked(globals, environment).orOf(environment));
  }

  private Smpd1Caller daemons(Placement placement) throws UsageException {
    for (Host host : placement.hosts()) {
      if (host.user() != null) {
        throw new UsageException(
            "host %s: its smpd runs jobs as the user who started it; name it without '%s@'"
                .formatted(host.name(), host.user()));
      }
    }
    try {
      return new SmpdAccess(globals).smpd1(limit());
    } catch (IOException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The hosts that were named, without the ranks on them. */
  List<Host> named(@Nullable String own) throws UsageException {
    try {
      HostList hosts = own == null ? list : HostWords.parse("-host", own);
      return hosts == null ? List.of() : hosts.hosts();
    } catch (HostsException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
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
            || "fork".equals(globals.get(Option.LAUNCHER));
    return !insists && host.user() == null && ThisHost.is(host.name());
  }

  private String program(Path manager) {
    String path = globals.get(Option.AGENT_PATH);
    return path == null ? manager.toString() : path;
  }

  private boolean tree(int hosts) throws UsageException {
    String wish = globals.getOrDefault(Option.TREE, "auto");
    return switch (wish) {
      case "auto" -> hosts >= TREE_FROM;
      case "yes", "on" -> true;
      case "no", "off" -> false;
      default -> throw new UsageException("-tree " + wish + ": write yes, no or auto");
    };
  }

  private int limit() throws UsageException {
    String text = globals.get(Option.LAUNCH_TIMEOUT);
    if (text == null) {
      return LAUNCH_SECONDS;
    }
    if (text.matches("[1-9][0-9]{0,3}") && Integer.parseInt(text) <= MOST_SECONDS) {
      return Integer.parseInt(text);
    }
    throw new UsageException("-launch-timeout " + text + ": write 1 to 3600 seconds");
  }
}
