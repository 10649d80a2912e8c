package org.purempi.world;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.MpiAbortException;
import org.purempi.MpiException;
import org.purempi.RankBody;
import org.purempi.Rendezvous;
import org.purempi.Session;
import org.purempi.bootstrap.Meeting;
import org.purempi.bootstrap.Wiring;
import org.purempi.context.ContextIds;
import org.purempi.pmi.LaunchEnvironment;
import org.purempi.pmi.LauncherWatch;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiException;
import org.purempi.progress.Patience;
import org.purempi.protocol.Engine;
import org.purempi.spawn.Launcher;
import org.purempi.spawn.Origin;
import org.purempi.spawn.Ports;
import org.purempi.spawn.Spawning;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/**
 * One rank in this process: launched by a process manager, or alone. The launch record is the only
 * static of purempi: it is made once, by the first that needs it, and outlives the environments
 * made from it.
 */
final class ProcessWorld implements Job {
  private static final int EXIT_AFTER_LOST_LAUNCHER = 1;
  private static final long LAST_WORD_NANOS = 1_000_000_000;

  private static @Nullable ProcessWorld launch;
  private static volatile boolean initialized;
  private static volatile boolean finalized;

  private final @Nullable PmiClient pmi;

  /** Null under a launcher, and alone. */
  private final @Nullable Meeting meeting;

  /** Of a process that nothing has started as one of several. */
  private final CalledLauncher called = new CalledLauncher(new Launched());

  private final Engine engine;
  private final ContextIds ids;
  private final AtomicInteger worlds = new AtomicInteger();
  private final int size;
  private final int host;
  private final Thread firstThread = Thread.currentThread();
  private final AtomicBoolean failed = new AtomicBoolean();
  private boolean finished;

  /** Environments, of worlds and of sessions, that are not closed. */
  private int open;

  private boolean leavesAtExit;
  private boolean tellsOfTheEnd;

  private ProcessWorld(@Nullable PmiClient pmi, @Nullable Meeting meeting) throws IOException {
    this.pmi = pmi;
    this.meeting = meeting;
    this.size = pmi == null ? 1 : pmi.size();
    if (pmi != null) { // at once: others may come late
      pmi.onStacks(isFull -> List.of(RankStacks.ofProcess(pmi.rank(), firstThread, isFull)));
    }
    Wiring wiring =
        pmi == null || size == 1
            ? new Wiring(new ThreadHub(1).transport(0), null, new int[1], 1)
            : Wiring.join(pmi, meeting == null ? null : meeting.key());
    this.host = wiring.host();
    Transport transport = wiring.transport();
    Patience patience = Patience.forRanks(wiring.ranksHere(), transport.cores());
    this.engine = new Engine(transport, patience, Credit.bytes(1));
    Linger unused = Linger.of(meeting, wiring.tcp(), this::leavesAtExit);
    this.ids = new ContextIds(transport.rank());
    stopAtUncaughtExceptions();
    if (pmi != null) {
      new RankAnswers(engine, firstThread, this::hasLeft).to(pmi);
    }
  }

  /** The process ends: takes its rank's leave if nothing was left open; whether it was taken. */
  private synchronized boolean leavesAtExit() {
    if (open == 0) {
      finish();
    }
    return finished;
  }

  /** Whether it has ended a world, and is in none now, nor in a session. */
  private synchronized boolean hasLeft() {
    return finalized && open == 0;
  }

  /** Whether a launcher started this process as a rank of a job. */
  static boolean launched() {
    return System.getenv("PMI_FD") != null
        || System.getenv("PMI_PORT") != null
        || RendezvousSettings.areSet()
        || LaunchEnvironment.refusal(System.getenv()).isPresent();
  }

  static boolean initialized() {
    return initialized;
  }

  static boolean finalizedOnce() {
    return finalized;
  }

  static Environment init(String[] args) {
    synchronized (ProcessWorld.class) {
      if (initialized) {
        throw new MpiException(
            ErrorClass.OTHER,
            "Mpi.init was called before in this process: MPI starts once (section 11.2.1)");
      }
      initialized = true;
    }
    return launch().environment(args);
  }

  /** Runs a body once on the launched world; the number of ranks is the launcher's. */
  static void run(int ranks, RankBody body) {
    ProcessWorld launch = launch();
    if (ranks != launch.size && launch.engine.transport().rank() == 0) {
      System.err.println(
          "purempi: the program asks for "
              + ranks
              + " ranks, the launcher started "
              + launch.size
              + ": "
              + launch.size
              + " it is");
    }
    Environment environment = launch.environment(new String[0]);
    try {
      body.run(environment.world());
    } catch (Exception e) {
      launch.die(e);
      throw new MpiAbortException(1, String.valueOf(e), e);
    }
    environment.close();
  }

