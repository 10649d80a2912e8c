package org.purempi.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.purempi.hang.HangFile;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.output.Carrier;
import org.purempi.launch.output.Forwarding;
import org.purempi.launch.output.InputForwarder;
import org.purempi.launch.output.Labels;
import org.purempi.launch.output.Output;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.InputReader;
import org.purempi.launch.program.Staging;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.ExitStatus;
import org.purempi.launch.system.StandardStreams;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.NameService;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiHub;

/** One running job, a world: starts its ranks, watches over them, and says how it ended. */
final class Job implements World, SiteOwner, Judge.Executor {
  private static final int TIMED_OUT = 124;
  private static final int CANNOT_GO_ON = 1;
  private static final long OUTPUT_PATIENCE_MILLIS = 1000;
  private static final long REMAINS_PATIENCE_MILLIS = 300;
  private static final long REPORT_PATIENCE_MILLIS = 5000;
  private static final long TURN_MILLIS = 1000;

  private final Universe universe;
  private final Origin origin;
  private final JobPlan plan;
  private final List<Command> commands;
  private final @Nullable Staging staging;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Output output;
  private final Forwarding forwarding;
  private final Sites sites;
  private final PmiHub hub;
  private final Reports reports;
  private final Stacks stacks;
  private final Notices notices;
  private final Termination ending;
  private final Deadline deadline;
  private final Judge judge;
  private @Nullable Birth birth;
  private volatile boolean interrupted;
  private volatile boolean over;

  /**
   * Gets all ready that needs no other host.
   *
   * @param universe what it shares with other worlds
   * @param commands for each program, how it is executed
   * @param staging the programs' files, for hosts that lack them; or null
   */
  Job(
      Universe universe,
      Origin origin,
      JobPlan plan,
      List<Command> commands,
      @Nullable Staging staging)
      throws IOException, UsageException {
    this.universe = universe;
    this.origin = origin;
    this.plan = plan;
    this.staging = staging;
    this.commands = List.copyOf(commands);
    this.output = universe.output();
    boolean coloured = Labels.coloured(plan.environment(), universe.streams().isOutTerminal());
    this.forwarding = new Forwarding(plan.output(), output, coloured);
    this.sites = new Sites(plan, commands, origin, this, universe.names());
    this.hub = new PmiHub(sites.all().size());
    this.deadline = new Deadline(plan.timeout(), universe.startNanos());
    this.judge = new Judge(plan, sites, hub, deadline, origin, this);
    this.reports = new Reports(sites.all(), judge::isInUse, output, plan, origin);
    this.stacks = new Stacks(sites.all(), plan.ranks());
    this.notices = new Notices(plan, sites, output, origin);
    this.ending =
        new Termination(plan, sites, origin, output::say, () -> events.add(new Event.GivenUp()));
  }

  /** Somebody waits until it is known whether all processes run. */
  void bornBy(Birth start) {
    birth = start;
  }

  @Override
  public String kvsName() {
    return sites.kvsName();
  }

  @Override
  public String name(int rank) {
    return origin.rank(rank);
  }

  @Override
  public AppContext program(int rank) {
    return plan.apps().get(sites.program(rank));
  }

  @Override
  public Command command(int rank) {
    return commands.get(sites.program(rank));
  }

  @Override
  public Map<String, Integer> ranksByHost() {
    var ranks = new HashMap<String, Integer>();
    var placement = plan.hosts().placement();
    placement
        .hostOf()
        .forEach(host -> ranks.merge(placement.hosts().get(host).name(), 1, Integer::sum));
    return ranks;
  }

  @Override
  public Carrier carrier(int rank, Output.Stream stream) {
    return forwarding.carrier(rank, stream);
  }

  @Override
  public void say(String line) {
    output.say(line);
  }

  @Override
  public void happened(Event event) {
    ending.happened(event);
    if (event instanceof Event.Reported reported) {
      reports.add(reported);
    } else if (event instanceof Event.Looked looked) {
      reports.add(looked);
    } else if (event instanceof Event.Stacked stacked) {
      stacks.add(stacked);
    } else if (event instanceof Event.Initialized) {
      judge.initialized();
    } else {
      events.add(event);
    }
  }

