package org.purempi.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.ReportRequests;
import org.purempi.launch.local.Singleton;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.output.Output;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Command;
import org.purempi.launch.program.Staging;
import org.purempi.launch.site.Event;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.ExitStatus;
import org.purempi.launch.system.ProcessHooks;
import org.purempi.launch.system.Signals;
import org.purempi.launch.system.StandardStreams;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.NameService;

/**
 * The worlds of one mpiexec: the one that it was called for, and those that ranks have spawned.
 * They share its streams, signals, names and time; each is a {@link Job} with a thread of its own.
 * Any thread.
 */
final class Universe {
  static final int OUTPUT_CLOSED = 141;
  private static final int CANNOT_GO_ON = 1;

  /** How long what is left of a job that was told to end may take without its ranks. */
  private static final long FAREWELL_MILLIS = 1000;

  private static final long TERMINAL_CLOCK_MILLIS = 50;

  private final StandardStreams streams;
  private final ProcessHooks hooks;
  private final Spawning spawning;
  private final Output output;
  private final NameService names;
  private final long startNanos;
  private final @Nullable CheckpointRequests checkpoints;

  /** The worlds that have not ended. */
  private final Set<World> worlds = new LinkedHashSet<>();

  private final Set<Connection> connections = new HashSet<>();

  /** What was told of worlds that have failed, by their spaces. */
  private final Map<String, Event.WorldFailed> failures = new HashMap<>();

  private final Set<String> said = new HashSet<>();
  private int spawned;
  private int beingSpawned;
  private Event.@Nullable Told told;
  private @Nullable Verdict laterFailure;

  /** That of the first world that has lost all its ranks, in jobs that go on without them. */
  private @Nullable Verdict loss;

  /** There is something that can be told to end. */
  private final CountDownLatch hasBegun = new CountDownLatch(1);

  private boolean hasSurvivors;
  private Set<String> lostHosts = Set.of();
  private boolean hasDied;
  private volatile boolean over;

  /**
   * A universe.
   *
   * @param names those that ranks publish
   * @param startNanos since when mpiexec runs
   * @param checkpoints the folder of checkpoints, or null
   */
  Universe(
      StandardStreams streams,
      ProcessHooks hooks,
      Spawning spawning,
      NameService names,
      long startNanos,
      @Nullable Path checkpoints) {
    this.streams = streams;
    this.hooks = hooks;
    this.spawning = spawning;
    this.names = names;
    this.startNanos = startNanos;
    this.output = new Output(streams.out(), streams.err(), this::outputLost);
    this.checkpoints =
        checkpoints == null ? null : new CheckpointRequests(checkpoints, output::say);
  }

  StandardStreams streams() {
    return streams;
  }

  Output output() {
    return output;
  }

  NameService names() {
    return names;
  }

  /** Since when it runs. */
  long startNanos() {
    return startNanos;
  }

  /** Runs the first world, and all that come of it, to their ends; answers the exit code. */
  int run(JobPlan plan, List<Command> commands, @Nullable Staging staging)
      throws IOException, UsageException, InterruptedException {
    var first = new Job(this, Origin.FIRST, plan, commands, staging);
    synchronized (this) {
      worlds.add(first);
    }
    hooks.atExit(this::leave);
    if (checkpoints != null) {
      checkpoints.forget();
    }
    Thread signals = DaemonThread.start("signals", this::hearSignals);
    first.prepare();
    signals.join(); // as soon as a rank runs somebody may want to end it
    first.start();
    hasBegun.countDown();
    DaemonThread.start("report-requests", this::hearRequests);
    DaemonThread.start("questions", () -> new Questions(this::jobs, startNanos).hear(hooks));
    if (streams.isOutTerminal()) {
      DaemonThread.start("terminal-clock", this::showOpenLines);
    }
    Verdict verdict = first.finish();
    lostHosts = first.lostHosts();
    ended(first, verdict);
    int code = end(verdict == null || first.isLost(verdict) ? null : verdict);
    hasDied = verdict != null && (verdict.culprit() != null || !lostHosts.isEmpty());
    return code;
  }

