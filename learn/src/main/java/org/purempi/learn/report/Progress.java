package org.purempi.learn.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.learn.data.DataParallel;
import org.purempi.learn.data.StepTimes;

/**
 * The progress of a run. Rank 0 prints a line at the end of each stretch of steps: the mean loss,
 * examples per second of all ranks together, and how much of the ranks' time was not spent in
 * waiting for gradients, which is the efficiency of so many ranks beside one. Each step is an event
 * of JDK Flight Recorder, too. For one thread of each rank.
 */
public final class Progress {
  private final Communicator comm;
  private final String unit;
  private final PrintStream out;
  private final List<Point> curve = new ArrayList<>();
  private StepEvent event = new StepEvent();
  private long steps;
  private double losses;
  private long examples;
  private long exposed;
  private long sinceNanos = System.nanoTime();

  /**
   * A point of the curve.
   *
   * @param step how many steps there had been
   * @param loss the mean over all examples of the stretch before
   * @param perSecond examples of all ranks per second
   * @param efficiency the share of the time that was not spent in waiting for gradients, 0 to 1
   */
  public record Point(long step, double loss, double perSecond, double efficiency) {}

  /**
   * Of ranks that learn together.
   *
   * @param unit what examples are called: {@code images}
   */
  public Progress(Communicator comm, String unit) {
    this(comm, unit, System.out);
  }

  Progress(Communicator comm, String unit, PrintStream out) {
    this.comm = comm;
    this.unit = unit;
    this.out = out;
    event.begin();
  }

  /**
   * A step has ended on this rank.
   *
   * @param loss the sum over this rank's examples
   * @param parallel knows how long the exchange took; null if there was none
   */
  public void step(double loss, int count, @Nullable DataParallel parallel) {
    steps++;
    losses += loss;
    examples += count;
    StepTimes times = parallel == null ? new StepTimes() : parallel.times();
    long waited = times.endNanos() - times.waitNanos();
    exposed += waited;
    event.end();
    if (event.shouldCommit()) {
      event.rank = comm.rank();
      event.step = steps;
      event.examples = count;
      event.loss = count == 0 ? 0 : loss / count;
      event.gradientBytes = times.buckets().stream().mapToLong(StepTimes.Span::bytes).sum();
      event.exposed = waited;
      event.commit();
    }
    event = new StepEvent();
    event.begin();
  }

  /**
   * A stretch of steps has ended: sums what the ranks have noted, and prints a line on rank 0;
   * collective.
   *
   * @param title what the line begins with: {@code epoch 1}
   * @return the same on all ranks
   */
  public Point report(String title) {
    long nanos = System.nanoTime() - sinceNanos;
    double[] all = {losses, examples, exposed, nanos};
    comm.allreduce(all, Op.SUM);
    long[] most = {nanos, steps};
    comm.allreduce(most, Op.MAX);
    steps = most[1]; // whoever has had fewer batches has followed the others
    var point =
        new Point(
            steps,
            all[1] == 0 ? 0 : all[0] / all[1],
            all[1] / (most[0] / 1e9),
            1 - all[2] / all[3]);
    curve.add(point);
    if (comm.rank() == 0) {
      out.printf(
          Locale.ROOT,
          "%s: loss %.6f, %,.0f %s/s on %d rank%s, efficiency %.0f %%%n",
          title,
          point.loss,
          point.perSecond,
          unit,
          comm.size(),
          comm.size() == 1 ? "" : "s",
          100 * point.efficiency);
      out.flush();
    }
    losses = 0;
    examples = 0;
    exposed = 0;
    sinceNanos = System.nanoTime();
    return point;
  }

  /** What has been reported. */
  public List<Point> curve() {
    return List.copyOf(curve);
  }
}
