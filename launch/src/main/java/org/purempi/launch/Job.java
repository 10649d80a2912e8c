package org.purempi.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.Output.Stream;
import org.purempi.pmi.PmiJob;
import org.purempi.pmi.PmiListener;
import org.purempi.pmi.PmiServer;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;

/** One running job: starts its ranks, watches over them, and says how it ended. */
final class Job implements PmiListener {
  private static final int TIMED_OUT = 124;
  private static final int OUTPUT_CLOSED = 141;
  private static final int CANNOT_GO_ON = 1;
  private static final int NOT_KNOWN = -1;
  private static final long KILL_PATIENCE_MILLIS = 3000;
  private static final int KILLED = 128 + 9;
  private static final long SERVER_PATIENCE_MILLIS = 1000;
  private static final long OUTPUT_PATIENCE_MILLIS = 1000;
  private static final long TERMINATE_PATIENCE_MILLIS = 300;
  private static final long TERMINAL_CLOCK_MILLIS = 50;
  private static final long STACK_BYTES = 256 << 10;

  private final JobPlan plan;
  private final RankStarts starts;
  private final int size;
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Output output;
  private final Forwarding forwarding;
  private final Guardian guardian;
  private final PmiServer server;
  private final Reports reports;
  private final @Nullable RankProcess[] ranks;
  private final int[] statuses;
  private final Semaphore startingAtOnce =
      new Semaphore(2 * Runtime.getRuntime().availableProcessors());
  private volatile boolean interrupted;
  private volatile boolean over;
  private @Nullable Verdict verdict;
  private @Nullable Verdict firstFailure;

  Job(JobPlan plan, List<Command> commands) throws IOException, UsageException {
    this.plan = plan;
    this.size = plan.size();
    this.ranks = new RankProcess[size];
    this.statuses = new int[size];
    Arrays.fill(statuses, NOT_KNOWN);
    this.output = new Output(why -> events.add(new Event.Broken(why, OUTPUT_CLOSED)));
    this.forwarding = new Forwarding(plan, output);
    var tools = new Tools();
    this.guardian = Guardian.start(tools);
    var appnums = new ArrayList<Integer>();
    for (int i = 0; i < plan.segments().size(); i++) {
      int count = plan.threads() == null ? plan.segments().get(i).count() : 1;
      for (int j = 0; j < count; j++) {
        appnums.add(i);
      }
    }
    String id = ProcessHandle.current().pid() + "_" + Long.toHexString(System.nanoTime());
    this.server = PmiServer.start(PmiJob.onOneHost(id, appnums, size), this);
    this.reports = new Reports(server, output, plan.ranks());
    this.starts = new RankStarts(plan, commands, appnums, tools, server.address());
  }

