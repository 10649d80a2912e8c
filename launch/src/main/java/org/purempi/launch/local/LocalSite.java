package org.purempi.launch.local;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.output.Output;
import org.purempi.launch.program.Command;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.RankPlan;
import org.purempi.launch.site.Site;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.system.Binding;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.system.Tools;
import org.purempi.launch.system.Waiting;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.NameService;
import org.purempi.pmi.PmiJob;
import org.purempi.pmi.PmiServer;
import org.purempi.pmi.PublishedNames;
import org.purempi.pmi.RankEnd;
import org.purempi.pmi.RankQuestion;
import org.purempi.pmi.RankStage;

/**
 * This host's ranks: their processes, their PMI server, and the guardian who kills them when we
 * die. The one place where ranks are started, in mpiexec as in a manager.
 */
public final class LocalSite implements Site {
  private static final int CANNOT_GO_ON = 1;
  private static final long SERVER_PATIENCE_MILLIS = 1000;

  private final PmiJob job;
  private final SiteOwner owner;
  private final List<RankPlan> plans = new ArrayList<>();
  private volatile List<String> choices = List.of();
  private final Tools tools;
  private final Guardian guardian;
  private final PmiServer server;
  private final Map<Integer, RankProcess> processes = new TreeMap<>();
  private int living;
  private final Semaphore startingAtOnce =
      new Semaphore(2 * Runtime.getRuntime().availableProcessors());

  /**
   * Opens the PMI server and calls the guardian. Names are asked for as {@link Event.AsksName}.
   *
   * @param number of the site in its job
   */
  public LocalSite(int number, PmiJob job, Tools tools, SiteOwner owner) throws IOException {
    this(number, job, tools, owner, null, null);
  }

  /** The same, with a companion. */
  public LocalSite(int number, PmiJob job, Tools tools, SiteOwner owner, PmiCompanion companion)
      throws IOException {
    this(number, job, tools, owner, companion, null);
  }

  /** The same, with the names that ranks publish, for a site that has the whole job. */
  public LocalSite(int number, PmiJob job, Tools tools, SiteOwner owner, NameService names)
      throws IOException {
    this(number, job, tools, owner, null, names);
  }

  private LocalSite(
      int number,
      PmiJob job,
      Tools tools,
      SiteOwner owner,
      @Nullable PmiCompanion companion,
      @Nullable NameService names)
      throws IOException {
    this.job = job;
    this.tools = tools;
    this.owner = owner;
    this.guardian = Guardian.start(tools);
    var pmi = new PmiEvents(number, owner, companion);
    this.server =
        job.isWhole() && names != null
            ? PmiServer.start(job, pmi, null, names)
            : PmiServer.start(job, pmi, pmi, new PublishedNames());
  }

  /**
   * Adds a rank, to be started by {@link #start}.
   *
   * @throws UsageException when it is to be bound and cannot be
   */
  public void add(RankPlan plan) throws UsageException {
    synchronized (processes) {
      plans.add(plan);
      if (choices.isEmpty() && !plan.binding().isNone()) {
        choices = choices(plan.binding());
      }
    }
  }

  private List<String> choices(Binding binding) throws UsageException {
    try {
      if (tools.bound("0").isEmpty()) {
        throw new UsageException("-bind-to: the program 'taskset' is not installed");
      }
      return binding.choices();
    } catch (UsageException e) {
      if (binding.ifSupported()) {
        return List.of();
      }
      throw e;
    }
  }

  /** The processors a rank is bound to, or nothing. */
  private String processors(RankPlan plan) {
    boolean bound = !plan.binding().isNone() && !choices.isEmpty();
    return bound ? choices.get((int) (localRank(plan) % choices.size())) : "";
  }

  private long localRank(RankPlan plan) {
    return job.served().stream().filter(rank -> rank < plan.rank()).count();
  }

  /** Where the ranks find their PMI server. */
  public String serverAddress() {
    return server.address();
  }

  @Override
  public String host() {
    return ThisHost.name();
  }

  @Override
  public List<Integer> ranks() {
    synchronized (processes) {
      return plans.stream().map(RankPlan::rank).toList();
    }
  }

  @Override
  public void start() {
    start(plans);
  }

  /** Starts these ranks. */
  public void start(List<RankPlan> some) {
    for (RankPlan plan : some) {
      synchronized (processes) {
        living++;
      }
      try {
        DaemonThread.start("rank-" + plan.rank(), () -> live(plan));
      } catch (OutOfMemoryError e) {
        notStarted(plan.rank(), e); // no more threads
      }
    }
  }

  /** The life of one rank, on its own thread. */
  private void live(RankPlan plan) {
    int rank = plan.rank();
    try {
      startingAtOnce.acquire();
      RankProcess process;
      try {
        process = startProcess(plan);
      } finally {
        startingAtOnce.release();
      }
      int status = process.awaitExit();
      String unguarded = reaped(process);
      RankEnd end = end(rank);
      owner.happened(new Event.Exited(rank, status, end.stage(), end.inUse()));
      if (end.awaited()) {
        owner.happened(new Event.Missed(rank));
      }
      if (unguarded != null) {
        owner.happened(new Event.Broken(unguarded, CANNOT_GO_ON));
      }
      ended();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException | Error e) {
      notStarted(rank, e); // whatever it is: the job would wait for its end for ever
    }
  }

