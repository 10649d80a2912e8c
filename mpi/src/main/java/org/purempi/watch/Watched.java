package org.purempi.watch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.purempi.record.CallRecord;

/** What a call belongs to, as a rank's tools know it: a communicator, a window, a file. */
public final class Watched {
  /** It belongs to nothing. */
  public static final Watched NOTHING = new Watched(() -> "", 0, 0, rank -> rank);

  private final Supplier<String> label;
  private final long context;
  private final int size;
  private final IntUnaryOperator process;
  private final AtomicInteger collectives = new AtomicInteger();

  /** What the recorder has called it; it may have another name by now. */
  volatile String recorded = "";

  /** Its number in the record; 0 as long as it has none. */
  volatile int number;

  /**
   * Something of these ranks.
   *
   * @param label its name, which may change
   * @param context the number of its context
   * @param process for each of its ranks the process
   */
  public Watched(Supplier<String> label, long context, int size, IntUnaryOperator process) {
    this.label = label;
    this.context = context;
    this.size = size;
    this.process = process;
  }

  String label() {
    return label.get();
  }

  long context() {
    return context;
  }

  int size() {
    return size;
  }

  /** The process that a rank is; {@link CallRecord#NONE} for what is no rank of it. */
  int process(int rank) {
    return rank < 0 || (rank >= size && size > 0) ? CallRecord.NONE : process.applyAsInt(rank);
  }

  /** Counts a collective operation: how many came before it. */
  int nextCollective() {
    return collectives.getAndIncrement();
  }
}
