package org.purempi.launch.smpd1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.smpd.ManagerTree;

/**
 * The manager of one job on one host, in the words of MPICH 3.0's smpd: starts ranks, carries their
 * streams, keeps the job's database if it is the first, calls managers below and passes commands
 * on. Commands are carried out on the threads of links, one at a time.
 */
public final class Smpd1Manager implements Smpd1Link.Handler, Smpd1Processes.Listener {
  private static final long DRAIN_MILLIS = 5000;
  private static final int MOST_CHILDREN = 2;

  /** What fits into one command as hexadecimal digits. */
  private static final int OUTPUT_BYTES = 16_000;

  private static final int MOST_PROCESSES = 1 << 14;

  private final int id;
  private final Smpd1Post.Calls calls;
  private final Smpd1Processes processes;
  private final Map<Integer, Smpd1Link> children = new ConcurrentHashMap<>();
  private final Map<Integer, Smpd1Process> ranks = new TreeMap<>();
  private final Smpd1Spaces spaces;
  private final Smpd1Barriers barriers = new Smpd1Barriers();
  private final CountDownLatch done = new CountDownLatch(1);
  private Smpd1State state = Smpd1State.MANAGER;
  private @Nullable Smpd1Link parent;
  private int calling;
  private int nextTag;

  /** A manager whose parent has called. */
  Smpd1Manager(Smpd1Post post) {
    this.id = post.id();
    this.calls = post.calls();
    this.spaces = new Smpd1Spaces(post.names());
    this.processes = post.processes().apply(this);
  }

  /** Serves the job over the connection of who called; returns when nothing of it is left. */
  public void serve(Smpd1Client.Line line) throws InterruptedException {
    var up = new Smpd1Link(id == 1 ? "mpiexec" : "parent of manager " + id, line, this);
    synchronized (this) {
      parent = up;
    }
    up.open();
    done.await();
    try {
      processes.close();
    } catch (IOException e) {
      System.err.println("smpd: " + e.getMessage());
    }
    for (Smpd1Link child : children.values()) {
      child.disconnect();
    }
    up.drain(DRAIN_MILLIS);
    up.disconnect();
  }

  private void step(Smpd1State.Step step) throws Smpd1Exception {
    state = state.after(step);
    if (state == Smpd1State.DONE) {
      done.countDown();
    }
  }

  private Smpd1Command command(String verb, int destination) {
    return Smpd1Command.of(verb, id, destination, nextTag++);
  }

  /** Where a command goes on; null when it is for us. */
  private @Nullable Smpd1Link way(int destination) {
    int child = ManagerTree.towards(id, destination);
    Smpd1Link below = child < 0 ? null : children.get(child);
    return below == null ? parent : below;
  }

  private void send(Smpd1Command command) throws IOException, InterruptedException {
    Smpd1Link link = way(command.destination());
    if (link != null) {
      link.send(command);
    }
  }

  @Override
  public void arrived(Smpd1Link from, Smpd1Command command)
      throws IOException, InterruptedException {
    if (command.destination() != id) {
      Smpd1Link link = way(command.destination());
      if (link != null && link != from) {
        link.send(command); // output waits here, and its sender with it
      }
      return;
    }
    synchronized (this) {
      if (state != Smpd1State.DONE) {
        carryOut(from, command);
      }
    }
  }

