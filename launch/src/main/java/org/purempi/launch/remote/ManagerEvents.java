package org.purempi.launch.remote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.purempi.launch.site.Event;
import org.purempi.launch.smpd.ManagerTree;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;
import org.purempi.pmi.PmiException;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.RankStage;

/**
 * Events of a manager's ranks as commands to mpiexec, and back. Any thread; the two directions
 * stand here beside each other so that they stay the same.
 */
final class ManagerEvents {
  /** Pairs are sent in commands of about this size. */
  private static final int BATCH_CHARACTERS = 30_000;

  private final Switchboard board;
  private final Runnable released;

  /**
   * @param released called, on a link's thread, when a barrier is over for all
   */
  ManagerEvents(Switchboard board, Runnable released) {
    this.board = board;
    this.released = released;
  }

  /** Tells mpiexec. */
  void tell(Event event) {
    try {
      switch (event) {
        case Event.Started started ->
            board.send(
                up(Verb.PROC_INFO)
                    .with("rank", started.rank())
                    .with("pid", started.processId())
                    .with("processors", started.processors()));
        case Event.Exited exited ->
            board.send(
                up(Verb.EXIT)
                    .with("rank", exited.rank())
                    .with("code", exited.status())
                    .with("stage", exited.stage().name())
                    .with("init", exited.inUse() ? 1 : 0));
        case Event.NotStarted failed ->
            board.send(up(Verb.EXIT).with("rank", failed.rank()).with("error", failed.why()));
        case Event.Initialized first -> board.send(up(Verb.INIT).with("key", first.rank()));
        case Event.Aborted aborted ->
            board.send(
                up(Verb.ABORT_JOB)
                    .with("rank", aborted.rank())
                    .with("error", aborted.message())
                    .with("exit_code", aborted.exitCode()));
        case Event.Missed missed -> board.send(up(Verb.BARRIER).with("missing", missed.rank()));
        case Event.AtBarrier barrier -> barrier(barrier.puts());
        case Event.AsksName asks -> name(asks);
        case Event.Spawns spawns -> spawn(spawns);
        case Event.Connects connects ->
            board.send(
                up(Verb.WORLD)
                    .with("kvs_name", connects.kvsName())
                    .with("connected", connects.isConnected() ? 1 : 0));
        case Event.Unheeding unheeding ->
            board.send(
                up(Verb.WORLD)
                    .with("exit_code", unheeding.exitCode())
                    .with("error", unheeding.why()));
        case Event.Reported reported -> ReportFields.tell(board, reported);
        case Event.Looked looked -> ReportFields.tell(board, looked);
        case Event.Stacked stacked -> ReportFields.tell(board, stacked);
        case Event.Hung hung -> throw new IllegalStateException("for mpiexec alone");
        case Event.Lost lost -> board.send(up(Verb.ABORT).with("error", lost.why()));
        case Event.Broken broken -> board.send(up(Verb.ABORT).with("error", broken.why()));
        case Event.WorldFailed failed -> throw new IllegalStateException("for mpiexec alone");
        case Event.Told told -> throw new IllegalStateException("for mpiexec alone");
        case Event.GivenUp over -> throw new IllegalStateException("for mpiexec alone");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private SmpdCommand up(Verb verb) {
    return board.command(verb, ManagerTree.ROOT);
  }

  private void barrier(Map<String, String> puts) throws InterruptedException {
    for (Map<String, String> batch : batches(puts)) {
      board.send(up(Verb.DBPUT).with("pairs", SmpdCommand.join(batch)));
    }
    var unused = board.ask(up(Verb.BARRIER)).thenRun(released);
  }

  /** Pairs in portions that fit into one command each. */
  static List<Map<String, String>> batches(Map<String, String> all) {
    var batches = new ArrayList<Map<String, String>>();
    int room = 0;
    for (var pair : all.entrySet()) {
      int needed = pair.getKey().length() + pair.getValue().length() + 4;
      if (needed > room) {
        batches.add(new LinkedHashMap<>());
        room = BATCH_CHARACTERS;
      }
      room -= needed;
      batches.getLast().put(pair.getKey(), pair.getValue());
    }
    return batches;
  }

  private void name(Event.AsksName asks) throws InterruptedException {
    PmiLine request = asks.request();
    CompletableFuture<SmpdCommand> answer =
        board.ask(up(verb(request)).with(SmpdCommand.PMI, request.format()));
    var unused = answer.thenAccept(result -> answer(asks, result));
  }

  /** The command that carries a question about names. */
  static Verb verb(PmiLine request) {
    return switch (request.command()) {
      case "publish_name" -> Verb.DBPUT;
      case "unpublish_name" -> Verb.DBDELETE;
      default -> Verb.DBGET;
    };
  }

  private static void answer(Event.AsksName asks, SmpdCommand result) {
    PmiLine reply;
    try {
      reply = PmiLine.parse(result.require(SmpdCommand.PMI));
    } catch (PmiException | SmpdException e) {
      reply = PmiLine.of("lookup_result").with("rc", -1).with("msg", "not_understood");
    }
    asks.answer().accept(reply);
  }

  private void spawn(Event.Spawns spawns) throws InterruptedException {
    CompletableFuture<SmpdCommand> answer = board.ask(SpawnFields.ask(up(Verb.SPAWN), spawns));
    var unused =
        answer.whenComplete(
            (result, gone) -> {
              try {
                if (gone == null) {
                  spawns.answer().accept(SpawnFields.result(result));
                } else {
                  spawns.refuse("mpiexec cannot be asked: " + gone.getMessage());
                }
              } catch (SmpdException e) {
                spawns.refuse(String.valueOf(e.getMessage()));
              }
            });
  }

  /** The event that a manager's command tells of. */
  static Event read(int site, SmpdCommand command) throws SmpdException {
    return switch (command.verb()) {
      case PROC_INFO ->
          new Event.Started(
              command.requireInt("rank"), command.requireInt("pid"), command.require("processors"));
      case EXIT -> {
        int rank = command.requireInt("rank");
        String error = command.get("error");
        yield error != null
            ? new Event.NotStarted(rank, error)
            : new Event.Exited(
                rank,
                command.requireInt("code"),
                stage(command.require("stage")),
                command.requireInt("init") != 0);
      }
      case INIT -> new Event.Initialized(command.requireInt("key"));
      case ABORT_JOB ->
          new Event.Aborted(
              command.requireInt("rank"),
              command.requireInt("exit_code"),
              command.require("error"));
      case WORLD -> world(command);
      case BARRIER -> new Event.Missed(command.requireInt("missing"));
      case ABORT -> new Event.Lost(site, command.require("error"));
      case STAT -> ReportFields.read(command);
      default -> throw new SmpdException("'" + command.verb().word() + "' is not for mpiexec");
    };
  }

  private static Event world(SmpdCommand command) throws SmpdException {
    return command.get("error") != null
        ? new Event.Unheeding(command.requireInt("exit_code"), command.require("error"))
        : new Event.Connects(command.require("kvs_name"), command.requireInt("connected") != 0);
  }

  static RankStage stage(String text) throws SmpdException {
    for (RankStage stage : RankStage.values()) {
      if (stage.name().equals(text)) {
        return stage;
      }
    }
    throw new SmpdException("'" + text + "' is not a stage of a rank");
  }
}