  /** Gets ready what the ranks need. */
  void prepare() throws IOException, InterruptedException {
    notices.prepares();
    try {
      sites.prepare(staging);
    } catch (IOException | InterruptedException e) {
      over = true;
      sites.close();
      forwarding.finish();
      throw e;
    }
  }

  /** Starts the ranks. */
  void start() {
    sites.all().forEach(Site::start);
    Duration hang = plan.hang();
    if (hang != null) {
      DaemonThread.start("vigil", new Vigil(hang, reports, this, () -> !over));
    }
    if (plan.stdinRank() != InputReader.NO_RANK) {
      DaemonThread.start("stdin", this::feed);
    }
    Runnable clock = forwarding.clock();
    if (clock != null) {
      DaemonThread.start("merger", clock);
    }
  }

  /** Waits until all is over; answers how the job has failed, or null if it has not. */
  @Nullable Verdict finish() throws IOException, InterruptedException {
    try {
      watch();
      return end();
    } catch (IOException e) {
      if (interrupted) {
        return new Verdict(null, CANNOT_GO_ON, ""); // what failed has been closed by it
      }
      throw e;
    } finally {
      if (birth != null) {
        birth.end();
      }
    }
  }

  /** Whether it has gone on without ranks that have failed, to a good end. */
  boolean hasSurvivors() {
    return judge.hasSurvivors();
  }

  /** Whether that is all that is wrong: its ranks were lost, and others may have gone on. */
  boolean isLost(Verdict verdict) {
    return judge.isLoss(verdict);
  }

