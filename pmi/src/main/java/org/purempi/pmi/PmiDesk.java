package org.purempi.pmi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.PeerUser;

/** The state of one job and the answers to its ranks; used by the server's thread only. */
final class PmiDesk {
  /** The field in which ranks of ours say the job's key. */
  static final String KEY = "key";

  /** Tells ranks of a world that another one, with which it is connected, has failed. */
  static final String WORLD_FAILED = "world_failed";

  /** What ends the job for ranks that nobody can kill. */
  static final String JOB_ENDED = "job_ended";

  /** Says that its sender lives, both ways, between those whom no launcher watches. */
  static final String ALIVE = "alive";

  private static final int PMI_VERSION = 1;

  private final PmiJob job;
  private final Identifiers identifiers;
  private final PmiListener listener;
  private final @Nullable PmiUpstream upstream;
  private final Consumer<Runnable> errands;
  private final KeyValueSpace space;
  private final NameService names;
  private final @Nullable RankConnection[] connections;
  private final RankStage[] stages;
  private final boolean[] ended;

  /** Without them the job goes on. */
  private final boolean[] failed;

  /** How many ranks here have not failed. */
  private int left;

  /** Those that wait, of those that have not failed. */
  private final List<RankConnection> atBarrier = new ArrayList<>();

  /** Whether all ranks here wait for those of others. */
  private boolean isBarrierTold;

  /** What ranks are to be told that come later. */
  private final List<PmiLine> news = new ArrayList<>();

  private volatile boolean inUse;

  /**
   * @param upstream who knows the rest of the job, and the names; null when there is nobody
   * @param names those that ranks publish, where nobody stands above
   * @param errands runs what it is given on the server's thread
   */
  PmiDesk(
      PmiJob job,
      Identifiers identifiers,
      PmiListener listener,
      @Nullable PmiUpstream upstream,
      NameService names,
      Consumer<Runnable> errands) {
    this.job = job;
    this.identifiers = identifiers;
    this.listener = listener;
    this.upstream = upstream;
    this.names = names;
    this.errands = errands;
    this.space = new KeyValueSpace(job);
    this.connections = new RankConnection[job.size()];
    this.stages = new RankStage[job.size()];
    this.ended = new boolean[job.size()];
    this.failed = new boolean[job.size()];
    this.left = job.served().size();
    Arrays.fill(stages, RankStage.SILENT);
  }

  @Nullable RankConnection connection(int rank) {
    return connections[rank];
  }

  /** Whether any rank has called init; any thread may ask. */
  boolean inUse() {
    return inUse;
  }

  /** Sends to a rank other than the one being served. */
  private void tell(RankConnection connection, PmiLine line) throws IOException {
    connection.sendOrClose(line);
    if (!connection.isOpen()) {
      closed(connection);
    }
  }

  /** A connection has been closed. */
  void closed(RankConnection connection) {
    int rank = connection.expected();
    if (rank >= 0 && stages[rank] != RankStage.FINALIZED) {
      listener.lost(rank);
    }
  }

  /** A rank's process is gone. */
  RankEnd ended(int rank) {
    ended[rank] = true;
    boolean awaited = !atBarrier.isEmpty() && atBarrier.stream().noneMatch(c -> c.rank() == rank);
    return new RankEnd(stages[rank], inUse, awaited);
  }

  /** Asks all that can answer; answers for which ranks it could not. */
  Map<Integer, RankStage> ask(RankQuestion about) throws IOException {
    PmiLine question = about.line();
    var silent = new TreeMap<Integer, RankStage>();
    for (int rank : job.served()) {
      RankConnection connection = connections[rank];
      if (connection != null && connection.isOpen() && connection.reports()) {
        tell(connection, question);
      } else {
        silent.put(rank, stages[rank]);
      }
    }
    return silent;
  }

  /** Tells the ranks that another world has failed; whether that is left to them from now on. */
  boolean worldFailed(String kvsName, int exitCode, String why) throws IOException {
    PmiLine failure =
        PmiLine.of(WORLD_FAILED)
            .with("kvsname", kvsName)
            .with("exitcode", exitCode)
            .with("message", PmiLine.wire(PmiClient.oneLine(why)));
    news.add(failure);
    boolean isTold = false;
    boolean isSilent = false;
    for (int rank : job.served()) {
      RankConnection connection = connections[rank];
      boolean isLeft = !ended[rank] && stages[rank] != RankStage.FINALIZED;
      if (isLeft && stages[rank] == RankStage.SILENT) {
        isSilent = true;
      } else if (isLeft && connection != null && connection.isOpen() && connection.reports()) {
        tell(connection, failure);
        isTold = true;
      } else if (isLeft) {
        return false;
      }
    }
    return isTold || !isSilent;
  }

