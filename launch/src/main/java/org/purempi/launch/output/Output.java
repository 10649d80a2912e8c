package org.purempi.launch.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.Visible;

/**
 * mpiexec's standard output and error. One lock for both, so that what is written whole appears
 * whole, even when both are the same file. Any thread may call it.
 */
public final class Output implements LineSink {
  /** One of the two streams. */
  public enum Stream {
    /** Standard output. */
    OUT,
    /** Standard error. */
    ERR
  }

  private final OutputStream out;
  private final OutputStream err;
  private final Consumer<String> onLost;
  private final Activity activity = new Activity();
  private @Nullable LineForwarder openLine;
  private Stream openStream = Stream.OUT;
  private @Nullable String lost;

  /**
   * Writes to these two streams.
   *
   * @param out takes every byte at once, as {@code err} does
   * @param onLost told why when output of ranks is lost for the first time
   */
  public Output(OutputStream out, OutputStream err, Consumer<String> onLost) {
    this.out = out;
    this.err = err;
    this.onLost = onLost;
  }

  /** What moves here. */
  public Activity activity() {
    return activity;
  }

  /**
   * Writes bytes of one rank.
   *
   * @param ended whether they end a line; a line left open is closed before another one's bytes
   */
  @Override
  public synchronized void write(
      LineForwarder from, Stream stream, byte[] bytes, int length, boolean ended) {
    if (openLine != null && openLine != from) {
      openLine.interrupted();
      closeLine();
    }
    put(stream, bytes, length);
    openLine = ended ? null : from;
    openStream = stream;
  }

  /** Writes lines of several ranks. */
  synchronized void lines(Stream stream, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    put(stream, bytes, bytes.length);
  }

  /** Writes a message of mpiexec itself on standard error. */
  public synchronized void say(String message) {
    if (openLine != null) {
      closeLine();
    }
    byte[] bytes = (Visible.of(message) + "\n").getBytes(StandardCharsets.UTF_8);
    put(Stream.ERR, bytes, bytes.length);
  }

  /** Output of ranks cannot be written any more; {@code why} names where. */
  synchronized void lose(String why) {
    if (lost == null) {
      lost = why;
      onLost.accept(why);
    }
  }

  /** Why output of ranks was lost, or null when none was. */
  public synchronized @Nullable String lost() {
    return lost;
  }

  private void closeLine() {
    put(openStream, new byte[] {'\n'}, 1);
    openLine = null;
  }

  private void put(Stream stream, byte[] bytes, int length) {
    activity.begin();
    try {
      (stream == Stream.OUT ? out : err).write(bytes, 0, length);
    } catch (IOException e) {
      // Nobody left to tell when it is standard error.
      if (stream == Stream.OUT) {
        lose("standard output cannot be written any more: " + e.getMessage());
      }
    } finally {
      activity.end();
    }
  }
}
