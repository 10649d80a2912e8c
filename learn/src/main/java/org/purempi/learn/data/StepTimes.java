package org.purempi.learn.data;

import java.util.ArrayList;
import java.util.List;

/**
 * When the exchange of each bucket of a step began and ended, in nanoseconds since the first
 * gradient was ready: what has ended before {@link #waitNanos} was hidden behind the backward pass.
 */
public final class StepTimes {
  /**
   * The exchange of a bucket.
   *
   * @param bytes of gradients
   * @param startNanos when it began
   * @param endNanos when it was seen to be complete
   */
  public record Span(long bytes, long startNanos, long endNanos) {}

  private final List<Span> now = new ArrayList<>();
  private List<Span> last = List.of();
  private long begin = -1;
  private long waits;
  private long end;
  private long lastWait;
  private long lastEnd;

  /** None yet. */
  public StepTimes() {}

  void begin() {
    if (begin < 0) {
      begin = System.nanoTime();
    }
  }

  /** Whether a gradient has come since the last step ended. */
  boolean haveBegun() {
    return begin >= 0;
  }

  private long since() {
    begin();
    return System.nanoTime() - begin;
  }

  void started(int bucket, long bytes) {
    now.add(bucket, new Span(bytes, since(), -1));
  }

  void waits() {
    waits = since();
  }

  void finished(int bucket) {
    Span s = now.get(bucket);
    now.set(bucket, new Span(s.bytes, s.startNanos, since()));
  }

  void ends() {
    end = since();
    last = List.copyOf(now);
    lastWait = waits;
    lastEnd = end;
    now.clear();
    begin = -1;
  }

  /** The buckets of the last step, in their order. */
  public List<Span> buckets() {
    return last;
  }

  /** When the backward pass had ended and {@link DataParallel#finish} was called. */
  public long waitNanos() {
    return lastWait;
  }

  /** When all gradients were there. */
  public long endNanos() {
    return lastEnd;
  }
}