  /** The process is no longer to be guarded; answers why nobody guards any, or null. */
  private @Nullable String reaped(RankProcess process) {
    try {
      guardian.reaped(process.processId());
      return null;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void notStarted(int rank, Throwable why) {
    String text = why instanceof IOException ? why.getMessage() : why.toString();
    owner.happened(new Event.NotStarted(rank, String.valueOf(text)));
    ended();
  }

  private void ended() {
    synchronized (processes) {
      living--;
      processes.notifyAll();
    }
  }

  private RankProcess startProcess(RankPlan plan) throws IOException {
    Command command = plan.command();
    Set<String> given = command.environment().keySet();
    Tools.Prefix group = tools.newGroup(given);
    Map<String, String> variables = variables(plan);
    variables.putAll(group.variables());
    var prefix = new ArrayList<>(group.words());
    prefix.addAll(tools.bound(processors(plan)));
    var start =
        new RankProcess.Start(
            plan.hasDescriptor() ? tools.bash() : tools.shell(given),
            command,
            variables,
            prefix,
            plan.readsInput(),
            plan.hasDescriptor());
    RankProcess process =
        RankProcess.start(
            plan.rank(),
            start,
            guardian,
            owner.carrier(plan.rank(), Output.Stream.OUT),
            owner.carrier(plan.rank(), Output.Stream.ERR));
    synchronized (processes) {
      processes.put(plan.rank(), process);
      processes.notifyAll();
    }
    owner.happened(new Event.Started(plan.rank(), process.processId(), processors(plan)));
    return process;
  }

  private Map<String, String> variables(RankPlan plan) {
    String number = Integer.toString(plan.rank());
    var own = new HashMap<String, String>();
    own.put("PMI_PORT", server.address());
    own.put("PMI_ID", server.identifier(plan.rank()));
    own.put(PmiServer.KEY, server.key());
    own.put("PMI_RANK", number);
    own.put("PMI_SIZE", Integer.toString(job.size()));
    if (plan.hasDescriptor()) {
      own.put(PmiServer.REPORTS, "1");
    }
    if (job.isSpawned()) {
      own.put("PMI_SPAWNED", "1");
    }
    own.put("MPI_LOCALRANKID", Long.toString(localRank(plan)));
    own.put("MPI_LOCALNRANKS", Integer.toString(job.served().size()));
    return own;
  }

  private RankEnd end(int rank) throws InterruptedException {
    try {
      return server.ended(rank).get(SERVER_PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The server has failed, which is an event of its own.
      return new RankEnd(RankStage.SILENT, server.inUse(), false);
    }
  }

  @Override
  public OutputStream input(int rank) throws InterruptedException {
    synchronized (processes) {
      RankProcess process = processes.get(rank);
      while (process == null) {
        processes.wait();
        process = processes.get(rank);
      }
      return process.input();
    }
  }

  private List<RankProcess> started() {
    synchronized (processes) {
      return List.copyOf(processes.values());
    }
  }

  @Override
  public void release(Map<String, String> pairs) {
    server.release(pairs);
  }

  @Override
  public void worldFailed(String kvsName, int exitCode, String why) {
    var unused =
        server
            .worldFailed(kvsName, exitCode, why)
            .whenComplete(
                (isTold, failure) -> {
                  if (failure != null || !isTold) {
                    owner.happened(new Event.Unheeding(exitCode, why));
                  }
                });
  }

  @Override
  public void ranksFailed(List<Integer> ranks, String why) {
    server.ranksFailed(ranks, why);
  }

  @Override
  public void look() {
    var unused =
        server
            .ask(RankQuestion.LOOK)
            .thenAccept(silent -> owner.happened(new Event.Looked(List.of(), silent)));
  }

  @Override
  public void askForReports() {
    CompletableFuture<Map<Integer, RankStage>> asked = server.ask(RankQuestion.REPORT);
    var unused =
        asked.whenComplete(
            (silent, failure) ->
                owner.happened(new Event.Reported(List.of(), failure == null ? silent : Map.of())));
  }

  @Override
  public void askForStacks(boolean isFull) {
    var unused =
        server
            .ask(isFull ? RankQuestion.FULL_STACKS : RankQuestion.STACKS)
            .thenAccept(silent -> owner.happened(new Event.Stacked(List.of(), silent)));
  }

  @Override
  public void terminate() {
    try {
      guardian.terminateAll();
    } catch (IOException e) {
      started().forEach(RankProcess::terminate); // nobody guards them
    }
  }

  /** Stops all ranks, or lets them go on. */
  public void suspend(boolean stop) throws IOException {
    guardian.suspendAll(stop);
  }

  @Override
  public void kill() {
    try {
      guardian.killAll();
    } catch (IOException e) {
      destroy(); // nobody guards them
    }
  }

  /** Asks one rank and its group to end; false when it has not been started yet. */
  public boolean terminate(int rank) throws IOException {
    RankProcess process = process(rank);
    if (process != null) {
      guardian.terminate(process.processId());
    }
    return process != null;
  }

  /** Kills one rank and its group; false when it has not been started yet. */
  public boolean kill(int rank) throws IOException {
    RankProcess process = process(rank);
    if (process != null) {
      guardian.kill(process.processId());
    }
    return process != null;
  }

  /** Stops one rank and its group. */
  public void stop(int rank) throws IOException {
    RankProcess process = process(rank);
    if (process != null) {
      guardian.stop(process.processId());
    }
  }

  private @Nullable RankProcess process(int rank) {
    synchronized (processes) {
      return processes.get(rank);
    }
  }

  @Override
  public void destroy() {
    started().forEach(RankProcess::destroy);
  }

  /** Waits until all ranks have ended and that was told; false when the time was too short. */
  public boolean awaitExits(long millis) throws InterruptedException {
    return Waiting.until(processes, millis, () -> living == 0);
  }

  @Override
  public boolean awaitOutput(long millis) throws InterruptedException {
    boolean carried = true;
    for (RankProcess process : started()) {
      carried &= process.awaitOutput(carried ? millis : 1);
    }
    return carried;
  }

  @Override
  public void close() throws IOException {
    guardian.close();
    server.close();
  }
}
