package org.purempi.launch.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Secret;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.local.Guardian;
import org.purempi.launch.local.LocalSite;
import org.purempi.launch.output.Activity;
import org.purempi.launch.output.Carrier;
import org.purempi.launch.output.Output;
import org.purempi.launch.output.RawCarrier;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Grace;
import org.purempi.launch.site.RankPlan;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.smpd.CommandBytes;
import org.purempi.launch.smpd.ManagerState;
import org.purempi.launch.smpd.ManagerTree;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.Signals;
import org.purempi.launch.system.Tools;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.PmiJob;

/**
 * smpd's manager: starts a job's ranks on this host, tells mpiexec what happens to them, passes
 * commands on to managers below, and leaves nothing when the connection upward ends. One thread
 * takes every step; {@link ManagerState} says which may follow which.
 */
public final class Manager implements Switchboard.Owner, SiteOwner {
  private static final long OUTPUT_PATIENCE_MILLIS = 1000;
  private static final long DRAIN_PATIENCE_MILLIS = 5000;
  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** One thing to do on the manager's thread. */
  private interface Task {
    void run() throws IOException, InterruptedException;
  }

  private final Switchboard board;
  private final int id;
  private final @Nullable Secret key;
  private final Tools tools = new Tools();
  private @Nullable Guardian guardian;
  private final Activity activity = new Activity();
  private final Liveness liveness;
  private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
  private final RankInputs inputs;
  private final ExecutorService stager = Executors.newSingleThreadExecutor(RankInputs::daemon);
  private @Nullable StagedFiles staged;
  private final ManagerEvents teller;
  private final ManagerLink parent;
  private ManagerState state = ManagerState.READING_SESSION_HEADER;
  private @Nullable LocalSite site;
  private int size;
  private Duration grace = Grace.DEFAULT;
  private boolean asked;
  private boolean leaving;
  private Map<String, String> pairs = new LinkedHashMap<>();

  private Manager(
      Map<String, String> header, InputStream in, OutputStream out, @Nullable Secret key)
      throws IOException {
    this.key = key;
    this.id = number(header, "id");
    if (id < 1) {
      throw new SmpdException("a manager's id is 1 or more, not " + id);
    }
    int above = number(header, "parent");
    this.board = new Switchboard(id, this);
    this.inputs = new RankInputs(board);
    this.parent =
        new ManagerLink(above == ManagerTree.ROOT ? "mpiexec" : "manager " + above, in, out, board);
    this.liveness = new Liveness(board);
    this.teller = new ManagerEvents(board, this::released);
    board.parent(parent);
  }

