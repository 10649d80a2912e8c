package org.purempi.protocol;

import java.util.concurrent.atomic.AtomicLong;
import org.purempi.matching.Level;
import org.purempi.matching.Tally;
import org.purempi.tool.PerformanceVariable;
import org.purempi.tool.Watermark;

/**
 * What a rank counts for tools: plain fields beside those that the same step changes anyhow. Inside
 * the rank's lock, but for the public methods.
 */
public final class Gauges {
  private final Engine engine;

  long fragmented;
  long fragmentedBytes;
  long announced;
  long announcedBytes;
  long deferred;
  final Level unexpectedBytes = new Level();

  /** Changed without the lock, by whoever begins a collective operation. */
  long collectives;

  private final AtomicLong communicators = new AtomicLong();
  private final AtomicLong windows = new AtomicLong();
  private final AtomicLong files = new AtomicLong();
  private final AtomicLong reservedBytes = new AtomicLong();

  Gauges(Engine engine) {
    this.engine = engine;
  }

  /** So many communicators more, or fewer, are open. */
  public void communicators(int more) {
    communicators.addAndGet(more);
  }

  /** So many windows more, or fewer, are open. */
  public void windows(int more) {
    windows.addAndGet(more);
  }

  /** So many files more, or fewer, are open. */
  public void files(int more) {
    files.addAndGet(more);
  }

  /** So many bytes more, or fewer, are reserved for others to map. */
  public void reserved(long moreBytes) {
    reservedBytes.addAndGet(moreBytes);
  }

  /** The value of a variable of the rank, now or since it began. */
  public long read(PerformanceVariable variable) {
    long[] value = {0};
    engine.locked(() -> value[0] = value(variable));
    return value[0];
  }

  /** The value of a variable that these ranks have of their own. */
  public long read(PerformanceVariable variable, Peers of) {
    long[] value = {0};
    engine.locked(() -> value[0] = value(variable, of));
    return value[0];
  }

  private long value(PerformanceVariable variable, Peers of) {
    return switch (variable) {
      case COMMUNICATOR_COLLECTIVES -> of.collectives();
      case COMMUNICATOR_UNEXPECTED_LENGTH -> engine.contexts.queues(of.context()).arrivedCount();
      case COMMUNICATOR_POSTED_LENGTH -> engine.contexts.queues(of.context()).postedCount();
      default -> throw new IllegalArgumentException(variable + " is not a communicator's");
    };
  }

  /** Follows the level that a watermark is of. */
  public Watermark watermark(PerformanceVariable variable) {
    return switch (variable) {
      case UNEXPECTED_RECVQ_LENGTH_MOST -> tally().arrived().mark(engine::locked);
      case UNEXPECTED_RECVQ_BUFFER_SIZE_MOST -> unexpectedBytes.mark(engine::locked);
      default -> throw new IllegalArgumentException(variable + " is no watermark");
    };
  }

  private Tally tally() {
    return engine.contexts.tally;
  }

  private long posted() {
    long[] count = {0};
    engine.contexts.forEach((context, queues) -> count[0] += queues.postedCount());
    return count[0];
  }

  private long value(PerformanceVariable variable) {
    Sending sending = engine.sending();
    Matching matching = engine.matching;
    return switch (variable) {
      case EAGER_SENT -> sending.eager;
      case EAGER_SENT_BYTES -> sending.eagerBytes;
      case FRAGMENTED_SENT -> fragmented;
      case FRAGMENTED_SENT_BYTES -> fragmentedBytes;
      case ANNOUNCED_SENT -> announced;
      case ANNOUNCED_SENT_BYTES -> announcedBytes;
      case RECEIVED -> matching.received();
      case RECEIVED_BYTES -> matching.receivedBytes();
      case RENDEZVOUS -> sending.announced.all().size();
      case FRAMES -> engine.frames.others + matching.eagerFrames();
      case DEFERRED -> deferred;
      case COLLECTIVES -> collectives;
      case UNEXPECTED -> tally().arrived().rises();
      case UNEXPECTED_RECVQ_LENGTH -> tally().arrived().now();
      case UNEXPECTED_RECVQ_LENGTH_MOST -> tally().arrived().most();
      case UNEXPECTED_RECVQ_BUFFER_SIZE -> unexpectedBytes.now();
      case UNEXPECTED_RECVQ_BUFFER_SIZE_MOST -> unexpectedBytes.most();
      case POSTED_RECVQ_LENGTH -> posted();
      case UNEXPECTED_RECVQ_MATCH_ATTEMPTS -> tally().passedArrived();
      case POSTED_RECVQ_MATCH_ATTEMPTS -> tally().passedPosted();
      case POLLS -> engine.progress.polls();
      case SLEEPS -> engine.progress.naps.count();
      case SLEEP_TIME -> engine.progress.naps.nanos();
      case WAITERS -> engine.progress.longWaits().size();
      case COMMUNICATORS -> communicators.get();
      case WINDOWS -> windows.get();
      case FILES -> files.get();
      case SHARED_MEMORY -> reservedBytes.get();
      case OPERATIONS -> posted() + Inspection.sends(engine).size();
      case PEERS -> engine.met().size();
      case FAILURES_KNOWN -> engine.gone.count();
      default -> throw new IllegalArgumentException(variable + " is not the rank's");
    };
  }
}
