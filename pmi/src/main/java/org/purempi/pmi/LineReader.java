package org.purempi.pmi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Cuts a byte stream into lines of bounded length; used by one thread. */
final class LineReader {
  private final InputStream in;
  private final byte[] bytes = new byte[2 * PmiLine.MAX_BYTES];
  private int start;
  private int end;

  LineReader(InputStream in) {
    this.in = in;
  }

  /** The next line without its newline, or null at the end of the stream. */
  @Nullable String next() throws IOException {
    int searched = start;
    while (true) {
      for (int i = searched; i < end; i++) {
        if (bytes[i] == '\n') {
          String line = new String(bytes, start, i - start, StandardCharsets.UTF_8);
          start = i + 1;
          return line;
        }
      }
      if (end - start > PmiLine.MAX_BYTES) {
        throw new PmiException("a PMI line of more than " + PmiLine.MAX_BYTES + " bytes");
      }
      System.arraycopy(bytes, start, bytes, 0, end - start);
      end -= start;
      start = 0;
      searched = end;
      int got = in.read(bytes, end, bytes.length - end);
      if (got < 0) {
        return null;
      }
      end += got;
    }
  }
}