  private static synchronized ProcessWorld launch() {
    ProcessWorld l = launch;
    if (l != null) {
      return l;
    }
    OwnSettings.check();
    try {
      l = RendezvousSettings.areSet() ? met() : launched(System.getenv());
    } catch (IOException e) {
      throw new MpiException(ErrorClass.OTHER, "cannot join the job: " + e.getMessage(), e);
    }
    launch = l;
    return l;
  }

  private static ProcessWorld launched(Map<String, String> environment) throws IOException {
    Optional<String> refusal = LaunchEnvironment.refusal(environment);
    if (refusal.isPresent()) {
      throw new MpiException(ErrorClass.OTHER, refusal.get());
    }
    var watch = new Launched();
    Optional<PmiClient> client = PmiClient.fromEnvironment(environment, watch);
    var world = new ProcessWorld(client.orElse(null), null);
    watch.engine.complete(world.engine);
    return world;
  }

  /** Ranks that no launcher has started meet each other. */
  private static ProcessWorld met() throws IOException {
    Rendezvous where = RendezvousSettings.ofThisProcess().rendezvous();
    if (where.size() == 1) {
      return new ProcessWorld(null, null);
    }
    Meeting meeting =
        Meeting.join(
            where, Wiring.settings(false), new Ending(), RendezvousSettings.silenceSeconds());
    return new ProcessWorld(meeting.pmi(), meeting);
  }

  /** Ends this process when its world has ended. */
  private static final class Ending implements LauncherWatch {
    @Override
    public void lost(String why) {
      ended(EXIT_AFTER_LOST_LAUNCHER, why);
    }

    @Override
    public void ended(int exitCode, String why) {
      System.err.println("purempi: " + why + ": this rank ends");
      System.out.flush();
      ProcessEnd.begin(exitCode);
    }
  }

  /** Ends this process with its launcher; hears of other worlds and ranks from it. */
  private static final class Launched implements LauncherWatch {
    private final CompletableFuture<Engine> engine = new CompletableFuture<>();

    @Override
    public void lost(String why) {
      launcherLost(why);
    }

    @Override
    public void worldFailed(String kvsName, int exitCode, String why) {
      ProcessWorld here = launch;
      if (here != null) {
        here.ports().worldFailed(kvsName, why);
      }
    }

    @Override
    public void ranksFailed(int[] ranks, String why) {
      var unused = engine.thenAccept(its -> its.fail(ranks, why)); // now, or once it is there
    }
  }

  private Ports ports() {
    return engine.room(Ports.class, its -> Ports.of(its, this::origin));
  }

  private static void launcherLost(String why) {
    System.err.println("purempi: the launcher is gone (" + why + "): this rank ends");
    ProcessEnd.begin(EXIT_AFTER_LOST_LAUNCHER);
  }

  /** Opens a session of this process, with or without a world. */
  static Session session(Info info, ErrorHandler errorHandler) {
    return launch().openSession(info, errorHandler);
  }

  private Session openSession(Info info, ErrorHandler errorHandler) {
    opened();
    tellOfTheEnd();
    Environment environment =
        new Environment(this, engine, ids, Environment.NO_WORLD, new String[0]);
    return environment.session(info, errorHandler, environment::close);
  }

  /** Who waits in a session learns that there will be none here any more. */
  private synchronized void tellOfTheEnd() {
    if (!tellsOfTheEnd) {
      tellsOfTheEnd = true;
      Runnable end = () -> engine.transport().mark(Transport.LAST_MARK);
      Runtime.getRuntime().addShutdownHook(new Thread(end, "purempi end"));
    }
  }

  private synchronized void opened() {
    open++;
  }

  private Environment environment(String[] args) {
    opened();
    int earlier = worlds.getAndIncrement();
    return new Environment(this, engine, ids, ContextIds.world(earlier), args);
  }

  /** An exception that nobody catches ends the whole job. */
  private void stopAtUncaughtExceptions() {
    if (pmi != null && Thread.getDefaultUncaughtExceptionHandler() == null) {
      Thread.setDefaultUncaughtExceptionHandler((thread, e) -> die(e));
    }
  }

