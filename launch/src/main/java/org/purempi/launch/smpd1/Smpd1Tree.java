package org.purempi.launch.smpd1;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.smpd.ManagerTree;
import org.purempi.launch.system.Waiting;

/**
 * mpiexec's end of a tree of MPICH 3.0's smpds: calls the first host, lets them call each other,
 * launches ranks from the last to the first, answers what they ask mpiexec, and ends them as the
 * original does, only that no wait is without a limit. Any thread.
 */
public final class Smpd1Tree implements Smpd1Link.Handler, AutoCloseable {
  private static final int ROOT = ManagerTree.ROOT;
  private static final int FIRST = 1;
  private static final long SUSPEND_MILLIS = 1000;
  private static final long CLOSE_MILLIS = 2000;
  private static final long DRAIN_MILLIS = 500;

  /** The code of an abort that no rank asked for. */
  private static final int ABORTED = 123;

  private interface Answer {
    void take(Smpd1Command result) throws IOException, InterruptedException;
  }

  private final Smpd1Client client;
  private final List<String> hosts;
  private final Smpd1TreeListener listener;
  private final Map<Integer, Answer> awaited = new HashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final boolean[] connected;
  private List<LaunchRequest> requests = List.of();
  private String space = "";
  private String domain = "";
  private @Nullable String[] contexts = new String[0];
  private boolean[] called = new boolean[0];
  private boolean[] ended = new boolean[0];
  private @Nullable Smpd1Link link;
  private @Nullable String problem;
  private boolean anyLeftUncalled;
  private boolean ending;
  private boolean killing;
  private int suspending;
  private int abortCode = ABORTED;
  private int nextTag;

  /**
   * A tree that has not been called yet.
   *
   * @param hosts the hosts, of which the first is number 1
   */
  public Smpd1Tree(Smpd1Client client, List<String> hosts, Smpd1TreeListener listener) {
    this.client = client;
    this.hosts = List.copyOf(hosts);
    this.listener = listener;
    this.connected = new boolean[hosts.size() + 1];
  }

  private Smpd1Command command(String verb, int destination) {
    return Smpd1Command.of(verb, ROOT, destination, nextTag++);
  }

  private void send(Smpd1Command command) throws IOException, InterruptedException {
    Smpd1Link up = link;
    if (up != null) {
      up.send(command);
    }
  }

  private void ask(Smpd1Command command, Answer answer) throws IOException, InterruptedException {
    awaited.put(command.tag(), answer);
    send(command);
  }

  /**
   * Calls the hosts and makes the job's database.
   *
   * @throws IOException naming the host that could not be reached
   */
  public void connect() throws IOException, InterruptedException {
    Smpd1Client.Line line = client.manager(hosts.getFirst(), FIRST, ROOT);
    synchronized (this) {
      var first = new Smpd1Link("smpd on " + hosts.getFirst(), line, this);
      link = first;
      first.open();
      connected[FIRST] = true;
      callBelow(FIRST);
      await("the tree of hosts is not connected", () -> !hasUnconnected());
      ask(command("start_dbs", FIRST), this::databaseMade);
      await("the database is not started", () -> !space.isEmpty());
    }
  }

  private boolean hasUnconnected() {
    for (int id = FIRST; id < connected.length; id++) {
      if (!connected[id]) {
        return true;
      }
    }
    return false;
  }

  private void callBelow(int node) throws IOException, InterruptedException {
    for (int id = node + 1; id < connected.length; id++) {
      if (ManagerTree.parent(id) == node) {
        int child = id;
        ask(
            command("connect", node).with("host", Smpd1Text.wire(hosts.get(id - 1))).with("id", id),
            result -> called(child, result));
      }
    }
  }

  private void called(int id, Smpd1Command result) throws IOException, InterruptedException {
    if (!result.succeeded()) {
      problem = "host %s: %s".formatted(hosts.get(id - 1), result.failure());
    } else {
      connected[id] = true;
      callBelow(id);
    }
    notifyAll();
  }

  private void databaseMade(Smpd1Command result) throws IOException {
    if (!result.succeeded()) {
      problem = "start_dbs: " + result.failure();
    } else {
      domain = result.require("domain_name");
      space = result.require("kvs_name");
    }
    notifyAll();
  }

