package org.purempi.watch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Status;
import org.purempi.record.CallRecord;
import org.purempi.tool.Call;
import org.purempi.trace.FrameOrigin;

/**
 * The call that a thread is in: the outermost, for what it calls itself is not the program's. Used
 * again for the thread's next one.
 */
public final class OpenCall implements Call {
  /** Of short calls at most one out of so many is measured. */
  private static final int MOST_SKIPPED = 64;

  /** Calls that took less are short. */
  private static final long SHORT_NANOS = 3_000;

  /** How many calls of this thread are inside each other. */
  int depth;

  What what = What.WAIT;
  Watched scope = Watched.NOTHING;
  int rank;
  int peer;
  int tag;
  long bytes;

  /** Of a message or a collective operation: how many came before it. */
  int order;

  /** When it began; 0 if nobody wants to know. */
  long begin;

  /** When it was over. */
  long end;

  /** When its thread first slept in it; 0 if it did not. */
  long slept;

  /** How many calls of this kind stand for this one; 0: it is not measured. */
  int weight;

  @Nullable Throwable failure;

  /** The flight recorder's event. */
  @Nullable Object event;

  /** What each tool has attached. */
  @Nullable Object @Nullable [] attachments;

  /** The tool that is told. */
  int current;

  /** A number for the thread, per rank; 0 as long as it has none. */
  int thread;

  private final byte[] skips = new byte[What.MOST];
  private final byte[] periods = new byte[What.MOST];

  OpenCall() {}

  void begin(What kind, Watched of, int other, int label, @Nullable Buf buf) {
    what = kind;
    scope = of;
    peer = other;
    tag = label;
    bytes = buf == null ? -1 : buf.bytes();
    order = CallRecord.NONE;
    begin = 0;
    end = 0;
    slept = 0;
    failure = null;
  }

  /** Whether a call is to be measured where not all are. */
  boolean isSampled() {
    int kind = what.number();
    if (skips[kind] > 0) {
      skips[kind]--;
      weight = 0;
      return false;
    }
    weight = Math.max(1, periods[kind]);
    return true;
  }

  /** One was measured: how many of its kind are to be passed over. */
  void sampled(long nanos) {
    int kind = what.number();
    int period = nanos < SHORT_NANOS ? Math.min(2 * weight, MOST_SKIPPED) : 1;
    periods[kind] = (byte) period;
    skips[kind] = (byte) (period - 1);
  }

  /** Of a receive: what has come. */
  public void received(Status status) {
    peer = status.source();
    tag = status.tag();
    bytes = status.bytes();
  }

  /** The process that it has to do with. */
  int process() {
    return scope.process(peer);
  }

  @Override
  public String name() {
    return what.name();
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public String scope() {
    return scope.label();
  }

  @Override
  public int peer() {
    return peer;
  }

  @Override
  public int tag() {
    return tag;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public long nanos() {
    return end == 0 ? 0 : end - begin;
  }

  @Override
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public Optional<StackTraceElement> place() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .dropWhile(frame -> !frame.getClassName().equals(Tool.class.getName()))
                    .filter(frame -> FrameOrigin.isProgram(frame.getClassName()))
                    .map(StackWalker.StackFrame::toStackTraceElement)
                    .findFirst());
  }

  @Override
  public @Nullable Object attachment() {
    Object[] all = attachments;
    return all == null ? null : all[current];
  }

  @Override
  public void attach(@Nullable Object something) {
    Object[] all = attachments;
    if (all != null) {
      all[current] = something;
    }
  }
}
