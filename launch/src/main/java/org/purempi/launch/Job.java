package org.purempi.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.LocalSite;
import org.purempi.launch.local.ReportRequests;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.output.Carrier;
import org.purempi.launch.output.Forwarding;
import org.purempi.launch.output.InputForwarder;
import org.purempi.launch.output.Labels;
import org.purempi.launch.output.Output;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.InputReader;
import org.purempi.launch.program.Staging;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.ExitStatus;
import org.purempi.launch.system.ProcessHooks;
import org.purempi.launch.system.Signals;
import org.purempi.launch.system.StandardStreams;
import org.purempi.launch.text.UsageException;
import org.purempi.launch.text.Visible;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiHub;
import org.purempi.pmi.PmiLine;

/** One running job: starts its ranks, watches over them, and says how it ended. */
final class Job implements SiteOwner, Judge.Executor {
  private static final int TIMED_OUT = 124;
  private static final int OUTPUT_CLOSED = 141;
  private static final int CANNOT_GO_ON = 1;
  private static final long OUTPUT_PATIENCE_MILLIS = 1000;
  private static final long REMAINS_PATIENCE_MILLIS = 300;
  private static final long REPORT_PATIENCE_MILLIS = 5000;

  /** How long what is left of a job that was told to end may take without its ranks. */
  private static final long FAREWELL_MILLIS = 1000;

  private static final long TERMINAL_CLOCK_MILLIS = 50;

  private final JobPlan plan;
  private final List<Command> commands;
  private final @Nullable Staging staging;
  private final int size;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Output output;
  private final Forwarding forwarding;
  private final Sites sites;
  private final PmiHub hub;
  private final Reports reports;
  private final Termination ending;
  private final Deadline deadline;
  private final Judge judge;
  private final StandardStreams streams;
  private final ProcessHooks hooks;
  private volatile boolean interrupted;
  private volatile boolean over;

