package org.purempi.launch.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.output.Output;
import org.purempi.launch.program.Staging;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.RankPlan;
import org.purempi.launch.site.Site;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;
import org.purempi.launch.system.Waiting;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiJob;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.SpawnResult;

/** The ranks of another host, driven through its manager. Any thread. */
public final class RemoteSite implements Site {
  private static final int INPUT_PIECE_BYTES = 8 << 10;

  /** So many pieces of a rank's standard input may be on their way. */
  private static final int INPUT_WINDOW = 8;

  private final int id;
  private final Host host;
  private final Switchboard board;
  private final SiteOwner owner;
  private final List<RankPlan> plans = new ArrayList<>();
  private Map<String, String> puts = new LinkedHashMap<>();
  private @Nullable SmpdCommand barrier;
  private boolean closing;
  private boolean carried;
  private volatile boolean lost;

  /**
   * A host on which no rank is planned yet.
   *
   * @param id of the host's manager, 1 or more
   */
  public RemoteSite(int id, Host host, Switchboard board, SiteOwner owner) {
    this.id = id;
    this.host = host;
    this.board = board;
    this.owner = owner;
  }

  /** The number of its manager, 1 or more. */
  public int id() {
    return id;
  }

  Host where() {
    return host;
  }

  /** One more rank of this host. */
  public synchronized void add(RankPlan plan) {
    plans.add(plan);
  }

  @Override
  public String host() {
    return host.name();
  }

  @Override
  public synchronized List<Integer> ranks() {
    return plans.stream().map(RankPlan::rank).toList();
  }