  private void await(String what, BooleanSupplier isSo) throws IOException, InterruptedException {
    long levels = ManagerTree.level(hosts.size()) + 1L;
    if (!Waiting.until(
        this, client.limitMillis() * levels, () -> problem != null || isSo.getAsBoolean())) {
      throw new IOException(
          what + " after " + TimeUnit.MILLISECONDS.toSeconds(client.limitMillis()) + " s");
    }
    if (problem != null) {
      throw new IOException(problem);
    }
  }

  /**
   * Launches the ranks, each as its request says.
   *
   * @throws IOException when one cannot be described in smpd's words
   */
  public synchronized void launch(List<LaunchRequest> all)
      throws IOException, InterruptedException {
    requests = List.copyOf(all);
    contexts = new String[all.size()];
    called = new boolean[all.size()];
    ended = new boolean[all.size()];
    var cliques = new HashMap<Integer, List<Integer>>();
    for (int rank = 0; rank < all.size(); rank++) {
      cliques.computeIfAbsent(all.get(rank).node(), n -> new ArrayList<>()).add(rank);
    }
    for (int rank = all.size() - 1; rank >= 0; rank--) {
      int one = rank;
      List<Integer> clique = cliques.getOrDefault(all.get(rank).node(), List.of());
      Smpd1Command order = command("launch", all.get(rank).node());
      order = all.get(rank).order(order, rank, all.size(), LaunchOrder.clique(clique));
      ask(order.with("k", space).with("kd", domain), result -> launched(one, result));
    }
  }

  private void launched(int rank, Smpd1Command result) throws IOException, InterruptedException {
    if (!result.succeeded()) {
      ended[rank] = true;
      listener.notStarted(rank, result.failure());
    } else {
      contexts[rank] = result.require("pg_ctx");
      listener.started(rank);
      if (killing) {
        kill(rank);
      } else if (ending) {
        suspend(rank);
      }
    }
    notifyAll();
  }

  @Override
  public void arrived(Smpd1Link from, Smpd1Command command)
      throws IOException, InterruptedException {
    if (command.destination() != ROOT) {
      throw new Smpd1Exception("mpiexec passes nothing on, as '" + command.verb() + "'");
    }
    switch (command.verb()) {
      case "stdout", "stderr" -> output(command);
      case "exit" -> exited(command);
      default -> {
        synchronized (this) {
          carryOut(command);
        }
      }
    }
  }

  private void carryOut(Smpd1Command command) throws IOException, InterruptedException {
    switch (command.verb()) {
      case "result" -> {
        Answer answer = awaited.remove(command.requireInt(Smpd1Command.ANSWERED_TAG));
        if (answer != null) {
          answer.take(command);
        }
      }
      case "init", "finalize" -> stage(command);
      case "abort_job" -> {
        abortCode = command.getInt("exit_code", ABORTED);
        String error = command.get("error");
        listener.aborted(
            rank(command, "rank"), abortCode, error == null ? "" : Smpd1Text.text(error));
      }
      case "abort" -> {
        String error = command.get("error");
        String where = hosts.get(Math.clamp(command.source(), FIRST, hosts.size()) - 1);
        fail("host %s: %s".formatted(where, error == null ? "aborted" : Smpd1Text.text(error)));
      }
      case "closed_request" -> {
        send(command("closed", command.source()));
        closed.countDown();
      }
      case "closed" -> closed.countDown();
      default -> refuse(command);
    }
  }

  private int rank(Smpd1Command command, String key) throws Smpd1Exception {
    int rank = command.requireInt(key);
    if (rank < 0 || rank >= requests.size()) {
      throw new Smpd1Exception("%s of rank %d, which is not there".formatted(command.verb(), rank));
    }
    return rank;
  }

  private void output(Smpd1Command command) throws Smpd1Exception {
    int rank;
    synchronized (this) {
      rank = rank(command, "rank");
    }
    listener.output(rank, command.verb().equals("stderr"), command.requireBytes("data"));
  }

  private void stage(Smpd1Command command) throws IOException, InterruptedException {
    int rank = rank(command, "key");
    boolean last = command.verb().equals("finalize");
    String result = Smpd1Command.SUCCESS;
    if (!last) {
      called[rank] = true;
      if (anyLeftUncalled) {
        result = "FAIL - init called when another process has exited without calling init";
      }
    }
    listener.stage(rank, last);
    Smpd1Command answer = command.answer(nextTag++).ofTheProcessOf(command);
    send(answer.with(Smpd1Command.RESULT, result));
  }