  /** Ends the job because of an exception, unless this process ends already. */
  private void die(Throwable e) {
    boolean isCause = !ProcessEnd.isUnderWay();
    if (!failed.compareAndSet(false, true) || (e instanceof MpiAbortException && !isCause)) {
      return; // it has been said why the job ends
    }
    String head = "rank " + engine.transport().rank() + " of " + size + " failed:\n";
    // In one piece, as other ranks may write at the same time; mpiexec knows the first line.
    System.err.print(UncaughtExceptions.text(head, e));
    if (isCause) {
      if (!engine.failures().isOn()) { // else the others go on
        tellOfAbort(1, String.valueOf(e), false);
      }
      ProcessEnd.begin(1);
    }
  }

  /** Ends the job; in a process that ends already, such as in a shutdown hook, it returns. */
  @Override
  public MpiAbortException abort(int errorCode, String message, @Nullable Throwable cause) {
    boolean isUnderWay = ProcessEnd.isUnderWay();
    tellOfAbort(errorCode, message, cause == null && meeting == null); // mpiexec says so itself
    if (!isUnderWay) {
      ProcessEnd.begin(errorCode);
      ProcessEnd.await();
    }
    return new MpiAbortException(errorCode, message, cause);
  }

  private void tellOfAbort(int errorCode, String message, boolean isKnown) {
    PmiClient p = hasFinished() ? null : pmi; // it hears of it by the process's end
    if (p != null) {
      try {
        p.abort(errorCode, isKnown ? "" : message);
      } catch (PmiException e) {
        System.err.println(
            "purempi: the launcher could not be told of the abort: " + e.getMessage());
      }
    }
    if (pmi == null || meeting != null) {
      System.err.println("purempi: " + message);
    }
    System.out.flush();
    awaitOthers();
  }

  /** Rank 0 does not end before all others have been told of the abort. */
  private void awaitOthers() {
    Meeting m = meeting;
    try {
      boolean unused = m != null && m.awaitOthers(LAST_WORD_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void ended(boolean ofWorld) {
    // Without a launcher that sees how this process ends, its last word is said at the end: an
    // exception may still come, and closes what it passes.
    if (closedLast(ofWorld) && meeting == null) {
      finish();
    }
  }

  /** Whether nothing is open any more, and a world has been. */
  private synchronized boolean closedLast(boolean ofWorld) {
    open--;
    finalized |= ofWorld;
    if (worlds.get() == 0 && open == 0 && !leavesAtExit) {
      // Another session may still be opened: the launcher is told when the process ends.
      leavesAtExit = true;
      Runtime.getRuntime().addShutdownHook(new Thread(this::finish, "purempi leave"));
    }
    return open == 0 && worlds.get() > 0;
  }

  private synchronized boolean hasFinished() {
    return finished;
  }

  private synchronized void finish() {
    PmiClient p = pmi;
    if (finished || ProcessEnd.hasBegun()) {
      return;
    }
    finished = true;
    try {
      if (p == null) {
        called.finish();
      } else {
        p.finish();
      }
    } catch (PmiException e) {
      throw new MpiException(
          ErrorClass.OTHER, "the launcher did not confirm that this rank has ended", e);
    }
  }

  @Override
  public Origin origin(int rank) {
    PmiClient p = pmi;
    return Origin.ofProcess(
        p == null ? null : p.kvsName(),
        rank,
        launcher(),
        tcp -> Linger.of(null, tcp, this::leavesAtExit));
  }

  @Override
  public @Nullable Launcher launcher() {
    PmiClient p = pmi;
    return meeting != null ? null : p == null ? called : new PmiLauncher(p);
  }

  @Override
  public @Nullable String parentPort() {
    PmiClient p = pmi;
    try {
      return p == null || !p.spawned() ? null : p.get(Spawning.PARENT).orElse(null);
    } catch (PmiException e) {
      throw new MpiException(ErrorClass.OTHER, "the launcher did not answer: " + e.getMessage(), e);
    }
  }

  @Override
  public int host() {
    return host;
  }

  @Override
  public int appnum() {
    return ask(PmiClient::appnum, 0);
  }

  @Override
  public int universeSize() {
    int size_ = ask(PmiClient::universeSize, size);
    return size_ < 0 ? size : size_;
  }

  @Override
  public boolean isAlone() {
    return !launched();
  }

  private interface Question {
    int ask(PmiClient pmi) throws PmiException;
  }

  private synchronized int ask(Question question, int otherwise) {
    PmiClient p = pmi;
    if (p == null || finished) {
      return otherwise;
    }
    try {
      return question.ask(p);
    } catch (PmiException e) {
      throw new MpiException(ErrorClass.OTHER, "the launcher did not answer: " + e.getMessage(), e);
    }
  }
}