  private void send(SmpdCommand command) {
    try {
      if (!lost) {
        board.send(command);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private SmpdCommand command(Verb verb) {
    return board.command(verb, id);
  }

  /** The command that tells the manager of the job. */
  SmpdCommand description(PmiJob job, Duration grace) {
    return JobFields.describe(command(Verb.START_DBS), job, ranks(), grace);
  }

  /**
   * Sends the host what it lacks of the programs' files; they are started from there.
   *
   * @throws IOException naming the host, when that fails
   */
  void stage(Staging staging) throws IOException, InterruptedException {
    Map<Path, String> there =
        new FileSender(host.name(), board, () -> command(Verb.STAGE), () -> lost).send(staging);
    synchronized (this) {
      plans.replaceAll(plan -> plan.with(Staging.moved(plan.command(), there)));
    }
  }

  @Override
  public void start() {
    List<RankPlan> rest;
    synchronized (this) {
      rest = new ArrayList<>(plans);
    }
    while (!rest.isEmpty()) {
      RankPlan first = rest.getFirst();
      List<RankPlan> alike = rest.stream().filter(first::isLike).toList();
      send(JobFields.launch(command(Verb.LAUNCH), alike));
      rest.removeAll(alike);
    }
  }

  @Override
  public OutputStream input(int rank) {
    return new Input(rank);
  }

  @Override
  public void release(Map<String, String> pairs) {
    for (Map<String, String> batch : ManagerEvents.batches(pairs)) {
      send(command(Verb.DBPUT).with("pairs", SmpdCommand.join(batch)));
    }
    SmpdCommand asked;
    synchronized (this) {
      asked = barrier;
      barrier = null;
    }
    if (asked != null) {
      try {
        board.answer(asked, "DBS_SUCCESS");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void worldFailed(String kvsName, int exitCode, String why) {
    send(
        command(Verb.WORLD)
            .with("kvs_name", kvsName)
            .with("exit_code", exitCode)
            .with("error", why));
  }

  @Override
  public void ranksFailed(List<Integer> ranks, String why) {
    send(command(Verb.RANK_FAILED).with("ranks", Ranges.text(ranks)).with("error", why));
  }

  @Override
  public void askForReports() {
    send(command(Verb.STAT));
  }

  @Override
  public void look() {
    send(command(Verb.STAT).with("look", 1));
  }

  @Override
  public void askForStacks(boolean isFull) {
    send(command(Verb.STAT).with("stacks", isFull ? ReportFields.FULL : "short"));
  }

  @Override
  public void terminate() {
    send(command(Verb.KILL).with("signal", "TERM"));
  }

  @Override
  public void kill() {
    send(command(Verb.KILL));
  }

  @Override
  public void destroy() {
    kill();
  }

  /** Stops all ranks, or lets them go on. */
  void suspend(boolean stop) {
    send(command(stop ? Verb.SUSPEND : Verb.RESUME));
  }

  @Override
  public boolean awaitOutput(long millis) throws InterruptedException {
    finish();
    return Waiting.until(this, millis, () -> lost || carried);
  }

  @Override
  public synchronized void finish() {
    if (!closing) {
      closing = true;
      send(command(Verb.CLOSE));
    }
  }

  @Override
  public void close() {
    finish();
    send(command(Verb.CLOSED));
  }

  /** Takes what the manager tells. */
  void take(SmpdCommand command) throws IOException {
    switch (command.verb()) {
      case STDOUT -> output(command, Output.Stream.OUT);
      case STDERR -> output(command, Output.Stream.ERR);
      case CLOSED_REQUEST -> ended();
      case DBPUT, DBGET, DBDELETE -> database(command);
      case SPAWN -> owner.happened(SpawnFields.read(command, result -> answer(command, result)));
      case BARRIER -> {
        if (command.get("missing") != null) {
          owner.happened(ManagerEvents.read(id, command));
          return;
        }
        Map<String, String> all;
        synchronized (this) {
          barrier = command;
          all = puts;
          puts = new LinkedHashMap<>();
        }
        owner.happened(new Event.AtBarrier(id, all));
      }
      default -> owner.happened(ManagerEvents.read(id, command));
    }
  }

  private void output(SmpdCommand command, Output.Stream stream) throws SmpdException {
    int rank = command.requireInt("rank");
    if (!ranks().contains(rank)) {
      throw new SmpdException("output of rank %d, which is not there".formatted(rank));
    }
    try {
      byte[] bytes = HexFormat.of().parseHex(command.require("data"));
      owner.carrier(rank, stream).take(bytes, 0, bytes.length);
    } catch (IllegalArgumentException e) {
      throw new SmpdException("output that is not in hexadecimal digits");
    }
  }

  private void database(SmpdCommand command) throws SmpdException {
    String pmi = command.get(SmpdCommand.PMI);
    if (pmi == null) {
      Map<String, String> pairs = SmpdCommand.words(command.require("pairs"));
      synchronized (this) {
        puts.putAll(pairs);
      }
      return;
    }
    try {
      owner.happened(new Event.AsksName(PmiLine.parse(pmi), reply -> answer(command, reply)));
    } catch (PmiException e) {
      throw new SmpdException(String.valueOf(e.getMessage()));
    }
  }

  private void answer(SmpdCommand command, PmiLine reply) {
    send(
        command
            .answer(command(Verb.RESULT).tag(), "DBS_SUCCESS")
            .with(SmpdCommand.PMI, reply.format()));
  }

  private void answer(SmpdCommand command, SpawnResult result) {
    try {
      board.answer(command, SmpdCommand.SUCCESS, SpawnFields.answer(result));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nothing more comes from there. */
  private void ended() {
    for (int rank : ranks()) {
      owner.carrier(rank, Output.Stream.OUT).finish();
      owner.carrier(rank, Output.Stream.ERR).finish();
    }
    synchronized (this) {
      carried = true;
      notifyAll();
    }
  }

  /** The manager cannot be reached any more. */
  void lose(String why) {
    boolean news;
    synchronized (this) {
      news = !lost && !carried;
      lost = true;
      notifyAll();
    }
    if (news) {
      ended();
      owner.happened(new Event.Lost(id, why));
    }
  }

  /** A rank's standard input, a few pieces ahead of what the rank has taken. */
  private final class Input extends OutputStream {
    private final int rank;
    private final Semaphore window = new Semaphore(INPUT_WINDOW);
    private volatile boolean refused;

    Input(int rank) {
      this.rank = rank;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (int at = offset; at < offset + length; at += INPUT_PIECE_BYTES) {
        int end = Math.min(offset + length, at + INPUT_PIECE_BYTES);
        String data = HexFormat.of().withUpperCase().formatHex(bytes, at, end);
        piece(command(Verb.STDIN).with("rank", rank).with("data", data));
      }
    }

    private void piece(SmpdCommand command) throws IOException {
      try {
        while (!window.tryAcquire(1, TimeUnit.SECONDS)) {
          refused |= lost;
          if (refused) {
            break;
          }
        }
        if (refused || lost) {
          throw new IOException("the rank reads no more");
        }
        var unused = board.ask(command).thenAccept(this::answered);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }

    private void answered(SmpdCommand answer) {
      refused |= !SmpdCommand.SUCCESS.equals(answer.get(SmpdCommand.RESULT));
      window.release();
    }

    @Override
    public void close() throws IOException {
      piece(command(Verb.CLOSE_STDIN).with("rank", rank));
    }
  }
}
