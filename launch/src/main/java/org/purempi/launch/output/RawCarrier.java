package org.purempi.launch.output;

import java.io.IOException;
import java.io.InputStream;

/** Hands the bytes of one stream on as they come; a manager's, whose mpiexec finds the lines. */
public final class RawCarrier implements Carrier {
  private static final int CHUNK_BYTES = 16 << 10;

  /** Takes a piece; what it waits for, the rank waits for. */
  public interface Sink {
    /** Takes the bytes from {@code start} to before {@code end}; may wait until there is room. */
    void take(byte[] bytes, int start, int end) throws InterruptedException;
  }

  private final Sink sink;
  private final Runnable atEnd;
  private volatile boolean silenced;

  /** Carries every byte as it comes. */
  public RawCarrier(Sink sink) {
    this(sink, () -> {});
  }

  /** Tells when the stream has ended and all was handed on, too. */
  public RawCarrier(Sink sink, Runnable atEnd) {
    this.sink = sink;
    this.atEnd = atEnd;
  }

  @Override
  public void carry(InputStream in) throws IOException {
    var chunk = new byte[CHUNK_BYTES];
    for (int got = in.read(chunk); got >= 0; got = in.read(chunk)) {
      take(chunk, 0, got);
    }
  }

  @Override
  public void take(byte[] bytes, int start, int end) {
    try {
      if (!silenced && end > start) {
        sink.take(bytes, start, end);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void finish() {
    atEnd.run(); // nothing is kept back
  }

  @Override
  public void silence() {
    silenced = true;
  }

  @Override
  public void showOpenLine() {
    // Nothing is kept back.
  }
}