  /**
   * Serves one job over two streams; returns when nothing of it is left.
   *
   * @param key of the daemons, if one of them has started us
   */
  public static void serve(InputStream in, OutputStream out, @Nullable Secret key)
      throws IOException, InterruptedException {
    out.write((ManagerStart.GREETING + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
    byte[] field = in.readNBytes(CommandBytes.SESSION_HEADER_BYTES);
    if (field.length < CommandBytes.SESSION_HEADER_BYTES) {
      return; // whoever called has changed his mind
    }
    new Manager(SmpdCommand.words(CommandBytes.text(field)), in, out, key).run();
  }

  private static int number(Map<String, String> header, String key) throws SmpdException {
    try {
      return Integer.parseInt(header.getOrDefault(key, ""));
    } catch (NumberFormatException e) {
      throw new SmpdException("a session header without '" + key + "'");
    }
  }

  private void run() throws InterruptedException, IOException {
    state = state.after(ManagerState.Step.HEADER);
    Runtime.getRuntime().addShutdownHook(new Thread(this::letGo));
    hearSignals();
    parent.open();
    long nextTick = System.nanoTime() + TICK_NANOS;
    while (state != ManagerState.DONE) {
      long left = nextTick - System.nanoTime();
      Task task = left > 0 ? tasks.poll(left, TimeUnit.NANOSECONDS) : null;
      if (task == null) {
        task = this::tick;
        nextTick = System.nanoTime() + TICK_NANOS;
      }
      try {
        task.run();
      } catch (IOException e) {
        board.send(board.command(Verb.ABORT, ManagerTree.ROOT).with("error", "" + e.getMessage()));
        parent.drain(DRAIN_PATIENCE_MILLIS);
        endRanks();
      }
    }
    letGo();
  }

  /** Slurm tells every process of a step to end, before it kills them. */
  private void hearSignals() {
    try {
      Signals.handle(Signals.ENDS, signal -> tasks.add(this::endRanks));
    } catch (ReflectiveOperationException e) {
      System.err.println(
          "smpd: signals cannot be handled, so ranks will be killed without a grace: " + e);
    }
  }

  /** Nobody tells us any more what to do: lets the ranks save their state, and then goes. */
  private void endRanks() throws SmpdException {
    LocalSite mine = site;
    if (mine == null) {
      step(ManagerState.Step.LOST);
      return;
    }
    if (leaving) {
      return;
    }
    leaving = true;
    if (!asked) {
      mine.terminate();
    }
    DaemonThread.start(
        "grace",
        () -> {
          try {
            mine.awaitExits(grace.toMillis());
            parent.drain(DRAIN_PATIENCE_MILLIS);
            tasks.add(() -> step(ManagerState.Step.LOST));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void step(ManagerState.Step step) throws SmpdException {
    state = state.after(step);
  }

  private void letGo() {
    try {
      LocalSite mine = site;
      if (mine != null) {
        mine.close();
      }
      Guardian ours = guardian;
      if (ours != null) {
        ours.close();
      }
    } catch (IOException e) {
      System.err.println("smpd: " + e.getMessage());
    }
    board.close();
  }

  private void tick() throws InterruptedException, SmpdException {
    liveness.ping();
    Integer child = liveness.silentChild();
    ManagerLink link = child == null ? null : board.childLink(child);
    if (link != null) {
      link.end(Liveness.NO_ANSWER);
    }
    boolean patient = state == ManagerState.SUSPENDED;
    if (!patient && parent.silentNanos() > Liveness.PARENT_NANOS) {
      endRanks();
    }
  }

  @Override
  public void command(SmpdCommand command) {
    tasks.add(() -> carryOut(command));
  }

  @Override
  public void lost(@Nullable Integer child, String why) {
    if (child == null) {
      tasks.add(this::endRanks);
    } else {
      tasks.add(
          () ->
              board.send(
                  board
                      .command(Verb.ABORT, ManagerTree.ROOT)
                      .with("manager", child)
                      .with("error", why)));
    }
  }

  private void carryOut(SmpdCommand command) throws IOException, InterruptedException {
    if (command.verb() == Verb.SPAWN || command.verb() == Verb.SINGINIT) {
      board.answer(command, "FAIL: mpiexec adds processes to a job, a manager does not");
      return;
    }
    step(ManagerState.step(command.verb()));
    switch (command.verb()) {
      case CONNECT -> connect(command);
      case START_DBS -> startDatabases(command);
      case STAGE -> stage(command);
      case LAUNCH -> launch(command);
      case STDIN, CLOSE_STDIN -> inputs.take(site(), command);
      case DBPUT -> pairs.putAll(SmpdCommand.words(command.require("pairs")));
      case STATUS -> board.answer(command, SmpdCommand.SUCCESS);
      case STAT -> ReportFields.ask(command, site());
      case WORLD ->
          site()
              .worldFailed(
                  command.require("kvs_name"),
                  command.requireInt("exit_code"),
                  command.require("error"));
      case RANK_FAILED ->
          site().ranksFailed(JobFields.ranks(command, "ranks", size), command.require("error"));
      case SUSPEND -> suspend(true);
      case RESUME -> suspend(false);
      case KILL -> kill("TERM".equals(command.get("signal")));
      case CLOSE -> close();
      case CLOSED -> board.drain(DRAIN_PATIENCE_MILLIS);
      default -> throw new SmpdException("'" + command.verb().word() + "' is not for a manager");
    }
  }

  private LocalSite site() throws SmpdException {
    LocalSite mine = site;
    if (mine == null) {
      throw new SmpdException("no job has been started with start_dbs");
    }
    return mine;
  }

  /** Starts a child; its start takes time, so another thread waits for it. */
  private void connect(SmpdCommand command) throws IOException {
    Guardian ours = guardian();
    int child = command.requireInt("id");
    String user = command.get("user");
    var host = new Host(command.require("host"), 1, user);
    var start =
        new ManagerStart(
            Launcher.of(SmpdCommand.list(command.require("launcher"))),
            command.require("program"),
            command.requireInt("limit"),
            command.get("patient") != null,
            false,
            key,
            new NetworkChoice(null, null));
    DaemonThread.start(
        "connect-" + child,
        () -> {
          try {
            String result = SmpdCommand.SUCCESS;
            try {
              ManagerLink link =
                  start.start(
                      host, child, id, new ManagerStart.From(tools, ours, this::say), board);
              board.child(child, link);
              link.open();
            } catch (IOException e) {
              result = "FAIL: " + e.getMessage();
            }
            board.answer(command, result);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private Guardian guardian() throws IOException {
    Guardian ours = guardian == null ? Guardian.start(tools) : guardian;
    guardian = ours;
    return ours;
  }

  /** To look at a file takes time, and so does writing one. */
  private void stage(SmpdCommand command) throws IOException {
    StagedFiles files = staged == null ? new StagedFiles(guardian()) : staged;
    staged = files;
    stager.execute(
        () -> {
          try {
            String result = SmpdCommand.SUCCESS;
            @Nullable String place = null;
            try {
              place = files.take(command);
            } catch (IOException e) {
              result = "FAIL: -stage: " + e.getMessage();
            }
            board.answer(command, result, place == null ? Map.of() : Map.of("at", place));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private void startDatabases(SmpdCommand command) throws IOException, InterruptedException {
    if (site != null) {
      throw new SmpdException("a second job for one manager");
    }
    PmiJob job = JobFields.job(command);
    grace = JobFields.grace(command);
    size = job.size();
    site = new LocalSite(id, job, tools, this);
    board.answer(command, SmpdCommand.SUCCESS);
  }

  @Override
  public void happened(Event event) {
    teller.tell(event);
  }

  @Override
  public void say(String line) {
    System.err.println(line);
  }

  @Override
  public Carrier carrier(int rank, Output.Stream stream) {
    Verb verb = stream == Output.Stream.OUT ? Verb.STDOUT : Verb.STDERR;
    var hex = HexFormat.of().withUpperCase();
    return new RawCarrier(
        (bytes, start, end) -> {
          activity.begin();
          board.send(
              board
                  .command(verb, ManagerTree.ROOT)
                  .with("rank", rank)
                  .with("data", hex.formatHex(bytes, start, end)));
          activity.end();
        });
  }

  private void launch(SmpdCommand command) throws IOException, InterruptedException {
    List<RankPlan> plans = JobFields.plans(command, size);
    LocalSite mine = site();
    try {
      StagedFiles files = staged;
      if (files != null && !Files.isDirectory(plans.getFirst().command().directory())) {
        Path instead = files.directory();
        plans = plans.stream().map(plan -> plan.in(instead)).toList();
      }
      for (RankPlan plan : plans) {
        mine.add(plan);
      }
    } catch (UsageException e) {
      throw new IOException(e.getMessage(), e);
    }
    board.answer(command, SmpdCommand.SUCCESS);
    if (state != ManagerState.ENDING) {
      mine.start(plans);
    }
  }

  private void released() {
    tasks.add(
        () -> {
          site().release(pairs);
          pairs = new LinkedHashMap<>();
        });
  }

  private void suspend(boolean stop) throws IOException {
    LocalSite mine = site;
    if (mine != null) {
      mine.suspend(stop);
    }
  }

  private void kill(boolean politely) throws IOException {
    LocalSite mine = site;
    if (mine != null) {
      asked |= politely;
      if (politely) {
        mine.terminate();
      } else {
        mine.kill();
      }
    }
  }

  /** Carries the last output, kills what is left, and says so behind the output. */
  private void close() {
    DaemonThread.start(
        "close",
        () -> {
          try {
            LocalSite mine = site;
            if (mine != null) {
              activity.awaitOutput(mine, OUTPUT_PATIENCE_MILLIS);
              mine.close();
            }
            board.send(board.command(Verb.CLOSED_REQUEST, ManagerTree.ROOT));
          } catch (IOException e) {
            tasks.add(
                () -> {
                  throw e;
                });
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
