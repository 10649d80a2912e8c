package org.purempi.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.hosts.RankPlacement;
import org.purempi.launch.local.LocalSite;
import org.purempi.launch.options.HostPlan;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.output.Activity;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.InputReader;
import org.purempi.launch.program.Staging;
import org.purempi.launch.remote.ManagerStart;
import org.purempi.launch.remote.Managers;
import org.purempi.launch.remote.RemoteSite;
import org.purempi.launch.site.RankPlan;
import org.purempi.launch.site.Site;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.smpd1.Smpd1Client;
import org.purempi.launch.smpd1.Smpd1Hosts;
import org.purempi.launch.smpd1.Smpd1Site;
import org.purempi.launch.system.Tools;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.NameService;
import org.purempi.pmi.PmiJob;
import org.purempi.pmi.PmiServer;
import org.purempi.setting.Setting;

/** The hosts of a job: this one, others, or both; made from the plan. */
final class Sites implements AutoCloseable {
  private static final int KEY_BYTES = 32;

  /** Variables that are true on our host only. */
  private static final Set<String> HOSTS_OWN =
      Set.of(
          "HOSTNAME",
          "HOST",
          "SSH_CLIENT",
          "SSH_CONNECTION",
          "SSH_TTY",
          "SSH_AUTH_SOCK",
          "DISPLAY",
          "XDG_RUNTIME_DIR",
          "XDG_SESSION_ID",
          "DBUS_SESSION_BUS_ADDRESS",
          "_");

  private final List<Site> all = new ArrayList<>();
  private final List<Site> ofRank = new ArrayList<>();
  private final PmiJob job;
  private final @Nullable Managers managers;
  private final @Nullable Smpd1Hosts daemons;

  /**
   * @param commands for each program of the plan, how it is executed
   * @param names those that the ranks of all worlds publish
   */
  public Sites(
      JobPlan plan, List<Command> commands, Origin origin, SiteOwner owner, NameService names)
      throws IOException, UsageException {
    var tools = new Tools();
    HostPlan hosts = plan.hosts();
    RankPlacement placement = hosts.placement();
    this.job = job(plan, placement, origin);
    plan.debugging().check(rank -> commands.get(job.appnums().get(rank)));
    ManagerStart start = hosts.start();
    Managers theirs =
        start == null ? null : new Managers(start, hosts.tree(), plan.grace(), tools, owner::say);
    this.managers = theirs;
    Smpd1Client client = hosts.daemons();
    this.daemons =
        client == null
            ? null
            : new Smpd1Hosts(client, placement.hosts(), plan.environment(), owner);
    if (daemons != null) {
      launchBy(daemons, plan, commands);
      return;
    }
    String key = key();
    var here = new HashMap<Integer, Command>();
    var there = new HashMap<Integer, Command>();
    for (int i = 0; i < commands.size(); i++) {
      here.put(i, with(key, commands.get(i), Set.of()));
      there.put(i, with(key, commands.get(i), HOSTS_OWN));
    }
    int id = 0;
    for (int host = 0; host < placement.hosts().size(); host++) {
      List<Integer> ranks = placement.ranksOn(host);
      boolean local = hosts.local().get(host);
      id += local ? 0 : 1;
      Site site =
          local || theirs == null
              ? local(tools, ranks, owner, names)
              : remote(theirs, id, placement.hosts().get(host), owner);
      for (int rank : ranks) {
        int program = job.appnums().get(rank);
        Command command = (local ? here : there).getOrDefault(program, commands.getFirst());
        RankPlan one = rank(plan, rank, command);
        if (site instanceof LocalSite mine) {
          mine.add(one);
        } else if (site instanceof RemoteSite other) {
          other.add(one);
        }
      }
      all.add(site);
    }
    for (int rank = 0; rank < placement.size(); rank++) {
      ofRank.add(all.get(placement.hostOf().get(rank)));
    }
  }

  /** Their tree is one connection, their ranks' key-value space is theirs, and so is the key. */
  private void launchBy(Smpd1Hosts theirs, JobPlan plan, List<Command> commands)
      throws UsageException {
    RankPlacement placement = plan.hosts().placement();
    for (int host = 0; host < placement.hosts().size(); host++) {
      all.add(theirs.site(host));
    }
    for (int rank = 0; rank < placement.size(); rank++) {
      Smpd1Site site = theirs.site(placement.hostOf().get(rank));
      ofRank.add(site);
      Command command = commands.get(job.appnums().get(rank));
      theirs.add(site, rank(plan, rank, command));
    }
  }

