package org.purempi.launch.remote;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.Host;
import org.purempi.launch.local.Guardian;
import org.purempi.launch.program.Staging;
import org.purempi.launch.smpd.ManagerTree;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;
import org.purempi.launch.system.DaemonThread;
import org.purempi.launch.system.Tools;
import org.purempi.pmi.PmiJob;

/**
 * mpiexec's end of a job on other hosts: starts their managers, hands on what they tell, notices
 * when one is gone, and takes leave of them. Any thread.
 */
public final class Managers implements Switchboard.Owner, AutoCloseable {
  private static final int AT_ONCE = 32;
  private static final long DRAIN_MILLIS = 1000;
  private static final long TICK_MILLIS = 500;

  private final ManagerStart start;
  private final boolean tree;
  private final Duration grace;
  private final ManagerStart.From from;
  private final Switchboard board = new Switchboard(ManagerTree.ROOT, this);
  private final Map<Integer, RemoteSite> sites = new TreeMap<>();
  private final Semaphore startingAtOnce = new Semaphore(AT_ONCE);
  private volatile @Nullable SlurmStep step;
  private volatile boolean closed;

  /**
   * The managers of a job.
   *
   * @param tree whether managers start each other, rather than mpiexec each of them
   * @param grace how long ranks that are to end may take
   * @param say takes lines for the user
   */
  public Managers(
      ManagerStart start, boolean tree, Duration grace, Tools tools, Consumer<String> say)
      throws IOException {
    this.start = start;
    this.tree = tree;
    this.grace = grace;
    this.from = new ManagerStart.From(tools, Guardian.start(tools), say);
  }

  /** Where the managers' lines come in and go out. */
  public Switchboard board() {
    return board;
  }

  /** One more host that needs a manager. */
  public void add(RemoteSite site) {
    sites.put(site.id(), site);
  }

  /**
   * Starts all managers and tells them of the job.
   *
   * @param staging files to send to those that lack them, or null
   * @throws IOException naming the first host where that failed
   */
  public void start(PmiJob job, @Nullable Staging staging)
      throws IOException, InterruptedException {
    // From the first on: a manager that hears nothing while others are still started gives us up.
    DaemonThread.start("liveness", this::watch);
    var there = new HashMap<Integer, CompletableFuture<Void>>();
    if (start.launcher().kind() == Launcher.Kind.SLURM) {
      List<Host> hosts = sites.values().stream().map(RemoteSite::where).toList();
      step = SlurmStep.start(start, hosts, from);
    }
    for (RemoteSite site : sites.values()) {
      int above = tree ? ManagerTree.parent(site.id()) : ManagerTree.ROOT;
      var done = new CompletableFuture<Void>();
      if (above == ManagerTree.ROOT) {
        DaemonThread.start("connect-" + site.host(), () -> connect(site, done));
      } else {
        CompletableFuture<Void> parent = there.getOrDefault(above, new CompletableFuture<>());
        var unused = parent.whenComplete((ok, failure) -> below(site, above, failure, done));
      }
      there.put(site.id(), done);
    }
    for (RemoteSite site : sites.values()) {
      await(site.host(), there.getOrDefault(site.id(), new CompletableFuture<>()));
    }
    var told = new ArrayList<CompletableFuture<SmpdCommand>>();
    for (RemoteSite site : sites.values()) {
      told.add(board.ask(site.description(job, grace)));
    }
    int next = 0;
    for (RemoteSite site : sites.values()) {
      await(site.host(), told.get(next++));
    }
    if (staging != null) {
      stage(staging);
    }
  }

  private void stage(Staging staging) throws IOException, InterruptedException {
    var sent = new HashMap<RemoteSite, CompletableFuture<Void>>();
    for (RemoteSite site : sites.values()) {
      var done = new CompletableFuture<Void>();
      sent.put(site, done);
      DaemonThread.start("stage-" + site.host(), () -> stage(site, staging, done));
    }
    for (CompletableFuture<Void> one : sent.values()) {
      try {
        one.get(); // ends when the manager is lost
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
      }
    }
  }