  private void feed() {
    StandardStreams streams = universe.streams();
    var readers = new ArrayList<OutputStream>();
    try {
      for (int rank = 0; rank < plan.size(); rank++) {
        if (plan.stdinRank() == rank || plan.stdinRank() == InputReader.ALL_RANKS) {
          readers.add(sites.of(rank).input(rank));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    new InputForwarder(streams.in(), readers, streams.isInTerminal()).run();
  }

  /** The hosts that have been lost with their ranks. */
  Set<String> lostHosts() {
    return judge.lostHosts();
  }

  /** Shows questions that ranks have left open on their line. */
  void showOpenLines() {
    if (forwarding.showsOpenLines()) {
      forwarding.showOpenLines();
    }
  }

  /** Prints what the ranks are doing. */
  void report(String headline) {
    reports.print(headline, false);
  }

  /** What it was asked to do. */
  JobPlan plan() {
    return plan;
  }

  /** What its ranks are doing. */
  Reports reports() {
    return reports;
  }

  /** Where its ranks' programs are. */
  String stacks(boolean isFull) throws InterruptedException {
    return stacks.ask(isFull);
  }

  /** mpiexec was told to end; answers whether that is the first cause of this world's end. */
  boolean told(Event.Told signal) {
    events.add(signal);
    return ending.signalled();
  }

  /** Whether no rank is left, or none that can be made to end. */
  boolean hasNoRanks() {
    return ending.isOver();
  }

  /** Waits for the end of ranks that are to end. */
  void awaitRanks() throws InterruptedException {
    while (!ending.awaitAll(TURN_MILLIS)) {
      // They have their grace.
    }
  }

  /** Takes events until every rank has ended, or cannot be made to. */
  private void watch() throws IOException, InterruptedException {
    while (judge.isRunning()) {
      Event event = deadline.next(events);
      if (event != null) {
        take(event);
      } else {
        deadlinePassed();
      }
    }
  }

  private void deadlinePassed() throws InterruptedException {
    if (judge.isInUse() && !judge.isForgetful()) {
      Thread report =
          DaemonThread.start(
              "report", () -> reports.print("the job has run for " + deadline.text(), true));
      report.join(REPORT_PATIENCE_MILLIS); // who reads our output may have stopped
    }
    judge.pass(new Verdict(null, TIMED_OUT, "the job ran longer than " + deadline.text()));
  }

  private void take(Event event) throws IOException {
    if (birth != null) {
      birth.take(event);
      if (birth.hasFailed()) {
        judge.endWithTheNext();
      }
    }
    if (event instanceof Event.Started started) {
      notices.started(started, command(started.rank()));
    } else if (event instanceof Event.AsksName asks) {
      serve(asks);
    } else if (event instanceof Event.Spawns spawns) {
      universe.spawn(this, spawns);
    } else if (event instanceof Event.Connects connects && connects.isConnected()) {
      universe.connect(this, connects.kvsName());
    } else if (event instanceof Event.Connects connects) {
      universe.disconnect(this, connects.kvsName());
    } else if (event instanceof Event.WorldFailed failure) {
      otherFailed(failure);
    } else if (event instanceof Event.Hung hung) {
      judge.pass(new Verdict(null, HangFile.EXIT_CODE, hung.why()));
    } else {
      judge.take(event);
    }
  }

  /** Another world has failed: this one's ranks decide whether they can go on without it. */
  private void otherFailed(Event.WorldFailed failure) {
    if (failure.isFatal()) {
      judge.heard(failure.exitCode());
    }
    for (Site site : sites.all()) {
      site.worldFailed(failure.kvsName(), failure.exitCode(), failure.why());
    }
  }

  @Override
  public void failed(Verdict verdict) {
    tellOthers(verdict, true);
    if (judge.isTold(verdict)) {
      forwarding.dismissFailures(); // the first cause is another world's
    }
    forwarding.silenceErrors(verdict.culprit());
    ending.begin();
    forwarding.judge(verdict.culprit()); // last: nobody may read standard error
  }

  /** Worlds that are connected with this one learn that it has failed. */
  private void tellOthers(Verdict verdict, boolean isFatal) {
    if (birth == null || !birth.hasFailed()) {
      int exitCode = ExitStatus.ofCode(verdict.exitCode());
      String why = judge.cause(verdict) + origin.ancestry();
      universe.failed(new Event.WorldFailed(kvsName(), exitCode, why, isFatal));
    }
  }

  @Override
  public void toldToEnd() {
    forwarding.dismissFailures();
  }

  @Override
  public void goesOn(String how) {
    forwarding.judge(null); // whoever has said why it fails is heard first
    output.say("mpiexec: " + how + origin.ancestry());
  }

  private void serve(Event.AsksName asks) {
    try {
      universe.names().serve(asks.request(), asks.answer());
    } catch (PmiException e) {
      asks.answer().accept(NameService.refusal(asks.request(), "not understood"));
    }
  }

  /** Everything is over: the last output, the groups' remains, the message. */
  private @Nullable Verdict end() throws IOException, InterruptedException {
    sites.awaitOutput(output.activity(), OUTPUT_PATIENCE_MILLIS);
    over = true;
    sites.close();
    // What the groups' remains held open has ended now.
    sites.awaitOutput(output.activity(), REMAINS_PATIENCE_MILLIS);
    forwarding.finish();
    if (interrupted) {
      return new Verdict(null, CANNOT_GO_ON, ""); // the interruption's own exit code wins
    }
    if (plan.exitCodes()) {
      judge.outcomes().forEach(output::say);
    }
    String lost = output.lost(); // perhaps after the last rank's end
    Verdict reason =
        judge.reason(lost == null ? null : new Verdict(null, Universe.OUTPUT_CLOSED, lost));
    if (birth != null && birth.hasFailed()) {
      return null; // who asked for it has been told
    }
    if (reason == null) {
      if (origin.isSpawned() && !judge.isInUse()) {
        String why = "world " + origin.number() + " has ended without having called MPI's init";
        tellOthers(new Verdict(null, CANNOT_GO_ON, why), false);
      }
      return null;
    }
    tellOthers(reason, true);
    if (!judge.isTold(reason)) {
      String line = "mpiexec: " + judge.message(reason);
      if (reason.culprit() == null) {
        universe.sayOnce(line);
      } else {
        output.say(line + origin.ancestry());
      }
    }
    return reason;
  }

  /** A signal before any rank runs, or a fault of ours: what has been started ends with us. */
  void endedFromOutside() {
    if (over) {
      return;
    }
    interrupted = true;
    try {
      sites.kill();
      sites.close();
    } catch (IOException e) {
      sites.destroy(); // the guardian is gone
    }
  }
}