  /** Whether the first world has failed with a rank or a host, and nothing else was wrong. */
  synchronized boolean hasDied() {
    return hasDied && told == null && spawned == 0;
  }

  /** The hosts that it has lost. */
  Set<String> lostHosts() {
    return lostHosts;
  }

  /** Serves a program that runs by itself, and runs all that come of it; answers the exit code. */
  int serve(Singleton program, AppContext asWhat, Command executes)
      throws IOException, InterruptedException {
    var world = new LoneWorld(this, program, asWhat, executes);
    synchronized (this) {
      worlds.add(world);
    }
    hooks.atExit(this::leave);
    hasBegun.countDown();
    DaemonThread.start("signals", this::hearSignals);
    Verdict verdict = null;
    try {
      int code = program.serve(output::say, world);
      verdict = code == 0 ? null : new Verdict(0, code, "has ended");
      if (verdict != null) {
        failed(new Event.WorldFailed(world.kvsName(), code, "the program has ended", true));
      }
    } finally {
      ended(world, verdict);
    }
    return end(verdict);
  }

  /** Waits for the last world; answers the exit code. */
  private synchronized int end(@Nullable Verdict first) throws InterruptedException {
    while (!worlds.isEmpty() || beingSpawned > 0) {
      wait();
    }
    over = true;
    Verdict failure = first == null ? laterFailure : first;
    failure = failure == null && !hasSurvivors ? loss : failure;
    return failure == null ? 0 : ExitStatus.ofCode(failure.exitCode());
  }

  // Worlds that come and go

  /** A rank of a world has asked for more processes. */
  void spawn(World parent, Event.Spawns asked) {
    int number;
    synchronized (this) {
      number = ++spawned;
      beingSpawned++;
    }
    try {
      DaemonThread.start("world-" + number, () -> live(parent, number, asked));
    } catch (OutOfMemoryError e) {
      asked.refuse(e.toString()); // no more threads
      noLongerSpawning();
    }
  }

