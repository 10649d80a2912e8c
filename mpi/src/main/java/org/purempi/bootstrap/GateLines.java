package org.purempi.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.purempi.pmi.PmiLine;

/** What is said at the gate, a line each. */
final class GateLines {
  /** What both sides prove to know the secret for. */
  static final String PURPOSE = "rendezvous 1";

  static final int VERSION = 2;

  /** A rank says who it is. */
  static final String MEET = "meet";

  /** All ranks are there, or why that will not be. */
  static final String MET = "met";

  /** The world before this one is not yet over: call again. */
  static final String LATER = "later";

  /** The longest line of a guest. */
  static final int MOST_BYTES = 1024;

  /** The longest line of rank 0, which may name many ranks that are missing. */
  static final int MOST_ANSWER_BYTES = 1 << 16;

  private GateLines() {}

  /** A line as it is sent. */
  static ByteBuffer bytes(PmiLine line) {
    byte[] bytes = (line.format() + "\n").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(bytes);
  }

  /** The line that was read, null as long as it is not complete. */
  static @Nullable PmiLine line(ByteBuffer read) throws IOException {
    int end = read.position();
    if (end == 0 || read.get(end - 1) != '\n') {
      if (!read.hasRemaining()) {
        throw new IOException("it sent more than is allowed here");
      }
      return null;
    }
    byte[] text = new byte[end - 1];
    read.get(0, text);
    return PmiLine.parse(new String(text, StandardCharsets.UTF_8));
  }

  /** A text that can stand in a line. */
  static String printable(String text) {
    return text.replaceAll("[^\\x21-\\x7e]", "_");
  }
}
