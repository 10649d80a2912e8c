package org.purempi.pmi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a byte stream into messages of bounded length: lines of PMI-1, and from the answer that
 * agrees on PMI-2 on, frames. One thread reads; others may ask how to write.
 */
final class PmiReader {
  /** A frame of PMI-2 begins with its length: decimal digits with blanks on either side. */
  static final int HEADER_BYTES = 6;

  private final InputStream in;
  private final byte[] bytes = new byte[2 * PmiLine.MAX_BYTES];
  private int start;
  private int end;
  private volatile boolean framed;

  PmiReader(InputStream in) {
    this.in = in;
  }

  /** Whether both sides have agreed on frames. */
  boolean framed() {
    return framed;
  }

  /** The next message, or null at the end of the stream. */
  @Nullable PmiLine next() throws IOException {
    if (framed) {
      return frame();
    }
    int length = line();
    if (length < 0) {
      return null;
    }
    PmiLine line = PmiLine.parse(take(length));
    start++; // the newline
    framed =
        line.command().equals("response_to_init")
            && Integer.toString(PmiTwo.VERSION).equals(line.get("pmi_version"))
            && PmiClient.succeeded(line);
    return line;
  }

  /** The length of the next line without its newline; negative at the end of the stream. */
  private int line() throws IOException {
    int searched = 0;
    while (true) {
      for (; start + searched < end; searched++) {
        if (bytes[start + searched] == '\n') {
          return searched;
        }
      }
      if (searched > PmiLine.MAX_BYTES) {
        throw new PmiException("a PMI line of more than " + PmiLine.MAX_BYTES + " bytes");
      }
      if (!more()) {
        return -1;
      }
    }
  }

  private @Nullable PmiLine frame() throws IOException {
    if (!has(HEADER_BYTES)) {
      return null;
    }
    String header = take(HEADER_BYTES).strip();
    int length = length(header);
    if (!has(length)) {
      throw new PmiException("the stream ends within a PMI-2 frame of " + length + " bytes");
    }
    return PmiLine.parseFields(take(length));
  }

  private static int length(String header) throws PmiException {
    try {
      int length = Integer.parseInt(header);
      if (length > 0 && length <= PmiLine.MAX_BYTES) {
        return length;
      }
    } catch (NumberFormatException e) {
      throw new PmiException("a PMI-2 frame whose length is '" + header + "'", e);
    }
    throw new PmiException(
        "a PMI-2 frame of %s bytes; at most %d go".formatted(header, PmiLine.MAX_BYTES));
  }

  private String take(int length) {
    String text = new String(bytes, start, length, StandardCharsets.UTF_8);
    start += length;
    return text;
  }

  private boolean has(int length) throws IOException {
    while (end - start < length) {
      if (!more()) {
        return false;
      }
    }
    return true;
  }

  private boolean more() throws IOException {
    System.arraycopy(bytes, start, bytes, 0, end - start);
    end -= start;
    start = 0;
    int got = in.read(bytes, end, bytes.length - end);
    end += Math.max(0, got);
    return got >= 0;
  }
}
