package org.purempi.launch.smpd1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.local.LocalSite;
import org.purempi.launch.local.PmiCompanion;
import org.purempi.launch.output.Carrier;
import org.purempi.launch.output.Output;
import org.purempi.launch.program.Command;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.RankPlan;
import org.purempi.launch.site.SiteOwner;
import org.purempi.launch.smpd.ManagerTree;
import org.purempi.launch.system.Binding;
import org.purempi.launch.system.Tools;
import org.purempi.launch.system.Waiting;
import org.purempi.launch.text.UsageException;
import org.purempi.pmi.PmiJob;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.PmiServer;
import org.purempi.pmi.RankStage;

/**
 * The ranks of one job on this host, under a manager of MPICH's smpd. They speak PMI-1 with our
 * server; what concerns other hosts, or mpiexec, becomes commands of smpd in their names.
 */
final class Smpd1Clique implements SiteOwner, PmiCompanion {
  /** The manager that keeps the job's database. */
  private static final int DATABASE = 1;

  private static final int MISSED = 1;

  private final LaunchOrder first;
  private final Smpd1Processes.Listener listener;
  private final Tools tools;
  private final Map<Integer, Smpd1Rank> members = new TreeMap<>();
  private final Map<Integer, Command> commands = new HashMap<>();
  private @Nullable LocalSite site;
  private boolean closed;

  Smpd1Clique(LaunchOrder first, Smpd1Processes.Listener listener, Tools tools) {
    this.first = first;
    this.listener = listener;
    this.tools = tools;
  }

  synchronized boolean has(int rank) {
    return members.containsKey(rank);
  }

  synchronized void add(Smpd1Rank member, Command command) {
    members.put(member.rank(), member);
    commands.put(member.rank(), command);
    notifyAll();
  }

  synchronized boolean isComplete() {
    return members.size() == first.clique().size();
  }

  /** Waits until all have been ordered; answers who has not, none when we are closed. */
  synchronized List<Integer> awaitComplete(long millis) throws InterruptedException {
    return Waiting.until(this, millis, () -> closed || isComplete())
        ? List.of()
        : first.clique().stream().filter(rank -> !members.containsKey(rank)).toList();
  }

  /** Starts all of them. */
  void start() throws IOException {
    var its = new LocalSite(members.values().iterator().next().node(), job(), tools, this, this);
    synchronized (this) {
      site = its;
    }
    try {
      for (Smpd1Rank member : members.values()) {
        if (!member.isDoomed()) {
          member.site(its);
          its.add(
              new RankPlan(
                  member.rank(), command(member), member.rank() == 0, false, Binding.NONE));
        }
      }
    } catch (UsageException e) {
      throw new IOException(e.getMessage(), e);
    }
    its.start();
  }

  private synchronized Command command(Smpd1Rank member) {
    Command command = commands.get(member.rank());
    if (command == null) {
      throw new IllegalStateException("rank " + member.rank() + " was not ordered");
    }
    return command;
  }

  private synchronized Smpd1Rank member(int rank) {
    Smpd1Rank member = members.get(rank);
    if (member == null) {
      throw new IllegalStateException("rank " + rank + " is not here");
    }
    return member;
  }

  private synchronized PmiJob job() {
    var programs = new ArrayList<Integer>();
    for (int rank = 0; rank < first.size(); rank++) {
      Smpd1Rank member = members.get(rank);
      programs.add(member == null ? 0 : member.order().program());
    }
    boolean alone = members.size() == first.size();
    return new PmiJob(
        PmiServer.NAME_PREFIX + first.space(),
        programs,
        first.size(),
        alone ? "(vector,(0,1,%d))".formatted(first.size()) : "",
        new TreeSet<>(members.keySet()));
  }

  @Override
  public Carrier carrier(int rank, Output.Stream stream) {
    return member(rank).carrier(stream == Output.Stream.ERR);
  }

  @Override
  public void say(String line) {
    System.err.println(line);
  }

  @Override
  public void happened(Event event) {
    switch (event) {
      case Event.Started started -> started(member(started.rank()));
      case Event.Exited exited -> member(exited.rank()).exited(exited.status());
      case Event.NotStarted failed ->
          listener.failed("rank %d: %s".formatted(failed.rank(), failed.why()));
      case Event.Aborted aborted ->
          abort(member(aborted.rank()), aborted.message(), aborted.exitCode());
      case Event.Missed missed ->
          abort(member(missed.rank()), "it has ended while other ranks wait for it", MISSED);
      case Event.AtBarrier barrier -> barrier(barrier.puts());
      case Event.AsksName asks -> name(asks);
      case Event.Lost lost -> listener.failed(lost.why());
      case Event.Broken broken -> listener.failed(broken.why());
      case Event.Told told -> throw new IllegalStateException("for mpiexec alone");
      case Event.GivenUp over -> throw new IllegalStateException("for mpiexec alone");
      case Event.Initialized first -> {
        // Each rank's call is told of by itself.
      }
      case Event.Spawns spawns ->
          spawns.refuse("a daemon of MPICH 3.0's kind adds no processes to a running job");
      case Event.WorldFailed failed -> throw new IllegalStateException("for mpiexec alone");
      case Event.Connects connects -> {
        // There is one world.
      }
      case Event.Unheeding unheeding -> {
        // There is one world.
      }
      case Event.Hung hung -> throw new IllegalStateException("for mpiexec alone");
      case Event.Reported reported -> {
        // smpd has no question that this would answer.
      }
      case Event.Looked looked -> {
        // Nor that.
      }
      case Event.Stacked stacked -> {
        // Nor that.
      }
    }
  }