  /** The listener shows what is left of the output, which may take time. */
  private void exited(Smpd1Command command) throws Smpd1Exception {
    int rank;
    synchronized (this) {
      rank = rank(command, "rank");
      if (ended[rank]) {
        return;
      }
      ended[rank] = true;
      anyLeftUncalled |= !called[rank];
      notifyAll();
    }
    listener.exited(rank, command.requireInt("code"));
  }

  /** What mpiexec does not do: start more processes, or tell a password. */
  private void refuse(Smpd1Command command) throws IOException, InterruptedException {
    Smpd1Command answer = command.answer(nextTag++).with("cmd_orig", command.verb());
    send(answer.ofTheProcessOf(command).refusing(command.verb()));
  }

  private void fail(String why) {
    if (problem == null) {
      problem = why;
      if (!requests.isEmpty()) {
        listener.lost(why);
      }
    }
    notifyAll();
  }

  @Override
  public void lost(Smpd1Link from, String why) {
    synchronized (this) {
      if (closed.getCount() > 0) {
        fail(from.name() + " " + why);
      }
    }
    closed.countDown();
  }

  /** Where rank 0's standard input goes, once it runs. */
  public OutputStream input() {
    return new Smpd1Input(this);
  }

  /**
   * Sends a command to who reads standard input, once it runs; waits while too much is on its way.
   *
   * @param data bytes in hexadecimal digits; null: the end
   */
  void toReader(@Nullable String data) throws IOException, InterruptedException {
    Smpd1Command command;
    Smpd1Link up;
    synchronized (this) {
      awaitReader();
      command = command(data == null ? "close_stdin" : "stdin", FIRST);
      up = link;
    }
    if (up != null) {
      up.send(data == null ? command : command.with("data", data));
    }
  }

  private void awaitReader() throws IOException, InterruptedException {
    while (problem == null && contexts[0] == null && !ended[0]) {
      wait();
    }
    if (problem != null || ended[0]) {
      throw new IOException("the rank reads no more");
    }
  }

  /** Ends every rank: stops them first, as the original does, and kills them soon in any case. */
  public synchronized void kill() {
    if (ending) {
      killAll();
      return;
    }
    ending = true;
    eachRunning(this::suspend);
    if (suspending == 0) {
      killAll();
    } else {
      Smpd1Link.daemon("smpd1-kill", this::killSoon);
    }
  }

  private void killSoon() {
    try {
      Thread.sleep(SUSPEND_MILLIS);
      killAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void suspend(int rank) throws IOException, InterruptedException {
    suspending++;
    ask(
        command("suspend", requests.get(rank).node())
            .with("name", space)
            .with("rank", rank)
            .with("exit_code", abortCode)
            .with(Smpd1Command.CONTEXT, String.valueOf(contexts[rank])),
        result -> {
          suspending--;
          if (suspending == 0) {
            killAll();
          }
        });
  }

  private synchronized void killAll() {
    if (killing) {
      return;
    }
    killing = true;
    eachRunning(this::kill);
  }

  private interface RankStep {
    void take(int rank) throws IOException, InterruptedException;
  }

  private void eachRunning(RankStep step) {
    try {
      for (int rank = 0; rank < requests.size(); rank++) {
        if (!ended[rank] && contexts[rank] != null) {
          step.take(rank);
        }
      }
    } catch (IOException e) {
      fail(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void kill(int rank) throws IOException, InterruptedException {
    send(
        command("kill", requests.get(rank).node())
            .with("exit_code", abortCode)
            .with(Smpd1Command.CONTEXT, String.valueOf(contexts[rank])));
  }

  /** Takes leave of the hosts; what they have not ended by then they end when they see us go. */
  @Override
  public void close() throws IOException {
    Smpd1Link up;
    synchronized (this) {
      up = link;
      Arrays.fill(ended, true);
      notifyAll();
    }
    if (up == null) {
      return;
    }
    try {
      synchronized (this) {
        if (closed.getCount() > 0) {
          send(command("close", FIRST));
        }
      }
      closed.await(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
      up.drain(DRAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closed.countDown();
    up.disconnect();
  }
}