  /** Tells the ranks here that others have failed, for which no barrier waits any more. */
  void ranksFailed(Collection<Integer> ranks, String why) throws IOException {
    for (int rank : ranks) {
      left -= job.served().contains(rank) && !failed[rank] ? 1 : 0;
      failed[rank] = true;
    }
    atBarrier.removeIf(connection -> failed[connection.rank()]);
    List<PmiLine> lines = FailedRanks.lines(ranks, why);
    news.addAll(lines);
    for (int rank : job.served()) {
      RankConnection connection = connections[rank];
      boolean listens = connection != null && connection.reports() && !failed[rank];
      for (PmiLine line : lines) {
        if (listens && connection.isOpen()) {
          tell(connection, line);
        }
      }
    }
    if (!atBarrier.isEmpty() && !isBarrierTold) {
      awaitOthers();
    }
  }

  void serve(RankConnection from, String text) throws IOException {
    SpawnRequest spawn = from.spawn();
    if (spawn != null && spawn.isOpen()) {
      spawnLine(from, spawn, text);
    } else if (text.startsWith("mcmd=")) {
      if (from.rank() < 0) {
        throw new PmiException("'" + text + "' of nobody");
      }
      SpawnRequest begun = spawn == null ? new SpawnRequest() : spawn;
      begun.open();
      from.spawn(begun);
    } else {
      serve(from, PmiLine.parse(text));
    }
  }

  private void serve(RankConnection from, PmiLine line) throws IOException {
    boolean introduction = line.command().equals("initack");
    if (introduction == (from.rank() >= 0)) {
      throw new PmiException("'" + line.command() + "' out of turn");
    }
    switch (line.command()) {
      case "initack" -> introduce(from, line);
      case "init" -> init(from, line);
      case "get_maxes" -> from.send(maxes());
      case "get_appnum" -> {
        from.send(PmiLine.of("appnum").with("appnum", job.appnums().get(from.rank())));
      }
      case "get_universe_size" -> {
        from.send(PmiLine.of("universe_size").with("size", job.universeSize()));
      }
      case "get_my_kvsname" -> {
        from.send(PmiLine.of("my_kvsname").with("kvsname", job.kvsName()));
      }
      case "put" -> put(from, line);
      case "get" -> get(from, line);
      case "barrier_in" -> barrier(from);
      case "getbyidx" -> getByIndex(from, line);
      case "publish_name", "unpublish_name", "lookup_name" -> names(from, line);
      case "abort" -> abort(from, line);
      case "connected" -> listener.connected(from.rank(), line.require("kvsname"));
      case "disconnected" -> listener.disconnected(from.rank(), line.require("kvsname"));
      case ALIVE -> listener.alive(from.rank());
      case ReportLines.RANK, ReportLines.LINE, ReportLines.FACT, ReportLines.END -> {
        if (from.report().take(line)) {
          from.report().tell(listener);
          from.forgetReport();
        }
      }
      case "finalize" -> {
        reach(from.rank(), RankStage.FINALIZED);
        from.send(PmiLine.of("finalize_ack"));
        from.closeWhenSent();
        listener.left(from.rank());
      }
      default -> throw new PmiException("unknown PMI command '" + line.command() + "'");
    }
  }

  /** From now on a connection is this rank's. */
  void seat(RankConnection from, int rank) {
    connections[rank] = from;
    from.rank(rank);
  }

  private void introduce(RankConnection from, PmiLine line) throws IOException {
    int id = line.requireInt("pmiid");
    boolean isTrusted = from.isPromised() || isOfOurs(from, line.get(KEY));
    Integer rank = identifiers.rank(id);
    boolean isExpected = rank != null && connections[rank] == null && from.mayBe(rank);
    if (!isTrusted) {
      if (rank != null && isExpected) {
        listener.foreign(rank);
      }
      throw new StrangerException("a process of another user", false);
    }
    if (rank == null || !isExpected) {
      throw new StrangerException("PMI_ID " + id + " is not expected (any more)", true);
    }
    seat(from, rank);
    from.send(PmiLine.of("initack").with(ReportLines.CAPABLE, 1));
    from.send(PmiLine.of("set").with("size", job.size()));
    from.send(PmiLine.of("set").with("rank", rank));
    from.send(PmiLine.of("set").with("debug", 0));
  }

  /**
   * Everybody on this host can call here. Who knows the key is one of ours; programs that have
   * never heard of it are, if they are processes of our user, or if this system does not tell.
   */
  private boolean isOfOurs(RankConnection from, @Nullable String said) throws IOException {
    return said == null ? from.user() != PeerUser.OTHER : identifiers.isKey(said);
  }