  /** Runs the job to its end; answers mpiexec's exit code. */
  int run() throws IOException, InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::endedFromOutside));
    if (plan.verbose()) {
      output.say("mpiexec: serving PMI-1 at " + server.address());
    }
    var starters = new ArrayList<Thread>();
    for (int rank = 0; rank < size; rank++) {
      int number = rank;
      starters.add(daemon("rank-" + rank, () -> live(number)));
    }
    daemon("stdin", () -> feed(starters));
    daemon("wishes", this::hearWishes);
    Runnable clock = forwarding.clock();
    if (clock != null) {
      daemon("merger", clock);
    }
    if (Installation.isTerminal("out") && forwarding.showsOpenLines()) {
      daemon("terminal-clock", this::showOpenLines);
    }
    watch();
    return end();
  }

  private static Thread daemon(String name, Runnable body) {
    var thread = new Thread(null, body, name, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** The life of one rank, on its own thread. */
  private void live(int rank) {
    try {
      startingAtOnce.acquire();
      RankProcess process;
      try {
        process = start(rank);
      } finally {
        startingAtOnce.release();
      }
      int status = process.awaitExit();
      guardian.reaped(process.processId());
      events.add(new Event.Exited(rank, status));
    } catch (IOException e) {
      events.add(new Event.NotStarted(rank, String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private RankProcess start(int rank) throws IOException {
    RankProcess process =
        RankProcess.start(
            rank,
            starts.of(rank),
            guardian,
            forwarding.carrier(rank, Stream.OUT),
            forwarding.carrier(rank, Stream.ERR));
    synchronized (ranks) {
      ranks[rank] = process;
      ranks.notifyAll();
    }
    if (plan.verbose()) {
      String words = String.join(" ", starts.of(rank).command().words());
      output.say("mpiexec: rank %d is process %d: %s".formatted(rank, process.processId(), words));
    }
    return process;
  }

  private void feed(List<Thread> starters) {
    var readers = new ArrayList<OutputStream>();
    try {
      synchronized (ranks) {
        for (int rank = 0; rank < starters.size(); rank++) {
          if (starts.readsInput(rank)) {
            while (ranks[rank] == null) {
              ranks.wait();
            }
            readers.add(ranks[rank].input());
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    new InputForwarder(readers, Installation.isTerminal("in")).run();
  }

  private void showOpenLines() {
    try {
      while (!over) {
        Thread.sleep(TERMINAL_CLOCK_MILLIS);
        started().forEach(RankProcess::showOpenLines);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void hearWishes() {
    try {
      Wishes.listen(() -> reports.print("asked by a signal"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<RankProcess> started() {
    synchronized (ranks) {
      var all = new ArrayList<RankProcess>();
      for (RankProcess one : ranks) {
        if (one != null) {
          all.add(one);
        }
      }
      return all;
    }
  }

  /** Takes events until every rank has ended, or cannot be made to. */
  private void watch() throws IOException, InterruptedException {
    var deadline = new Deadline(plan.timeout());
    for (int running = size; running > 0; ) {
      Event event = deadline.next(events);
      if (event == null && verdict != null) {
        started().forEach(RankProcess::destroy); // what the guardian's signal did not reach
        if (deadline.again()) {
          return;
        }
        continue;
      }
      boolean wasGood = verdict == null;
      if (event == null) {
        if (server.inUse()) {
          reports.print("the job has run for " + deadline.text());
        }
        fail(new Verdict(null, TIMED_OUT, "the job ran longer than " + deadline.text()));
      } else {
        judge(event);
        running -= event instanceof Event.Exited || event instanceof Event.NotStarted ? 1 : 0;
      }
      if (wasGood && verdict != null) {
        deadline.after(KILL_PATIENCE_MILLIS);
      }
    }
  }

  private void judge(Event event) throws IOException, InterruptedException {
    switch (event) {
      case Event.Exited exited -> judge(exited);
      case Event.NotStarted failed ->
          fail(new Verdict(failed.rank(), CANNOT_GO_ON, "could not be started: " + failed.why()));
      case Event.Aborted aborted -> {
        String why = aborted.message().isEmpty() ? "" : ": " + aborted.message();
        String cause = "called abort with code " + aborted.exitCode() + why;
        fail(new Verdict(aborted.rank(), aborted.exitCode(), cause));
      }
      case Event.Missed missed -> {
        int status = statuses[missed.rank()];
        String cause = SignalName.describe(status) + " while other ranks wait for it";
        fail(new Verdict(missed.rank(), status == 0 ? CANNOT_GO_ON : status, cause));
      }
      case Event.Broken broken -> fail(new Verdict(null, broken.exitCode(), broken.why()));
    }
  }

  private void judge(Event.Exited exited) throws IOException, InterruptedException {
    int rank = exited.rank();
    int status = exited.status();
    statuses[rank] = status;
    RankStage stage = stage(rank);
    for (Event event : events) {
      if (event instanceof Event.Aborted aborted && aborted.rank() == rank) {
        judge(aborted); // it said why before it ended; only its end was noticed first
      }
    }
    if (SignalName.isSignal(status) || (status != 0 && server.inUse())) {
      fail(new Verdict(rank, status, SignalName.describe(status)));
    } else if (status != 0 && firstFailure == null) {
      firstFailure = new Verdict(rank, status, SignalName.describe(status));
    } else if (status == 0 && stage == RankStage.INITIALIZED) {
      fail(new Verdict(rank, CANNOT_GO_ON, "exited with code 0 without calling finalize"));
    }
  }

  private RankStage stage(int rank) throws InterruptedException {
    try {
      return server.ended(rank).get(SERVER_PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return RankStage.SILENT; // the server has failed, which is an event of its own
    }
  }

  /** Ends the job for this reason, unless another came first. */
  private void fail(Verdict reason) throws IOException {
    if (verdict != null) {
      return;
    }
    verdict = reason;
    for (int rank = 0; rank < size; rank++) {
      RankProcess process = ranks[rank];
      boolean culprit = reason.culprit() != null && reason.culprit() == rank;
      if (process != null && !culprit) {
        process.silenceErrors();
      }
    }
    guardian.killAll();
  }

  /** Everything is over: the last output, the groups' remains, the message, the exit code. */
  private int end() throws IOException, InterruptedException {
    long patience = OUTPUT_PATIENCE_MILLIS;
    boolean carried = true;
    for (RankProcess process : started()) {
      carried &= process.awaitOutput(carried ? patience : 1);
    }
    forwarding.finish();
    guardian.close();
    over = true;
    server.close();
    if (interrupted) {
      return CANNOT_GO_ON; // the interruption's own exit code wins
    }
    if (plan.exitCodes()) {
      for (int rank = 0; rank < size; rank++) {
        output.say("rank %d on %s %s".formatted(rank, ThisHost.name(), ending(rank)));
      }
    }
    Verdict reason = verdict == null ? firstFailure : verdict;
    if (reason == null) {
      return 0;
    }
    output.say("mpiexec: " + message(reason));
    return Verdict.systemCode(reason.exitCode());
  }

  private String ending(int rank) {
    boolean ended = verdict != null && (verdict.culprit() == null || verdict.culprit() != rank);
    boolean killed = statuses[rank] == NOT_KNOWN || statuses[rank] == KILLED;
    return ended && killed ? "was ended by mpiexec" : SignalName.describe(statuses[rank]);
  }

  private String message(Verdict reason) {
    if (reason.culprit() == null) {
      return reason.cause();
    }
    ThreadRanks threads = plan.threads();
    if (threads != null) {
      return "the JVM of %d ranks on %s %s"
          .formatted(threads.count(), ThisHost.name(), reason.cause());
    }
    String others =
        verdict == null || size == 1
            ? ""
            : size == 2
                ? "; the other rank was ended"
                : "; the other " + (size - 1) + " ranks were ended";
    return "rank %d on %s %s%s"
        .formatted(reason.culprit(), ThisHost.name(), reason.cause(), others);
  }

  /** A signal ends mpiexec: so do the ranks, politely first. */
  private void endedFromOutside() {
    if (over) {
      return;
    }
    interrupted = true;
    output.say("mpiexec: told to end; ending the job's ranks");
    try {
      guardian.terminateAll();
      long patience = TimeUnit.MILLISECONDS.toNanos(TERMINATE_PATIENCE_MILLIS);
      long until = System.nanoTime() + patience;
      for (RankProcess process : started()) {
        process.awaitExit(until - System.nanoTime());
      }
      guardian.killAll();
      guardian.close();
    } catch (IOException e) {
      started().forEach(RankProcess::destroy); // the guardian is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void aborted(int rank, int exitCode, String message) {
    events.add(new Event.Aborted(rank, exitCode, message));
  }

  @Override
  public void barrierWaitsForEndedRank(int rank) {
    events.add(new Event.Missed(rank));
  }

  @Override
  public void reported(List<RankReport> answers) {
    reports.add(answers);
  }

  @Override
  public void serverFailed(String why) {
    events.add(new Event.Broken(why, CANNOT_GO_ON));
  }
}