  private void started(Smpd1Rank member) {
    try {
      member.started();
    } catch (IOException e) {
      listener.failed(String.valueOf(e.getMessage()));
    }
  }

  private void abort(Smpd1Rank member, String why, int code) {
    listener.said(
        member
            .plain("abort_job", ManagerTree.ROOT)
            .with("name", first.space())
            .with("rank", member.rank())
            .with("error", why)
            .with("exit_code", code));
  }

  @Override
  public void reached(int rank, RankStage stage) {
    Smpd1Rank member = member(rank);
    boolean begins = stage == RankStage.INITIALIZED;
    Smpd1Command command =
        member
            .command(begins ? "init" : "finalize", ManagerTree.ROOT)
            .with("name", first.space())
            .with("key", rank);
    command = begins ? command.with("value", first.size()) : command;
    member.ask(command.with("node_id", member.node()), answer -> refused(rank, answer));
  }

  /** The rank cannot be told any more that it may not; the job ends as mpiexec judges. */
  private void refused(int rank, Smpd1Command answer) {
    if (!answer.succeeded()) {
      abort(member(rank), String.valueOf(answer.get(Smpd1Command.RESULT)), MISSED);
    }
  }

  /**
   * All ranks here are in a barrier: what they put goes to the database, and they to the others.
   */
  private void barrier(Map<String, String> puts) {
    List<Smpd1Rank> all;
    synchronized (this) {
      all = List.copyOf(members.values());
    }
    puts.forEach(
        (key, value) ->
            all.getFirst()
                .ask(
                    database(all.getFirst(), "dbput", first.space(), key).with("value", value),
                    answer -> stored(key, answer)));
    var left = new AtomicInteger(all.size());
    for (Smpd1Rank member : all) {
      member.ask(
          member
              .command("barrier", DATABASE)
              .with("name", first.space())
              .with("value", first.size()),
          answer -> release(left, answer));
    }
  }

  private static Smpd1Command database(Smpd1Rank member, String verb, String space, String key) {
    return member.command(verb, DATABASE).with("name", space).with("key", key);
  }

  private void stored(String key, Smpd1Command answer) {
    if (!answer.succeeded()) {
      listener.failed("the database refuses '" + key + "': " + answer.get(Smpd1Command.RESULT));
    }
  }

  private void release(AtomicInteger left, Smpd1Command answer) {
    if (!answer.succeeded()) {
      listener.failed("the barrier failed: " + answer.get(Smpd1Command.RESULT));
      return;
    }
    LocalSite its;
    synchronized (this) {
      its = site;
    }
    if (left.decrementAndGet() == 0 && its != null) {
      its.release(Map.of());
    }
  }

  @Override
  public void pair(String key, Consumer<@Nullable String> answer) {
    Smpd1Rank member;
    synchronized (this) {
      member = members.values().iterator().next();
    }
    member.ask(
        database(member, "dbget", first.space(), key),
        found -> answer.accept(found.succeeded() ? found.get("value") : null));
  }

  /** Published names are pairs of another space; the original withdraws one by an empty value. */
  private void name(Event.AsksName asks) {
    Smpd1Rank member;
    synchronized (this) {
      member = members.values().iterator().next();
    }
    PmiLine request = asks.request();
    String service = String.valueOf(request.get("service"));
    switch (request.command()) {
      case "publish_name" ->
          member.ask(
              database(member, "dbput", first.domain(), service)
                  .with("value", String.valueOf(request.get("port"))),
              answer -> asks.answer().accept(named("publish_result", answer.succeeded())));
      case "unpublish_name" ->
          member.ask(
              database(member, "dbput", first.domain(), service).with("value", ""),
              answer -> asks.answer().accept(named("unpublish_result", answer.succeeded())));
      default ->
          member.ask(
              database(member, "dbget", first.domain(), service),
              answer -> {
                String port = answer.succeeded() ? answer.get("value") : null;
                boolean there = port != null && !port.isEmpty();
                PmiLine reply = named("lookup_result", there);
                asks.answer().accept(there ? reply.with("port", String.valueOf(port)) : reply);
              });
    }
  }

  private static PmiLine named(String command, boolean well) {
    PmiLine reply = PmiLine.of(command).with("rc", well ? 0 : 1);
    return reply.with("msg", well ? "success" : "service_not_found").with("info", "ok");
  }

  /** Kills what is left. */
  void close() throws IOException {
    LocalSite its;
    synchronized (this) {
      closed = true;
      its = site;
      notifyAll();
    }
    if (its != null) {
      its.close();
    }
  }
}
