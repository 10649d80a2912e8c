package org.purempi.launch.remote;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.smpd.ManagerTree;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.Verb;

/**
 * Where the links of one manager, or of mpiexec, meet: passes commands on towards whom they are
 * for, numbers our own and matches answers with them. Any thread.
 */
final class Switchboard implements ManagerLink.Handler {
  /** Who works at the switchboard; called on the threads of links. */
  interface Owner {
    /** A command for us that is no answer; what this call waits for, its sender waits for. */
    void command(SmpdCommand command) throws IOException, InterruptedException;

    /** A link is gone; null stands for the one that leads up. */
    void lost(@Nullable Integer child, String why);
  }

  /** A manager is gone before it has answered. */
  static final class GoneException extends IOException {
    private static final long serialVersionUID = 1;

    GoneException(String why) {
      super(why);
    }
  }

  private record Question(@Nullable ManagerLink way, CompletableFuture<SmpdCommand> answer) {}

  private final int self;
  private final Owner owner;
  private final AtomicInteger tags = new AtomicInteger();
  private final Map<Integer, ManagerLink> children = new ConcurrentHashMap<>();
  private final Map<Integer, Question> awaited = new ConcurrentHashMap<>();
  private volatile @Nullable ManagerLink parent;

  /** The switchboard of the manager of that number. */
  Switchboard(int self, Owner owner) {
    this.self = self;
    this.owner = owner;
  }

  void parent(ManagerLink link) {
    parent = link;
  }

  void child(int id, ManagerLink link) {
    children.put(id, link);
  }

  /** The managers that hang on us directly. */
  List<Integer> children() {
    return List.copyOf(children.keySet());
  }

  @Nullable ManagerLink childLink(int id) {
    return children.get(id);
  }

  /** The child on whose side a manager is, or null. */
  @Nullable Integer branch(int id) {
    for (int below = id; below > 0; below = ManagerTree.parent(below)) {
      if (children.containsKey(below)) {
        return below;
      }
    }
    return null;
  }

  private @Nullable ManagerLink towards(int destination) {
    Integer branch = branch(destination);
    return branch == null ? parent : children.get(branch);
  }

  /** A new command of ours. */
  SmpdCommand command(Verb verb, int destination) {
    return SmpdCommand.of(verb, self, destination, tags.getAndIncrement());
  }

  /** Sends a command to whom it is for. */
  void send(SmpdCommand command) throws InterruptedException {
    ManagerLink link = towards(command.destination());
    if (link != null) {
      link.send(command);
    }
  }

  /**
   * Sends a command; the answer comes later, on a link's thread. If the manager is gone, or the one
   * before it, that is a {@link GoneException}.
   */
  CompletableFuture<SmpdCommand> ask(SmpdCommand command) throws InterruptedException {
    var answer = new CompletableFuture<SmpdCommand>();
    ManagerLink way = towards(command.destination());
    awaited.put(command.tag(), new Question(way, answer));
    // Looked at again: a link that was lost before the question stood here has not found it.
    if (way == null || towards(command.destination()) != way) {
      awaited.remove(command.tag());
      answer.completeExceptionally(new GoneException("it is gone"));
    } else {
      way.send(command);
    }
    return answer;
  }

  /** Answers a command. */
  void answer(SmpdCommand command, String result) throws InterruptedException {
    answer(command, result, Map.of());
  }

  /** Answers a command with more fields. */
  void answer(SmpdCommand command, String result, Map<String, String> more)
      throws InterruptedException {
    SmpdCommand answer = command.answer(tags.getAndIncrement(), result);
    for (var field : more.entrySet()) {
      answer = answer.with(field.getKey(), field.getValue());
    }
    send(answer);
  }

  @Override
  public void arrived(ManagerLink from, SmpdCommand command)
      throws IOException, InterruptedException {
    if (command.destination() != self) {
      send(command);
    } else if (command.verb() == Verb.RESULT) {
      Question question = awaited.remove(command.requireInt(SmpdCommand.ANSWERED_TAG));
      if (question != null) {
        question.answer.complete(command);
      }
    } else {
      owner.command(command);
    }
  }

  @Override
  public void lost(ManagerLink from, String why) {
    if (from == parent) {
      owner.lost(null, why);
      return;
    }
    for (int child : children()) {
      if (children.remove(child, from)) {
        List<Question> unanswered = awaited.values().stream().filter(q -> q.way == from).toList();
        awaited.values().removeAll(unanswered);
        unanswered.forEach(q -> q.answer.completeExceptionally(new GoneException(why)));
        owner.lost(child, why);
      }
    }
  }

  /** Waits until everything queued has been written; gives up after a time for each link. */
  void drain(long millis) throws InterruptedException {
    for (ManagerLink child : children.values()) {
      child.drain(millis);
    }
    ManagerLink up = parent;
    if (up != null) {
      up.drain(millis);
    }
  }

  /** Ends every link without a word. */
  void close() {
    children.values().forEach(ManagerLink::close);
    ManagerLink up = parent;
    if (up != null) {
      up.close();
    }
  }
}