  @Override
  public synchronized void lost(Smpd1Link from, String why) {
    try {
      if (from == parent) {
        step(Smpd1State.Step.LOST);
      } else if (children.values().remove(from) && state == Smpd1State.MANAGER) {
        send(command("abort", ManagerTree.ROOT).with("error", from.name() + ": " + why));
      } else {
        closeUpwards();
      }
    } catch (IOException e) {
      done.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void carryOut(Smpd1Link from, Smpd1Command command)
      throws IOException, InterruptedException {
    Smpd1State.Step step =
        command.verb().equals("closed") && from != parent
            ? Smpd1State.Step.COMMAND
            : Smpd1State.step(command.verb());
    if (step == Smpd1State.Step.CLOSED && !command.verb().equals("closed")) {
      step = Smpd1State.Step.COMMAND; // 'done' and 'shutdown' are for consoles
    }
    step(step);
    switch (command.verb()) {
      case "connect" -> connect(command);
      case "start_dbs" -> send(spaces.start(command, answer(command)));
      case "launch" -> launch(command);
      case "stdin" -> input(command.requireBytes("data"));
      case "close_stdin" -> input(null);
      case "suspend" -> suspend(command);
      case "kill" -> kill(command);
      case "result" -> answered(command);
      case "barrier" -> barrier(command);
      case "close" -> close(from, command);
      case "closed" -> closed(from);
      case "closed_request" -> closedRequest(from);
      case "print" -> print();
      case "exit_on_done" -> send(answer(command).with(Smpd1Command.RESULT, Smpd1Command.SUCCESS));
      case "abort" -> throw new Smpd1Exception("told to abort: " + command.get("error"));
      default -> {
        if (command.verb().startsWith("db")) {
          database(command);
        } else {
          send(answer(command).refusing(command.verb()));
        }
      }
    }
  }

  /** Most answers name the verb that they answer. */
  private Smpd1Command answer(Smpd1Command command) {
    return command.answer(nextTag++).with("cmd_orig", command.verb());
  }

  /** Calls a manager below; that takes time, so another thread does. */
  private void connect(Smpd1Command command) throws IOException, InterruptedException {
    String host = Smpd1Text.text(command.require("host"));
    int child = command.requireInt("id");
    String refusal =
        state != Smpd1State.MANAGER
            ? "connect command received while closing."
            : child <= id || ManagerTree.parent(child) != id
                ? "manager " + child + " has no place below manager " + id + "."
                : children.containsKey(child) || children.size() + calling >= MOST_CHILDREN
                    ? "manager " + child + " has been called before."
                    : null;
    if (refusal != null) {
      send(answer(command).with(Smpd1Command.RESULT, "FAIL - " + refusal));
      return;
    }
    calling++;
    Smpd1Link.daemon("smpd1-connect-" + child, () -> call(command, host, child));
  }

  private void call(Smpd1Command command, String host, int child) {
    Smpd1Link link = null;
    String result = Smpd1Command.SUCCESS;
    try {
      link = new Smpd1Link("manager on " + host, calls.manager(host, child, id), this);
    } catch (IOException e) {
      result = "FAIL - " + Smpd1Text.wire(String.valueOf(e.getMessage()));
    }
    try {
      synchronized (this) {
        calling--;
        if (link != null && state != Smpd1State.MANAGER) {
          link.disconnect();
          return;
        }
        if (link != null) {
          Smpd1Link before = children.put(child, link);
          if (before != null) {
            before.disconnect();
          }
          link.open();
        }
        send(answer(command).with(Smpd1Command.RESULT, result));
      }
    } catch (IOException e) {
      failed(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void launch(Smpd1Command command) throws IOException, InterruptedException {
    Smpd1Command answer = answer(command);
    try {
      if (ranks.size() >= MOST_PROCESSES) {
        throw new Smpd1Exception("more than " + MOST_PROCESSES + " processes of one job");
      }
      LaunchOrder order = LaunchOrder.read(command);
      int context = ranks.size();
      ranks.put(context, new Smpd1Process(order.rank(), order.space()));
      try {
        processes.launch(id, context, order);
      } catch (IOException e) {
        ranks.remove(context);
        throw e;
      }
      answer =
          answer
              .with(Smpd1Command.RESULT, Smpd1Command.SUCCESS)
              .with("pg_id", order.space())
              .with("pg_rank", order.rank())
              .with("pg_ctx", context);
    } catch (IOException e) {
      String why = Smpd1Text.wire(String.valueOf(e.getMessage()));
      answer = answer.with(Smpd1Command.RESULT, "FAIL").with("error", why);
    }
    send(answer);
  }

  /** Standard input goes to rank 0, which the command need not name. */
  private void input(byte @Nullable [] bytes) {
    ranks.forEach(
        (context, rank) -> {
          if (rank.rank == 0 && !rank.hasEnded()) {
            processes.input(context, bytes);
          }
        });
  }

  private @Nullable Smpd1Process running(Smpd1Command command) throws Smpd1Exception {
    Smpd1Process rank = ranks.get(command.requireInt(Smpd1Command.CONTEXT));
    return rank == null || rank.hasEnded() ? null : rank;
  }

  private void suspend(Smpd1Command command) throws IOException, InterruptedException {
    boolean there = running(command) != null;
    if (there) {
      processes.suspend(command.requireInt(Smpd1Command.CONTEXT));
    }
    String result = there ? Smpd1Command.SUCCESS : "FAIL - no matching pmi context.";
    send(command.answer(nextTag++).with(Smpd1Command.RESULT, result));
  }

  private void kill(Smpd1Command command) throws IOException {
    if (running(command) != null) {
      processes.kill(command.requireInt(Smpd1Command.CONTEXT));
    }
  }

  /** An answer to one of our processes, or to nobody we know. */
  private void answered(Smpd1Command answer) throws Smpd1Exception {
    if (answer.get(Smpd1Command.CONTEXT) != null) {
      Smpd1Process rank = running(answer);
      if (rank != null) {
        processes.answered(answer.requireInt(Smpd1Command.CONTEXT), answer);
      }
    }
  }

  /** Answers a process: one of another manager, or of ours. */
  private void reply(Smpd1Command answer) throws IOException, InterruptedException {
    if (answer.destination() == id) {
      answered(answer);
    } else {
      send(answer);
    }
  }

  private void database(Smpd1Command command) throws IOException, InterruptedException {
    reply(spaces.serve(command, answer(command).ofTheProcessOf(command)));
  }

  private void barrier(Smpd1Command command) throws IOException, InterruptedException {
    for (Smpd1Command one : barriers.arrive(command)) {
      reply(
          answer(one)
              .with(Smpd1Command.CONTEXT, one.require(Smpd1Command.CONTEXT))
              .with(Smpd1Command.RESULT, Smpd1Command.DBS_SUCCESS));
    }
  }

  private void print() throws IOException, InterruptedException {
    for (int child : List.copyOf(children.keySet())) {
      send(command("print", child));
    }
  }

  /** The children close first; who has none is closed. */
  private void close(Smpd1Link from, Smpd1Command command)
      throws IOException, InterruptedException {
    if (children.isEmpty()) {
      from.send(command("closed", command.source()));
      step(Smpd1State.Step.CLOSED);
      return;
    }
    for (int child : new ArrayList<>(new TreeMap<>(children).keySet())) {
      send(command("close", child));
    }
  }

  private void closed(Smpd1Link from) throws IOException, InterruptedException {
    if (from == parent) {
      return; // the step has ended us
    }
    children.values().remove(from);
    from.close();
    closeUpwards();
  }

  private void closeUpwards() throws IOException, InterruptedException {
    Smpd1Link up = parent;
    if (state == Smpd1State.CLOSING && children.isEmpty() && up != null) {
      up.send(command("closed_request", ManagerTree.parent(id)));
    }
  }

  /** A child's children have closed. */
  private void closedRequest(Smpd1Link from) throws IOException, InterruptedException {
    for (var child : children.entrySet()) {
      if (child.getValue() == from) {
        from.send(command("closed", child.getKey()));
        children.remove(child.getKey());
        from.close();
        closeUpwards();
        return;
      }
    }
  }

  @Override
  public void output(int context, boolean error, byte[] bytes, int start, int end)
      throws InterruptedException {
    for (int from = start; from < end; from += OUTPUT_BYTES) {
      piece(context, error, bytes, from, Math.min(end, from + OUTPUT_BYTES));
    }
  }

  private void piece(int context, boolean error, byte[] bytes, int start, int end)
      throws InterruptedException {
    Smpd1Link up;
    Smpd1Command command;
    synchronized (this) {
      Smpd1Process rank = ranks.get(context);
      up = parent;
      if (rank == null || up == null) {
        return;
      }
      boolean begins = rank.begins(error, bytes[end - 1] == '\n');
      command =
          command(error ? "stderr" : "stdout", ManagerTree.ROOT)
              .with("rank", rank.rank)
              .with("first", begins ? 1 : 0)
              .with("data", HexFormat.of().withUpperCase().formatHex(bytes, start, end));
    }
    try {
      up.send(command);
    } catch (Smpd1Exception e) {
      failed(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public synchronized void exited(int context, int code) {
    Smpd1Process rank = ranks.get(context);
    if (rank == null || !rank.end()) {
      return;
    }
    tell(
        command("exit", ManagerTree.ROOT)
            .with("rank", rank.rank)
            .with("code", code)
            .with("kvs", rank.space));
  }

  @Override
  public synchronized void failed(String why) {
    tell(command("abort", ManagerTree.ROOT).with("error", Smpd1Text.wire(why)));
  }

  private void tell(Smpd1Command command) {
    try {
      send(command);
    } catch (IOException e) {
      done.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void said(Smpd1Command command) {
    try {
      synchronized (this) {
        if (state == Smpd1State.DONE) {
          return;
        }
        if (command.destination() != id) {
          send(command);
        } else if (command.verb().equals("barrier")) {
          barrier(command);
        } else if (command.verb().startsWith("db")) {
          database(command);
        }
      }
    } catch (IOException e) {
      failed("a process of manager " + id + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the job is over here; for tests. */
  boolean awaitEnd(long millis) throws InterruptedException {
    return done.await(millis, TimeUnit.MILLISECONDS);
  }
}
