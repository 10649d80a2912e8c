package org.purempi.world;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

  /** What it is doing now. */
  RankState state() {
    Inspection in = engine.inspect(PATIENCE_NANOS);
    if (in == null) {
      return new RankState(rank, Activity.BUSY, mainPlace(), List.of(), List.of(), List.of(), 0);
    }
    List<WaitState> waits = in.waits().stream().map(RankWatch::wait).toList();
    boolean waiting = !waits.isEmpty();
    return new RankState(
        rank,
        waiting ? Activity.WAITING : Activity.RUNNING,
        waiting ? null : mainPlace(),
        waits,
        in.posted(),
        in.unexpected(),
        in.unexpectedCount());
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

  /** A state in words. */
  static RankReport report(RankState s) {
    double seconds = s.activity() == Activity.WAITING ? s.waited().toNanos() / SECOND_NANOS : -1;
    return new RankReport(s.rank(), seconds, s.lines());
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
  record Stuck(List<LongWait> in, long movements) {}
}