  private void init(RankConnection from, PmiLine line) throws IOException {
    boolean spoken = line.requireInt("pmi_version") == PMI_VERSION;
    if (spoken) {
      reach(from.rank(), RankStage.INITIALIZED);
      if (!inUse) {
        inUse = true;
        listener.initialized(from.rank());
      }
      from.reports(line.get(ReportLines.CAPABLE) != null);
    }
    from.send(
        PmiLine.of("response_to_init")
            .with("pmi_version", PMI_VERSION)
            .with("pmi_subversion", PMI_VERSION)
            .with("rc", spoken ? 0 : -1));
    if (from.reports()) {
      for (PmiLine failure : news) {
        from.send(failure);
      }
    }
  }

  private void reach(int rank, RankStage stage) {
    stages[rank] = stage;
    listener.reached(rank, stage);
  }

  private static PmiLine maxes() {
    PmiLimits limits = PmiLimits.OURS;
    return PmiLine.of("maxes")
        .with("kvsname_max", limits.nameBytes())
        .with("keylen_max", limits.keyBytes())
        .with("vallen_max", limits.valueBytes());
  }

  private void put(RankConnection from, PmiLine line) throws IOException {
    String refusal = space.put(line);
    from.send(outcome("put_result", refusal == null, refusal == null ? "" : refusal));
  }

  private void get(RankConnection from, PmiLine line) throws IOException {
    String value = space.get(line);
    PmiUpstream above = upstream;
    if (value == null && above != null && !job.isWhole() && space.isOurs(line)) {
      int rank = from.rank();
      above.pair(
          line.require("key"), found -> errands.accept(() -> answer(rank, getResult(found))));
    } else {
      from.send(getResult(value));
    }
  }

  private static PmiLine getResult(@Nullable String value) {
    PmiLine reply = PmiLine.of("get_result");
    return value != null
        ? reply.with("rc", 0).with("msg", "success").with("value", value)
        : reply.with("rc", -1).with("msg", "key_not_found").with("value", "unknown");
  }

  private void getByIndex(RankConnection from, PmiLine line) throws IOException {
    String key = space.key(line);
    PmiLine reply = PmiLine.of("getbyidx_results").with("rc", key == null ? -1 : 0);
    from.send(
        key == null
            ? reply.with("reason", "no_more_keyvals")
            : reply
                .with("nextidx", line.requireInt("idx") + 1)
                .with("key", key)
                .with("val", space.value(key)));
  }

  private void names(RankConnection from, PmiLine line) throws IOException {
    line.require("service");
    int rank = from.rank();
    Consumer<PmiLine> answer = reply -> errands.accept(() -> answer(rank, reply));
    PmiUpstream above = upstream;
    if (above == null) {
      names.serve(line, answer);
    } else {
      above.names(line, answer);
    }
  }

  private void answer(int rank, PmiLine reply) {
    RankConnection connection = connections[rank];
    if (connection == null || !connection.isOpen()) {
      return;
    }
    try {
      tell(connection, reply);
    } catch (IOException e) {
      listener.serverFailed("a PMI connection could not be closed: " + PmiException.text(e));
    }
  }

  private static PmiLine outcome(String command, boolean good, String otherwise) {
    return PmiLine.of(command).with("rc", good ? 0 : -1).with("msg", good ? "success" : otherwise);
  }

  private void barrier(RankConnection from) throws IOException {
    if (atBarrier.contains(from)) {
      throw new PmiException("a second barrier_in inside a barrier");
    }
    if (failed[from.rank()]) {
      return; // nobody waits for it, and it for nobody
    }
    atBarrier.add(from);
    awaitOthers();
  }

  /** The barrier is over, or goes on elsewhere, when all ranks here are in that have not failed. */
  private void awaitOthers() throws IOException {
    if (atBarrier.size() == left) {
      if (upstream == null || job.isWhole()) {
        release(Map.of());
      } else {
        isBarrierTold = true;
        upstream.barrier(space.takeFresh());
      }
      return;
    }
    for (int rank = 0; rank < ended.length; rank++) {
      if (ended[rank] && !failed[rank]) {
        listener.barrierWaitsForEndedRank(rank);
        return;
      }
    }
  }

  /** Lets the ranks out of their barrier; from now on they find these pairs. */
  void release(Map<String, String> pairs) throws IOException {
    isBarrierTold = false;
    space.add(pairs);
    List<RankConnection> all = List.copyOf(atBarrier);
    atBarrier.clear();
    for (RankConnection one : all) {
      tell(one, PmiLine.of("barrier_out"));
    }
  }

  private void abort(RankConnection from, PmiLine line) throws IOException {
    String message = line.get("message");
    int exitCode = line.get("exitcode") == null ? 1 : line.requireInt("exitcode");
    listener.aborted(from.rank(), exitCode, message == null ? "" : PmiLine.text(message));
  }

  private void spawnLine(RankConnection from, SpawnRequest spawn, String text) throws IOException {
    if (spawn.line(text)) {
      from.spawn(null);
      int rank = from.rank();
      listener.spawn(
          rank,
          spawn.programs(),
          spawn.preput(),
          result -> errands.accept(() -> answer(rank, result.line())));
    }
  }
}