  /** The life of a spawned world, on its own thread. */
  private void live(World parent, int number, Event.Spawns asked) {
    Job job = born(parent, number, asked);
    noLongerSpawning();
    if (job == null) {
      return;
    }
    Verdict verdict = null;
    try {
      verdict = job.finish();
    } catch (IOException | RuntimeException | Error e) {
      output.say("mpiexec: world " + number + " is lost: " + e.getMessage());
      job.endedFromOutside();
      verdict = new Verdict(null, CANNOT_GO_ON, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended(job, verdict);
    }
  }

  /** Starts a world; answers null where that is impossible, which the rank that asks is told. */
  private @Nullable Job born(World parent, int number, Event.Spawns asked) {
    Job job = null;
    try {
      job = spawning.job(this, parent, number, asked, taken());
      join(parent, job);
      job.prepare();
      job.start();
      return job;
    } catch (Spawning.RefusedException e) {
      asked.answer().accept(e.result());
    } catch (UsageException | IOException | RuntimeException | Error e) {
      asked.refuse(e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (job != null) {
      ended(job, null);
    }
    return null;
  }

  private synchronized void noLongerSpawning() {
    beingSpawned--;
    notifyAll();
  }

  /** How many ranks are on a host of that name. */
  private synchronized Map<String, Integer> taken() {
    var taken = new HashMap<String, Integer>();
    for (World world : worlds) {
      world.ranksByHost().forEach((host, ranks) -> taken.merge(host, ranks, Integer::sum));
    }
    return taken;
  }

  /** A new world is here, and connected with the one that has spawned it. */
  private synchronized void join(World parent, Job world) {
    worlds.add(world);
    if (told != null) {
      world.told(told);
    }
    connect(parent, world.kvsName());
  }

  /** A world has ended; how if it has failed. */
  private synchronized void ended(World world, @Nullable Verdict verdict) {
    worlds.remove(world);
    String name = world.kvsName();
    boolean isConnected = connections.stream().anyMatch(connection -> connection.has(name));
    // One that has ended in peace has not taken leave of the others.
    connections.removeIf(
        connection -> worlds.stream().noneMatch(other -> connection.has(other.kvsName())));
    hasSurvivors |= world instanceof Job job && job.hasSurvivors();
    if (verdict != null && world instanceof Job job && job.isLost(verdict)) {
      loss = loss == null ? verdict : loss;
    } else if (verdict != null
        && laterFailure == null
        && (isConnected || verdict.culprit() == null)) {
      laterFailure = verdict;
    }
    notifyAll();
  }

  /** Two worlds are connected from now on; the other may have failed already. */
  synchronized void connect(World world, String other) {
    Event.WorldFailed failure = failures.get(other);
    if (failure != null) {
      world.happened(failure);
    }
    Event.WorldFailed ours = failures.get(world.kvsName());
    for (World its : worlds) {
      if (its.kvsName().equals(other)) {
        connections.add(new Connection(world.kvsName(), other));
        if (ours != null) {
          its.happened(ours);
        }
      }
    }
  }

  /** Two worlds have nothing to do with each other any more. */
  synchronized void disconnect(World world, String other) {
    connections.removeIf(connection -> connection.has(world.kvsName()) && connection.has(other));
  }

  /** A world has failed: those that are connected with it are told. */
  synchronized void failed(Event.WorldFailed failure) {
    if (failures.putIfAbsent(failure.kvsName(), failure) != null) {
      return;
    }
    for (Connection connection : connections) {
      for (World world : worlds) {
        boolean isOther = !world.kvsName().equals(failure.kvsName());
        if (isOther && connection.has(failure.kvsName()) && connection.has(world.kvsName())) {
          world.happened(failure);
        }
      }
    }
  }

  private synchronized List<Job> jobs() {
    var jobs = new ArrayList<Job>();
    for (World world : worlds) {
      if (world instanceof Job job) {
        jobs.add(job);
      }
    }
    return jobs;
  }

  // What all worlds share

  /** Says what may be true of several worlds. */
  void sayOnce(String line) {
    synchronized (this) {
      if (!said.add(line)) {
        return;
      }
    }
    output.say(line);
  }

  private void outputLost(String why) {
    jobs().forEach(world -> world.happened(new Event.Broken(why, OUTPUT_CLOSED)));
  }

  private void showOpenLines() {
    try {
      while (!over) {
        Thread.sleep(TERMINAL_CLOCK_MILLIS);
        jobs().forEach(Job::showOpenLines);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void hearRequests() {
    try {
      Runnable report = () -> jobs().forEach(world -> world.report("asked by a signal"));
      new ReportRequests(streams, hooks, output::say)
          .listen(checkpoints == null ? report : checkpoints::ask, report);
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
    try {
      hasBegun.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    boolean isFirst = false;
    boolean hasRanks;
    synchronized (this) {
      hasRanks = beingSpawned > 0 || !jobs().stream().allMatch(Job::hasNoRanks);
      told = new Event.Told(signal);
      for (Job world : jobs()) {
        isFirst |= world.told(told);
      }
    }
    if (!hasRanks) {
      hooks.exit(ExitStatus.status(signal)); // what is left waits for whoever reads our output
    }
    if (!isFirst) {
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
      for (Job world : jobs()) {
        world.awaitRanks(); // they have their grace
      }
      Thread.sleep(FAREWELL_MILLIS);
      if (!over) { // else there is something to make of what ranks have recorded
        hooks.exit(ExitStatus.status(signal));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The JVM waits 0.3 s for a thread that is reading: it stops at once when what it reads is
   * closed.
   */
  private void leave() {
    if (!over) {
      jobs().forEach(Job::endedFromOutside);
    }
    try {
      streams.in().close();
    } catch (IOException e) {
      // Then it takes that long.
    }
  }
}
