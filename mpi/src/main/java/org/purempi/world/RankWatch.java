package org.purempi.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.purempi.hang.Situation;
import org.purempi.hang.Wait;
import org.purempi.pmi.RankLook;
import org.purempi.pmi.RankReport;
import org.purempi.progress.LongWait;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Inspection;
import org.purempi.tool.RankState;
import org.purempi.tool.RankState.Activity;
import org.purempi.tool.WaitState;

/** Looks at one rank from outside. Any thread. */
final class RankWatch {
  private static final long PATIENCE_NANOS = 200_000_000;
  private static final double SECOND_NANOS = 1e9;

  private final int rank;
  private final Engine engine;
  private final Thread main;

  /**
   * A watch over a rank.
   *
   * @param main the thread that runs the program
   */
  RankWatch(int rank, Engine engine, Thread main) {
    this.rank = rank;
    this.engine = engine;
    this.main = main;
  }

  /**
   * What a rank is doing.
   *
   * @param state for programs, and in words
   * @param situation the same as other ranks see it, for the graph of who waits for whom
   */
  record Seen(RankState state, Situation situation) {
    /** A rank that has ended MPI. */
    static Seen ended(int rank) {
      return new Seen(RankState.ended(rank), Situation.of(rank, Situation.Activity.ENDED, ""));
    }

    /** The state in words, and the situation. */
    RankReport report() {
      boolean waits = state.activity() == Activity.WAITING;
      double seconds = waits ? state.waited().toNanos() / SECOND_NANOS : -1;
      return new RankReport(state.rank(), seconds, state.lines(), situation);
    }
  }

  /** What it is doing now. */
  Seen see() {
    Inspection in = engine.inspect(PATIENCE_NANOS);
    if (in == null) {
      StackTraceElement place = mainPlace();
      return new Seen(
          new RankState(rank, Activity.BUSY, place, List.of(), List.of(), List.of(), 0),
          Situation.of(rank, Situation.Activity.SILENT, at(place)));
    }
    List<WaitState> waits = in.waits().stream().map(RankWatch::wait).toList();
    boolean waiting = !waits.isEmpty();
    StackTraceElement place = waiting ? null : mainPlace();
    var state =
        new RankState(
            rank,
            waiting ? Activity.WAITING : Activity.RUNNING,
            place,
            waits,
            in.posted(),
            in.unexpected(),
            in.unexpectedCount());
    return new Seen(state, situation(in, waits, place));
  }

  private Situation situation(
      Inspection in, List<WaitState> states, @Nullable StackTraceElement place) {
    List<Wait> waits = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      WaitState its = states.get(i);
      Inspection.Wait w = in.waits().get(i);
      var wait = new Wait(its.call(), at(its.place()), w.isAny(), its.limited(), w.needs());
      waits.add(w.of().thread() == main ? 0 : waits.size(), wait);
    }
    return new Situation(
        rank,
        waits.isEmpty() ? Situation.Activity.RUNNING : Situation.Activity.WAITING,
        at(place),
        waits,
        in.letters(),
        in.entered(),
        in.locks());
  }

  private static String at(@Nullable StackTraceElement place) {
    if (place == null) {
      return "";
    }
    return place.getFileName() == null
        ? "in " + place.getClassName() + "." + place.getMethodName()
        : "at " + place.getFileName() + ":" + place.getLineNumber();
  }

  private @Nullable StackTraceElement mainPlace() {
    return CallSite.of(main.getStackTrace()).place();
  }

  private static WaitState wait(Inspection.Wait w) {
    LongWait wait = w.of();
    CallSite site = CallSite.of(wait.thread().getStackTrace());
    return new WaitState(
        site.call().isEmpty() ? "a call" : site.call(),
        site.place(),
        wait.thread().getName(),
        Duration.ofNanos(System.nanoTime() - wait.sinceNanos()),
        wait.limited(),
        w.messages());
  }

  /**
   * Whether it is stuck, for a launcher that asks now and then: so far as other ranks do not act,
   * and nothing else in this process. Costs a busy rank nothing.
   */
  RankLook look() {
    Stuck stuck = stuck();
    if (stuck == null || OtherThreads.mayAct(stuck.threads())) {
      return RankLook.busy(rank);
    }
    nudge(); // until it has looked around, the next answer is another one
    return new RankLook(rank, stuck.waitedMillis(), stuck.mark());
  }

  /**
   * Whether the rank is stuck unless another rank acts: its main thread waits, none of its waits
   * has a limit, and nothing moves. Costs a busy rank nothing.
   *
   * @return what changes when it moves; null if it is not stuck
   */
  @Nullable Stuck stuck() {
    var progress = engine.progress();
    if (!progress.sleeps() || !progress.tryEnter(0)) {
      return null;
    }
    try {
      long movements = progress.movements();
      if (movements < 0 || engine.hasLinks()) { // other worlds may act
        return null;
      }
      List<LongWait> waits = progress.longWaits();
      boolean waitsItself = waits.stream().anyMatch(w -> w.thread() == main);
      boolean endless = waits.stream().noneMatch(LongWait::limited);
      return waitsItself && endless ? new Stuck(waits, movements) : null;
    } finally {
      progress.leave();
    }
  }

  /** Makes a rank that sleeps look around; until it has, it is not stuck. */
  void nudge() {
    engine.progress().nudge();
  }

  /**
   * A rank that waits.
   *
   * @param in what all of its threads wait for that wait
   */
  record Stuck(List<LongWait> in, long movements) {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** Those that wait. */
    Set<Thread> threads() {
      return in.stream().map(LongWait::thread).collect(Collectors.toSet());
    }

    /** How long the youngest of them has waited. */
    long waitedMillis() {
      long now = System.nanoTime();
      long least = in.stream().mapToLong(w -> now - w.sinceNanos()).min().orElse(0);
      return Math.max(0, least / 1_000_000);
    }

    /** Another number when it has moved. */
    long mark() {
      long mark = movements;
      for (LongWait w : in) {
        mark = mark * FACTOR + w.sinceNanos();
      }
      return mark;
    }
  }
}
