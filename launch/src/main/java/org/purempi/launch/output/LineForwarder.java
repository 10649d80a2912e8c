package org.purempi.launch.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.purempi.launch.output.Output.Stream;

/**
 * Carries one stream of one rank to ours, whole lines at a time. A thread of its own reads; on a
 * terminal a clock shows a line left open for a while, for that is a question to the user.
 */
final class LineForwarder implements Carrier {
  private static final int CHUNK_BYTES = 1 << 16;

  /** Longer lines are passed on in pieces. */
  private static final int MAX_LINE_BYTES = 1 << 24;

  private final LineSink output;
  private final int rank;
  private final Stream stream;
  private final byte[] label;
  private byte[] pending = new byte[256];
  private int pendingBytes;
  private boolean lineOpen;
  private boolean grown;
  private volatile boolean silenced;

  /**
   * @param rank whose stream it is
   * @param label what goes before each line; may be empty
   */
  LineForwarder(LineSink output, Stream stream, int rank, String label) {
    this.rank = rank;
    this.output = output;
    this.stream = stream;
    this.label = label.getBytes(StandardCharsets.UTF_8);
  }

  /** Whose stream it is. */
  int rank() {
    return rank;
  }

  @Override
  public void carry(InputStream in) throws IOException {
    var chunk = new byte[CHUNK_BYTES];
    for (int got = in.read(chunk); got >= 0; got = in.read(chunk)) {
      take(chunk, 0, got);
    }
  }

  @Override
  public void silence() {
    silenced = true;
  }

  @Override
  public synchronized void take(byte[] chunk, int start, int end) {
    int cut = lastLineEnd(chunk, start, end);
    if (cut > start) {
      if (pendingBytes == 0) {
        write(chunk, start, cut, true);
      } else {
        int first = firstLineEnd(chunk, start);
        keep(chunk, start, first);
        write(pending, 0, pendingBytes, true);
        pendingBytes = 0;
        if (first < cut) {
          write(chunk, first, cut, true);
        }
      }
    }
    keep(chunk, cut, end);
    grown = true;
    if (pendingBytes >= MAX_LINE_BYTES) {
      flush();
    }
  }

  /** Called by the clock of a terminal. */
  @Override
  public synchronized void showOpenLine() {
    if (pendingBytes > 0 && !grown) {
      flush();
    }
    grown = false;
  }

  /** With the newline that a label calls for. */
  @Override
  public synchronized void finish() {
    if (pendingBytes > 0 && label.length > 0) {
      keep(new byte[] {'\n'}, 0, 1);
      write(pending, 0, pendingBytes, true);
      pendingBytes = 0;
    } else if (pendingBytes > 0) {
      // Exactly the bytes the rank wrote; the next line may follow on the same line.
      write(pending, 0, pendingBytes, true);
      pendingBytes = 0;
    }
  }

  /** Somebody else's line follows our open one; what comes next from here starts a new line. */
  void interrupted() {
    lineOpen = false;
  }

  private void flush() {
    write(pending, 0, pendingBytes, false);
    pendingBytes = 0;
  }

  private void keep(byte[] from, int start, int end) {
    int more = end - start;
    if (pendingBytes + more > pending.length) {
      pending = Arrays.copyOf(pending, Math.max(2 * pending.length, pendingBytes + more));
    }
    System.arraycopy(from, start, pending, pendingBytes, more);
    pendingBytes += more;
  }

  private void write(byte[] from, int start, int end, boolean ended) {
    if (!silenced) {
      byte[] bytes =
          label.length == 0 ? Arrays.copyOfRange(from, start, end) : labelled(from, start, end);
      output.write(this, stream, bytes, bytes.length, ended);
      lineOpen = !ended;
    }
  }

  private byte[] labelled(byte[] from, int start, int end) {
    int lines = 0;
    for (int i = start; i < end; i++) {
      lines += from[i] == '\n' ? 1 : 0;
    }
    var result = new byte[end - start + (lines + 1) * label.length];
    int filled = 0;
    boolean atStart = !lineOpen;
    for (int i = start; i < end; i++) {
      if (atStart) {
        System.arraycopy(label, 0, result, filled, label.length);
        filled += label.length;
      }
      result[filled++] = from[i];
      atStart = from[i] == '\n';
    }
    return Arrays.copyOf(result, filled);
  }

  private static int firstLineEnd(byte[] bytes, int start) {
    int i = start;
    while (bytes[i] != '\n') {
      i++;
    }
    return i + 1;
  }

  private static int lastLineEnd(byte[] bytes, int start, int end) {
    int i = end;
    while (i > start && bytes[i - 1] != '\n') {
      i--;
    }
    return i;
  }
}
