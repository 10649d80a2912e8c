package org.purempi.launch;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.LocalSite;
import org.purempi.launch.local.ReportRequests;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.output.Forwarding;
import org.purempi.launch.output.InputForwarder;
import org.purempi.launch.output.Output;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.InputReader;
import org.purempi.launch.program.Installation;
import org.purempi.launch.program.RanksAsThreads;
import org.purempi.launch.program.Staging;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.ExitStatus;
import org.purempi.launch.system.Signals;
import org.purempi.launch.system.ThisHost;
import org.purempi.launch.text.UsageException;
import org.purempi.launch.text.Visible;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiHub;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.RankStage;

/** One running job: starts its ranks, watches over them, and says how it ended. */
public final class Job {
  private static final int TIMED_OUT = 124;
  private static final int OUTPUT_CLOSED = 141;
  private static final int CANNOT_GO_ON = 1;
  private static final int NOT_KNOWN = -1;
  private static final int KILLED = 128 + 9; // by SIGKILL
  private static final int TERMINATED = 128 + 15; // by SIGTERM
  private static final long OUTPUT_PATIENCE_MILLIS = 1000;
  private static final long REMAINS_PATIENCE_MILLIS = 300;
  private static final long REPORT_PATIENCE_MILLIS = 5000;

  /** How long what is left of a job that was told to end may take without its ranks. */
  private static final long FAREWELL_MILLIS = 1000;

  /** Once a rank has ended without finalize, for so long the others may go on ending. */
  private static final long FORGETFUL_MILLIS = 2000;

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
  private final FileChannel input = new FileInputStream(FileDescriptor.in).getChannel();
  private final int[] statuses;
  private final boolean[] ended;
  private int running;
  private volatile boolean inUse;
  private volatile boolean interrupted;
  private volatile boolean over;
  private boolean told;
  private int othersEnded;
  private @Nullable Verdict verdict;
  private @Nullable Verdict firstFailure;
  private @Nullable Verdict forgetful;

  /**
   * Gets all ready that needs no other host.
   *
   * @param commands for each program, how it is executed
   * @param staging the programs' files, for hosts that lack them; or null
   */
  Job(JobPlan plan, List<Command> commands, @Nullable Staging staging)
      throws IOException, UsageException {
    this.plan = plan;
    this.staging = staging;
    this.commands = List.copyOf(commands);
    this.size = plan.size();
    this.running = size;
    this.statuses = new int[size];
    this.ended = new boolean[size];
    Arrays.fill(statuses, NOT_KNOWN);
    this.output = new Output(why -> events.add(new Event.Broken(why, OUTPUT_CLOSED)));
    this.forwarding = new Forwarding(plan.output(), output);
    this.sites = new Sites(plan, commands, forwarding::carrier, this::happened);
    this.hub = new PmiHub(sites.all().size());
    this.reports = new Reports(sites.all(), () -> inUse, output, plan.ranks());
    this.ending = new Termination(plan, sites, output::say, () -> events.add(new Event.GivenUp()));
    this.deadline = new Deadline(plan.timeout());
  }

  /** On any thread: something has happened. */
  private void happened(Event event) {
    ending.happened(event);
    switch (event) {
      case Event.Reported reported -> reports.add(reported);
      case Event.Initialized first -> inUse = true;
      default -> events.add(event);
    }
  }