  private void stage(RemoteSite site, Staging staging, CompletableFuture<Void> done) {
    try {
      startingAtOnce.acquire();
      try {
        site.stage(staging);
        done.complete(null);
      } finally {
        startingAtOnce.release();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      done.completeExceptionally(e);
    }
  }

  private void connect(RemoteSite site, CompletableFuture<Void> done) {
    try {
      startingAtOnce.acquire();
      try {
        ManagerLink link = link(site.where(), site.id());
        board.child(site.id(), link);
        link.open();
        done.complete(null);
      } finally {
        startingAtOnce.release();
      }
    } catch (IOException e) {
      done.completeExceptionally(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ManagerLink link(Host host, int id) throws IOException, InterruptedException {
    SlurmStep all = step;
    return all == null
        ? start.start(host, id, ManagerTree.ROOT, from, board)
        : all.link(host, id, ManagerTree.ROOT, board);
  }

  /** Lets the manager above start this one. */
  private void below(
      RemoteSite site, int above, @Nullable Throwable failure, CompletableFuture<Void> done) {
    if (failure != null) {
      done.completeExceptionally(failure);
      return;
    }
    Host host = site.where();
    SmpdCommand command =
        board.command(Verb.CONNECT, above).with("host", host.name()).with("id", site.id());
    String user = host.user();
    command = user == null ? command : command.with("user", user);
    command =
        command
            .with("launcher", SmpdCommand.join(start.launcher().parts()))
            .with("program", start.program())
            .with("limit", start.limitSeconds());
    command = start.patient() ? command.with("patient", 1) : command;
    try {
      var unused =
          board
              .ask(command)
              .whenComplete(
                  (answer, gone) -> {
                    if (gone == null) {
                      connected(answer, done);
                    } else {
                      done.completeExceptionally(gone);
                    }
                  });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void connected(SmpdCommand answer, CompletableFuture<Void> done) {
    String result = answer.fields().getOrDefault(SmpdCommand.RESULT, "no result");
    if (result.equals(SmpdCommand.SUCCESS)) {
      done.complete(null);
    } else {
      done.completeExceptionally(new IOException(result.replaceFirst("^FAIL: ", "")));
    }
  }

  private void await(String host, CompletableFuture<?> done)
      throws IOException, InterruptedException {
    try {
      // Each start is limited by itself; in a tree one waits for the other.
      done.get(
          (long) start.limitSeconds() * (ManagerTree.level(sites.size()) + 2), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Switchboard.GoneException gone) {
        throw new IOException(
            "host %s: its manager is lost: %s".formatted(host, gone.getMessage()), gone);
      }
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("host %s: its manager does not answer".formatted(host), e);
    }
  }

  private void watch() {
    var liveness = new Liveness(board);
    try {
      while (!closed) {
        Thread.sleep(TICK_MILLIS);
        liveness.ping();
        Integer child = liveness.silentChild();
        ManagerLink link = child == null ? null : board.childLink(child);
        if (link != null) {
          link.end(Liveness.NO_ANSWER);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void command(SmpdCommand command) throws IOException {
    if (command.verb() == Verb.ABORT && command.get("manager") != null) {
      lostBelow(command.requireInt("manager"), command.require("error"));
      return;
    }
    RemoteSite site = sites.get(command.source());
    if (site == null) {
      throw new SmpdException("a command of manager " + command.source() + ", which is not ours");
    }
    if (command.verb() == Verb.ABORT) {
      site.lose(command.require("error"));
    } else {
      site.take(command);
    }
  }

  @Override
  public void lost(@Nullable Integer child, String why) {
    if (child != null) {
      lostBelow(child, why);
    }
  }

  /** A manager is gone, and with it those that hang on it. */
  private void lostBelow(int lost, String why) {
    for (RemoteSite site : sites.values()) {
      for (int at = site.id(); at > 0; at = tree ? ManagerTree.parent(at) : ManagerTree.ROOT) {
        if (at == lost) {
          site.lose(site.id() == lost ? why : "the host before it is lost");
        }
      }
    }
  }

  /** Lets all managers go, those below first, and waits until they have been told. */
  @Override
  public void close() throws IOException {
    closed = true;
    List<RemoteSite> last = new ArrayList<>(sites.values());
    for (RemoteSite site : last.reversed()) {
      site.close();
    }
    try {
      board.drain(DRAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    board.close();
    SlurmStep all = step;
    if (all != null) {
      all.close();
    }
    from.guardian().close();
  }
}