  /**
   * Gets all ready that needs no other host.
   *
   * @param commands for each program, how it is executed
   * @param staging the programs' files, for hosts that lack them; or null
   * @param streams what ranks read and write
   * @param hooks what the job needs of the process that it runs in
   */
  Job(
      JobPlan plan,
      List<Command> commands,
      @Nullable Staging staging,
      StandardStreams streams,
      ProcessHooks hooks)
      throws IOException, UsageException {
    this.plan = plan;
    this.staging = staging;
    this.commands = List.copyOf(commands);
    this.size = plan.size();
    this.streams = streams;
    this.hooks = hooks;
    this.output =
        new Output(
            streams.out(), streams.err(), why -> events.add(new Event.Broken(why, OUTPUT_CLOSED)));
    boolean coloured = Labels.coloured(plan.environment(), streams.isOutTerminal());
    this.forwarding = new Forwarding(plan.output(), output, coloured);
    this.sites = new Sites(plan, commands, this);
    this.hub = new PmiHub(sites.all().size());
    this.deadline = new Deadline(plan.timeout());
    this.judge = new Judge(plan, sites, hub, deadline, this);
    this.reports = new Reports(sites.all(), judge::isInUse, output, plan.ranks());
    this.ending = new Termination(plan, sites, output::say, () -> events.add(new Event.GivenUp()));
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
    } else if (event instanceof Event.Initialized) {
      judge.initialized();
    } else {
      events.add(event);
    }
  }

  /** Runs the job to its end; answers mpiexec's exit code. */
  int run() throws IOException, InterruptedException {
    hooks.atExit(this::leave);
    if (plan.displayMap()) {
      output.say("mpiexec: the ranks' hosts:\n" + plan.hosts().placement().text().stripTrailing());
    }
    if (plan.verbose()) {
      sites.all().forEach(this::saySite);
    }
    try {
      sites.prepare(staging);
    } catch (IOException e) {
      over = true;
      sites.close();
      throw e;
    }
    sites.all().forEach(Site::start);
    DaemonThread.start("signals", this::hearSignals);
    DaemonThread.start("stdin", this::feed);
    DaemonThread.start("report-requests", this::hearRequests);
    Runnable clock = forwarding.clock();
    if (clock != null) {
      DaemonThread.start("merger", clock);
    }
    if (streams.isOutTerminal() && forwarding.showsOpenLines()) {
      DaemonThread.start("terminal-clock", this::showOpenLines);
    }
    try {
      watch();
      return end();
    } catch (IOException e) {
      if (interrupted) {
        return CANNOT_GO_ON; // what failed has been closed by the interruption
      }
      throw e;
    }
  }

  private void saySite(Site site) {
    if (site instanceof LocalSite here) {
      output.say("mpiexec: serving PMI-1 at " + here.serverAddress());
    } else {
      output.say("mpiexec: starting a manager on " + site.host());
    }
  }

  private void feed() {
    if (plan.stdinRank() == InputReader.NO_RANK) {
      return;
    }
    var readers = new ArrayList<OutputStream>();
    try {
      for (int rank = 0; rank < size; rank++) {
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

  private void showOpenLines() {
    try {
      while (!over) {
        Thread.sleep(TERMINAL_CLOCK_MILLIS);
        forwarding.showOpenLines();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void hearRequests() {
    try {
      new ReportRequests(streams, hooks, output::say)
          .listen(() -> reports.print("asked by a signal"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From now on a signal is a cause like others; before, it ends us and the guardian the rest. */
  private void hearSignals() {
    try {
      hooks.onSignals(Signals.ENDS, this::told);
    } catch (ReflectiveOperationException e) {
      output.say(
          "mpiexec: signals cannot be handled, so ranks will be killed without a grace: " + e);
    }
  }

  private void told(int signal) {
    if (ending.isOver()) {
      hooks.exit(ExitStatus.status(signal)); // what is left waits for whoever reads our output
    }
    events.add(new Event.Told(signal));
    if (!ending.signalled()) {
      return;
    }
    // Aside: who reads our output may have stopped, and that must not keep the ranks alive, nor us.
    DaemonThread.start(
        "told",
        () ->
            output.say(
                "mpiexec: received SIG%s; ending the job's ranks"
                    .formatted(ExitStatus.of(signal))));
    DaemonThread.start("farewell", () -> endAtLast(signal));
  }

  private void endAtLast(int signal) {
    try {
      while (!ending.awaitAll(FAREWELL_MILLIS)) {
        // They have their grace.
      }
      Thread.sleep(FAREWELL_MILLIS);
      hooks.exit(ExitStatus.status(signal));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
              "report", () -> reports.print("the job has run for " + deadline.text()));
      report.join(REPORT_PATIENCE_MILLIS); // who reads our output may have stopped
    }
    judge.pass(new Verdict(null, TIMED_OUT, "the job ran longer than " + deadline.text()));
  }

  private void take(Event event) throws IOException {
    if (event instanceof Event.Started started) {
      started(started);
    } else if (event instanceof Event.AsksName asks) {
      asks.answer().accept(name(asks.request()));
    } else if (event instanceof Event.SpawnRefused spawn) {
      output.say(
          "mpiexec: rank %d on %s asks for %s; %s"
              .formatted(
                  spawn.rank(),
                  sites.of(spawn.rank()).host(),
                  Visible.quoted(spawn.what()),
                  Event.SpawnRefused.WHY));
    } else {
      judge.take(event);
    }
  }

  @Override
  public void failed(@Nullable Integer culprit) {
    forwarding.silenceErrors(culprit);
    ending.begin();
    forwarding.judge(culprit); // last: nobody may read standard error
  }

  @Override
  public void toldToEnd() {
    forwarding.dismissFailures();
  }

  private void started(Event.Started started) {
    String host = sites.of(started.rank()).host();
    if (plan.verbose()) {
      int program = plan.threads() == null ? programOf(started.rank()) : 0;
      String words = String.join(" ", commands.get(program).words());
      String where = sites.all().size() == 1 ? "" : " on " + host;
      output.say(
          "mpiexec: rank %d is process %d%s: %s"
              .formatted(started.rank(), started.processId(), where, words));
    }
    if (plan.reportBindings()) {
      String to = started.processors();
      String what = to.isEmpty() ? "is not bound" : "is bound to processors " + to;
      output.say("mpiexec: rank %d on %s %s".formatted(started.rank(), host, what));
    }
  }

  private int programOf(int rank) {
    int program = 0;
    for (int left = rank; left >= plan.apps().get(program).count(); program++) {
      left -= plan.apps().get(program).count();
    }
    return program;
  }

  private PmiLine name(PmiLine request) {
    try {
      return hub.names(request);
    } catch (PmiException e) {
      return PmiLine.of(request.command().replace("_name", "_result"))
          .with("rc", -1)
          .with("msg", "not_understood");
    }
  }

  /** Everything is over: the last output, the groups' remains, the message, the exit code. */
  private int end() throws IOException, InterruptedException {
    sites.awaitOutput(output.activity(), OUTPUT_PATIENCE_MILLIS);
    over = true;
    sites.close();
    // What the groups' remains held open has ended now.
    sites.awaitOutput(output.activity(), REMAINS_PATIENCE_MILLIS);
    forwarding.finish();
    if (interrupted) {
      return CANNOT_GO_ON; // the interruption's own exit code wins
    }
    if (plan.exitCodes()) {
      judge.outcomes().forEach(output::say);
    }
    String lost = output.lost(); // perhaps after the last rank's end
    Verdict reason = judge.reason(lost == null ? null : new Verdict(null, OUTPUT_CLOSED, lost));
    if (reason == null) {
      return 0;
    }
    if (!judge.isTold()) {
      output.say("mpiexec: " + judge.message(reason));
    }
    return ExitStatus.ofCode(reason.exitCode());
  }

  /**
   * The JVM waits 0.3 s for a thread that is reading: it stops at once when what it reads is
   * closed.
   */
  private void leave() {
    endedFromOutside();
    try {
      streams.in().close();
    } catch (IOException e) {
      // Then it takes that long.
    }
  }

  /** A signal before any rank runs, or a fault of ours: what has been started ends with us. */
  private void endedFromOutside() {
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
