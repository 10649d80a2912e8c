package org.purempi.launch.smpd1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.output.Output;
import org.purempi.launch.program.Command;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.RankPlan;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.system.Waiting;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.RankStage;

/**
 * The hosts of a job whose ranks are started by daemons of MPICH 3.0's kind; mpiexec's end of their
 * tree. The daemons serve the ranks' PMI among themselves. Any thread.
 */
public final class Smpd1Hosts implements Smpd1TreeListener, AutoCloseable {
  private static final int CODE_BITS = 0xff;
  private static final String LOOPBACK = "127.0.0.1";

  private final Smpd1Tree tree;
  private final Map<String, String> environment;
  private final SiteOwner owner;
  private final List<Smpd1Site> sites = new ArrayList<>();
  private final Map<Integer, RankPlan> plans = new TreeMap<>();
  private final Map<Integer, Smpd1Site> siteOf = new HashMap<>();
  private final List<LaunchRequest> requests = new ArrayList<>();
  private RankStage[] stages = new RankStage[0];
  private boolean[] ended = new boolean[0];
  private boolean inUse;
  private boolean launched;
  private boolean killing;
  private boolean lost;

  /**
   * The hosts of a job.
   *
   * @param environment mpiexec's own
   */
  public Smpd1Hosts(
      Smpd1Client caller, List<Host> hosts, Map<String, String> environment, SiteOwner owner) {
    this.tree = new Smpd1Tree(caller, names(hosts), this);
    this.environment = Map.copyOf(environment);
    this.owner = owner;
    for (Host host : hosts) {
      sites.add(new Smpd1Site(sites.size() + 1, host.name(), this));
    }
  }

  /** The daemon of this host listens on loopback for certain; others call theirs by name. */
  private static List<String> names(List<Host> hosts) {
    var names = new ArrayList<>(hosts.stream().map(Host::name).toList());
    if (ThisHost.is(names.getFirst())) {
      names.set(0, LOOPBACK);
    }
    return names;
  }

  /** The site of a host, by its place in the list. */
  public Smpd1Site site(int host) {
    return sites.get(host);
  }

  /** Adds a rank to a site. */
  public void add(Smpd1Site site, RankPlan plan) throws UsageException {
    if (plan.readsInput() && plan.rank() != 0) {
      throw new UsageException("-smpd1-compat: standard input goes to rank 0 and nobody else");
    }
    if (!plan.binding().isNone()) {
      throw new UsageException("-smpd1-compat: these daemons cannot bind ranks to processors");
    }
    if (plan.hasDescriptor()) {
      throw new UsageException(
          "-smpd1-compat: these daemons have a way of their own instead of PMI");
    }
    plans.put(plan.rank(), plan);
    siteOf.put(plan.rank(), site);
  }

  /**
   * Calls the hosts.
   *
   * @param programs for each rank, which of mpiexec's programs it is
   */
  public void start(List<Integer> programs) throws IOException, InterruptedException {
    synchronized (this) {
      for (RankPlan plan : plans.values()) {
        requests.add(request(plan, programs.get(plan.rank())));
      }
      stages = new RankStage[plans.size()];
      Arrays.fill(stages, RankStage.SILENT);
      ended = new boolean[plans.size()];
    }
    LaunchRequest.check(requests);
    tree.connect();
  }

  /** Launches every rank; only the first call does. */
  void launch() {
    synchronized (this) {
      if (launched) {
        return;
      }
      launched = true;
    }
    try {
      tree.launch(requests);
    } catch (IOException e) {
      lost(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private LaunchRequest request(RankPlan plan, int program) throws Smpd1Exception {
    Command command = plan.command();
    var words = new ArrayList<>(command.words());
    String file = words.getFirst();
    int slash = file.lastIndexOf('/');
    words.set(0, file.substring(slash + 1));
    var request =
        new LaunchRequest(
            siteOf(plan.rank()).id(),
            words,
            slash < 0 ? "" : file.substring(0, Math.max(1, slash)),
            command.directory().toString(),
            chosen(command.environment()),
            program);
    return PackedLine.fitting(request, command.words());
  }

  private Smpd1Site siteOf(int rank) {
    Smpd1Site site = siteOf.get(rank);
    if (site == null) {
      throw new IllegalStateException("rank " + rank + " has no host");
    }
    return site;
  }

  /** What was set for the job; the rest of its environment a rank has from its daemon. */
  private Map<String, String> chosen(Map<String, String> ranks) {
    var chosen = new HashMap<>(ranks);
    chosen.entrySet().removeAll(environment.entrySet());
    return chosen;
  }

  /** The ranks of a site. */
  List<Integer> ranks(Smpd1Site site) {
    return plans.keySet().stream().filter(rank -> siteOf.get(rank) == site).toList();
  }

  /** How far a site's ranks have come; their daemons cannot ask them more. */
  synchronized Map<Integer, RankStage> stages(Smpd1Site site) {
    var known = new TreeMap<Integer, RankStage>();
    for (int rank : ranks(site)) {
      known.put(rank, stages[rank]);
    }
    return known;
  }

  Smpd1Tree tree() {
    return tree;
  }

  SiteOwner owner() {
    return owner;
  }

  /** Ends every rank; only the first call does. */
  void kill() {
    synchronized (this) {
      if (killing) {
        return;
      }
      killing = true;
    }
    tree.kill();
  }

  /** Waits until these ranks have ended; false when the time was too short. */
  boolean await(List<Integer> ranks, long millis) throws InterruptedException {
    return Waiting.until(
        this, millis, () -> lost || !launched || ranks.stream().allMatch(rank -> ended[rank]));
  }

  @Override
  public void output(int rank, boolean error, byte[] bytes) {
    Output.Stream stream = error ? Output.Stream.ERR : Output.Stream.OUT;
    owner.carrier(rank, stream).take(bytes, 0, bytes.length);
  }

  private void end(int rank) {
    owner.carrier(rank, Output.Stream.OUT).finish();
    owner.carrier(rank, Output.Stream.ERR).finish();
    synchronized (this) {
      ended[rank] = true;
      notifyAll();
    }
  }

  @Override
  public void started(int rank) {
    owner.happened(new Event.Started(rank, 0, ""));
  }

  @Override
  public void notStarted(int rank, String why) {
    end(rank);
    owner.happened(new Event.NotStarted(rank, why));
  }

  @Override
  public void stage(int rank, boolean finalized) {
    boolean first;
    synchronized (this) {
      stages[rank] = finalized ? RankStage.FINALIZED : RankStage.INITIALIZED;
      first = !inUse;
      inUse = true;
    }
    if (first) {
      owner.happened(new Event.Initialized(rank));
    }
  }

  @Override
  public void aborted(int rank, int code, String message) {
    owner.happened(new Event.Aborted(rank, code, message));
  }

  @Override
  public void exited(int rank, int code) {
    end(rank);
    RankStage stage;
    boolean used;
    synchronized (this) {
      stage = stages[rank];
      used = inUse;
    }
    // The original says -2 for any signal; a code of ours is a status already.
    owner.happened(new Event.Exited(rank, code & CODE_BITS, stage, used));
  }

  @Override
  public void lost(String why) {
    synchronized (this) {
      if (lost) {
        return;
      }
      lost = true;
      notifyAll();
    }
    for (Smpd1Site site : sites) {
      owner.happened(new Event.Lost(site.id(), why));
    }
  }

  @Override
  public void close() throws IOException {
    tree.close();
  }
}