  /** Runs the job to its end; answers mpiexec's exit code. */
  int run() throws IOException, InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::leave));
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
    DaemonThread.start("wishes", this::hearWishes);
    Runnable clock = forwarding.clock();
    if (clock != null) {
      DaemonThread.start("merger", clock);
    }
    if (Installation.isTerminal("out") && forwarding.showsOpenLines()) {
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
    new InputForwarder(input, readers, Installation.isTerminal("in")).run();
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

  private void hearWishes() {
    try {
      ReportRequests.listen(() -> reports.print("asked by a signal"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From now on a signal is a cause like others; before, it ends us and the guardian the rest. */
  private void hearSignals() {
    try {
      Signals.handle(Signals.ENDS, this::told);
    } catch (ReflectiveOperationException e) {
      output.say("mpiexec: ranks will have no time to end when mpiexec is told to: " + e);
    }
  }

  private void told(int signal) {
    if (ending.isOver()) {
      System.exit(ExitStatus.status(signal)); // what is left waits for whoever reads our output
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
                "mpiexec: told to end by SIG%s; ending the job's ranks"
                    .formatted(ExitStatus.of(signal))));
    DaemonThread.start("farewell", () -> endAtLast(signal));
  }

  private void endAtLast(int signal) {
    try {
      while (!ending.awaitAll(FAREWELL_MILLIS)) {
        // They have their grace.
      }
      Thread.sleep(FAREWELL_MILLIS);
      System.exit(ExitStatus.status(signal));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes events until every rank has ended, or cannot be made to. */
  private void watch() throws IOException, InterruptedException {
    while (running > 0) {
      Event event = deadline.next(events);
      Verdict forgotten = forgetful;
      if (event != null) {
        judge(event);
      } else if (forgotten != null) {
        fail(forgotten);
      } else {
        timedOut();
      }
    }
  }

  private void timedOut() throws InterruptedException {
    if (inUse) {
      Thread report =
          DaemonThread.start(
              "report", () -> reports.print("the job has run for " + deadline.text()));
      report.join(REPORT_PATIENCE_MILLIS); // who reads our output may have stopped
    }
    fail(new Verdict(null, TIMED_OUT, "the job ran longer than " + deadline.text()));
  }

  private void judge(Event event) throws IOException {
    switch (event) {
      case Event.Started started -> started(started);
      case Event.Exited exited -> {
        gone(exited.rank(), exited.status());
        judge(exited);
      }
      case Event.NotStarted failed -> {
        gone(failed.rank(), NOT_KNOWN);
        fail(
            new Verdict(
                failed.rank(),
                CANNOT_GO_ON,
                "could not be started: " + Visible.quoted(failed.why())));
      }
      case Event.Aborted aborted -> {
        String why = aborted.message().isEmpty() ? "" : ": " + Visible.quoted(aborted.message());
        String cause = "called abort with code " + aborted.exitCode() + why;
        fail(new Verdict(aborted.rank(), aborted.exitCode(), cause));
      }
      case Event.Missed missed -> missed(missed.rank());
      case Event.AtBarrier barrier -> barrier(barrier);
      case Event.AsksName asks -> asks.answer().accept(name(asks.request()));
      case Event.SpawnRefused spawn ->
          output.say(
              "mpiexec: rank %d on %s asks for %s; %s"
                  .formatted(
                      spawn.rank(),
                      sites.of(spawn.rank()).host(),
                      Visible.quoted(spawn.what()),
                      Event.SpawnRefused.WHY));
      case Event.Lost lost -> lost(lost);
      case Event.Broken broken ->
          fail(new Verdict(null, broken.exitCode(), Visible.quoted(broken.why())));
      case Event.Told told -> tellsToEnd(told.signal());
      case Event.GivenUp over -> running = 0;
      case Event.Initialized first -> happened(first);
      case Event.Reported reported -> happened(reported);
    }
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

  private void gone(int rank, int status) {
    running -= ended[rank] ? 0 : 1;
    ended[rank] = true;
    statuses[rank] = status;
  }

  private void judge(Event.Exited exited) throws IOException {
    int rank = exited.rank();
    int status = exited.status();
    inUse |= exited.inUse();
    if (ExitStatus.isSignal(status) || (status != 0 && inUse)) {
      fail(new Verdict(rank, status, ExitStatus.describe(status)));
    } else if (status != 0 && firstFailure == null) {
      firstFailure = new Verdict(rank, status, ExitStatus.describe(status));
    } else if (status == 0 && exited.stage() == RankStage.INITIALIZED) {
      forgot(rank);
    }
    if (forgetful != null) {
      deadline.sooner(FORGETFUL_MILLIS); // the others may still have something to say
    }
    if (hub.isAwaited(Sites.number(sites.of(rank)))) {
      missed(rank);
    }
  }

  private void forgot(int rank) {
    if (forgetful == null) {
      forgetful =
          new Verdict(
              rank,
              CANNOT_GO_ON,
              "exited with code 0 without calling finalize (close the Mpi before main returns,"
                  + " best by try (var mpi = Mpi.init(args)) { … }; in the older APIs call"
                  + " MPI.Finalize())");
    }
  }

  /** Others wait for a rank that has ended. */
  private void missed(int rank) throws IOException {
    int status = statuses[rank];
    String cause = ExitStatus.describe(status) + " while other ranks wait for it";
    fail(new Verdict(rank, status == 0 ? CANNOT_GO_ON : status, cause));
  }

  /** All ranks of a host are in a barrier; on several hosts it ends when all hosts have said so. */
  private void barrier(Event.AtBarrier barrier) throws IOException {
    if (hub.barrier(barrier.site(), barrier.puts())) {
      var pairs = hub.takePairs();
      for (Site site : sites.all()) {
        site.release(pairs);
      }
      return;
    }
    for (int rank = 0; rank < size; rank++) {
      if (ended[rank] && hub.isAwaited(Sites.number(sites.of(rank)))) {
        missed(rank);
        return;
      }
    }
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

  /**
   * A host is gone with all ranks that had not ended. Slurm then ends the ranks of the other hosts
   * with SIGTERM, and one of these may have been heard of first: it was not the cause.
   */
  private void lost(Event.Lost lost) throws IOException {
    Site site = sites.numbered(lost.site());
    boolean any = false;
    for (int rank : site.ranks()) {
      any |= !ended[rank];
      running -= ended[rank] ? 0 : 1;
      ended[rank] = true;
    }
    if (any) {
      String cause =
          "the manager of host %s is lost: %s".formatted(site.host(), Visible.quoted(lost.why()));
      var reason = new Verdict(null, CANNOT_GO_ON, cause);
      if (verdict != null && verdict.culprit() != null && verdict.exitCode() == TERMINATED) {
        verdict = reason;
      } else {
        fail(reason);
      }
    }
  }

  /** Ends the job for this reason, unless another came first. */
  private void fail(Verdict reason) {
    if (verdict != null) {
      return;
    }
    verdict = forgetful != null ? forgetful : reason;
    Integer culprit = verdict.culprit();
    for (int rank = 0; rank < size; rank++) {
      othersEnded += ended[rank] || (culprit != null && culprit == rank) ? 0 : 1;
    }
    deadline.lift();
    forwarding.silenceErrors(culprit);
    ending.begin();
    forwarding.judge(culprit); // last: nobody may read standard error
  }

  private void tellsToEnd(int signal) {
    if (verdict == null) {
      verdict = new Verdict(null, ExitStatus.status(signal), "told to end");
      told = true;
      deadline.lift();
      forwarding.dismissFailures();
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
      for (int rank = 0; rank < size; rank++) {
        output.say(who(rank) + " " + ending(rank));
      }
    }
    Verdict failure = forgetful == null ? firstFailure : forgetful;
    Verdict reason = verdict == null ? failure : verdict;
    String lost = output.lost();
    if (reason == null && lost != null) {
      reason = new Verdict(null, OUTPUT_CLOSED, lost); // after the last rank's end
    }
    if (reason == null) {
      return 0;
    }
    if (!told) {
      output.say("mpiexec: " + message(reason));
    }
    return ExitStatus.ofCode(reason.exitCode());
  }

  private String ending(int rank) {
    boolean cut = List.of(NOT_KNOWN, KILLED, TERMINATED).contains(statuses[rank]);
    if (verdict == null || !cut) {
      return ExitStatus.describe(statuses[rank]);
    }
    boolean itself = verdict.culprit() != null && verdict.culprit() == rank;
    return itself ? verdict.cause() : "was ended by mpiexec";
  }

  private String message(Verdict reason) {
    if (reason.culprit() == null) {
      return reason.cause();
    }
    String others =
        switch (othersEnded) {
          case 0 -> "";
          case 1 -> size == 2 ? "; the other rank was ended" : "; one other rank was ended";
          default ->
              "; %s%d %sranks were ended"
                  .formatted(
                      othersEnded == size - 1 ? "the other " : "",
                      othersEnded,
                      othersEnded == size - 1 ? "" : "other ");
        };
    return who(reason.culprit()) + " " + reason.cause() + others;
  }

  private String who(int rank) {
    RanksAsThreads threads = plan.threads();
    return threads == null
        ? "rank %d on %s".formatted(rank, sites.of(rank).host())
        : "the JVM of %d ranks on %s".formatted(threads.count(), ThisHost.name());
  }

  /**
   * The JVM waits 0.3 s for a thread that is reading: it stops at once when what it reads is
   * closed.
   */
  private void leave() {
    endedFromOutside();
    try {
      input.close();
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