  private static PmiJob job(JobPlan plan, RankPlacement placement, Origin origin) {
    var appnums = new ArrayList<Integer>();
    for (int i = 0; i < plan.apps().size(); i++) {
      int count = plan.threads() == null ? plan.apps().get(i).count() : 1;
      for (int j = 0; j < count; j++) {
        appnums.add(i);
      }
    }
    String id = ProcessHandle.current().pid() + "_" + Long.toHexString(System.nanoTime());
    return new PmiJob(
        PmiServer.NAME_PREFIX + id,
        appnums,
        Math.max(appnums.size(), plan.hosts().slots()),
        placement.processMapping(),
        served(0, appnums.size()),
        origin.isSpawned(),
        origin.preput());
  }

  private static Set<Integer> served(int from, int to) {
    var ranks = new TreeSet<Integer>();
    for (int rank = from; rank < to; rank++) {
      ranks.add(rank);
    }
    return ranks;
  }

  private LocalSite local(Tools tools, List<Integer> ranks, SiteOwner owner, NameService names)
      throws IOException {
    return new LocalSite(0, job.serving(new TreeSet<>(ranks)), tools, owner, names);
  }

  private static RemoteSite remote(Managers managers, int id, Host host, SiteOwner owner) {
    var site = new RemoteSite(id, host, managers.board(), owner);
    managers.add(site);
    return site;
  }

  private static RankPlan rank(JobPlan plan, int rank, Command command) {
    boolean readsInput = plan.stdinRank() == rank || plan.stdinRank() == InputReader.ALL_RANKS;
    Command its = plan.debugging().of(rank, command);
    return new RankPlan(rank, its, readsInput, plan.pmiDescriptor(), plan.binding());
  }

  /** The job's secret, by which its ranks know each other; nobody else may see it. */
  private static String key() throws IOException {
    try (var random = Files.newInputStream(Path.of("/dev/urandom"))) {
      return HexFormat.of().formatHex(random.readNBytes(KEY_BYTES));
    }
  }

  private static Command with(String key, Command command, Set<String> without) {
    Map<String, String> environment = new HashMap<>(command.environment());
    environment.keySet().removeAll(without);
    environment.put(Setting.JOB_KEY.variable(), key);
    return new Command(command.words(), command.directory(), environment);
  }

  /**
   * Gets the managers of other hosts ready.
   *
   * @param staging files to send to those that lack them, or null
   */
  void prepare(@Nullable Staging staging) throws IOException, InterruptedException {
    if (managers != null) {
      managers.start(job, staging);
    }
    if (daemons != null) {
      daemons.start(job.appnums());
    }
  }

  /** The name of the job's key-value space. */
  String kvsName() {
    return job.kvsName();
  }

  /** Lets all ranks out of a barrier; from now on they find these pairs. */
  void release(Map<String, String> pairs) {
    all.forEach(site -> site.release(pairs));
  }

  /** Which of the programs a rank runs. */
  int program(int rank) {
    return job.appnums().get(rank);
  }

  List<Site> all() {
    return all;
  }

  /** The site where a rank runs. */
  Site of(int rank) {
    return ofRank.get(rank);
  }

  /** The number by which events name a site. */
  Site numbered(int number) {
    for (Site site : all) {
      if (number(site) == number) {
        return site;
      }
    }
    throw new IllegalArgumentException("no site " + number);
  }

  /** The number of a site: its manager's, or 0. */
  static int number(Site site) {
    if (site instanceof RemoteSite other) {
      return other.id();
    }
    return site instanceof Smpd1Site other ? other.id() : 0;
  }

  void kill() {
    all.forEach(Site::kill);
  }

  void terminate() {
    all.forEach(Site::terminate);
  }

  void destroy() {
    all.forEach(Site::destroy);
  }

  /** The last output comes, as long as any moves. */
  void awaitOutput(Activity activity, long quietMillis) throws InterruptedException {
    all.forEach(Site::finish);
    for (Site site : all) {
      activity.awaitOutput(site, quietMillis);
    }
  }

  @Override
  public void close() throws IOException {
    for (Site site : all) {
      if (site instanceof LocalSite) {
        site.close();
      }
    }
    if (managers != null) {
      managers.close();
    }
    if (daemons != null) {
      daemons.close();
    }
  }
}
