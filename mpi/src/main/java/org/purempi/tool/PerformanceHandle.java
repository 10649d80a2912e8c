package org.purempi.tool;

import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/**
 * A performance variable as one session sees it (section 15.3.7). What is a sum counts from 0 while
 * the handle runs, and a watermark is kept while it runs; levels are read at any time and take no
 * start. Any thread.
 */
public final class PerformanceHandle {
  private final RankGauges gauges;
  private final PerformanceVariable variable;
  private final @Nullable Communicator of;
  private boolean runs;

  /** Of a sum: what was counted before {@link #from}; of a watermark: what it was at its stop. */
  private long kept;

  private long from;
  private @Nullable Watermark mark;

  PerformanceHandle(RankGauges gauges, PerformanceVariable variable, @Nullable Communicator of) {
    this.gauges = gauges;
    this.variable = variable;
    this.of = of;
  }

  /** What it is a handle of. */
  public PerformanceVariable variable() {
    return variable;
  }

  /**
   * Counts from now on ({@code MPI_T_pvar_start}).
   *
   * @throws MpiArgumentException if it is a level
   */
  public synchronized void start() {
    refuseLevel("started");
    if (!runs) {
      runs = true;
      begin();
    }
  }

  private void begin() {
    if (variable.kind().isWatermark()) {
      mark = gauges.watermark(variable);
    } else {
      from = now();
    }
  }

  /**
   * Counts no more, and keeps its value ({@code MPI_T_pvar_stop}).
   *
   * @throws MpiArgumentException if it is a level
   */
  public synchronized void stop() {
    refuseLevel("stopped");
    kept = value();
    release();
  }

  /** Its value ({@code MPI_T_pvar_read}). */
  public synchronized long read() {
    return value();
  }

  /**
   * Its value, and sets it back ({@code MPI_T_pvar_readreset}).
   *
   * @throws MpiArgumentException if it is a level
   */
  public synchronized long readAndReset() {
    long value = value();
    reset();
    return value;
  }

  /**
   * Sets it back: a sum to 0, a watermark to the level now ({@code MPI_T_pvar_reset}).
   *
   * @throws MpiArgumentException if it is a level
   */
  public synchronized void reset() {
    write(0);
    Watermark its = mark;
    if (its != null) {
      its.reset();
    }
  }

  /**
   * Sets a sum to a value, from which it counts on ({@code MPI_T_pvar_write}).
   *
   * @throws MpiArgumentException if it is a level
   */
  public synchronized void write(long value) {
    refuseLevel("set");
    kept = value;
    from = runs && variable.kind().isSum() ? now() : 0;
  }

  private long value() {
    if (variable.kind().isContinuous()) {
      return now();
    }
    Watermark its = mark;
    if (its != null) {
      return its.value();
    }
    return runs ? kept + now() - from : kept;
  }

  private long now() {
    return gauges.read(variable, of);
  }

  /** Lets go of what follows the rank. */
  synchronized void release() {
    runs = false;
    Watermark its = mark;
    mark = null;
    if (its != null) {
      its.close();
    }
  }

  private void refuseLevel(String what) {
    if (variable.kind().isContinuous()) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          variable + " is a " + variable.kind() + ": it can be read at any time, and not " + what);
    }
  }
}
