package org.purempi.launch.smpd1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads commands out of a stream, which should be buffered. Used by one thread. */
public final class Smpd1Reader {
  private final InputStream in;
  private final byte[] header = new byte[Smpd1Command.HEADER_BYTES];

  /** Reads from a stream. */
  public Smpd1Reader(InputStream in) {
    this.in = in;
  }

  /**
   * The next command, or null at the end of the stream.
   *
   * @throws Smpd1Exception when what comes is no command
   * @throws EOFException when the stream ends within one
   */
  public @Nullable Smpd1Command next() throws IOException {
    int got = in.readNBytes(header, 0, header.length);
    if (got == 0) {
      return null;
    }
    int length = got < header.length ? -1 : length(header);
    byte[] body = length < 0 ? header : in.readNBytes(length);
    if (body.length < length || length < 0) {
      throw new EOFException("the connection ended within a command");
    }
    int end = 0;
    while (end < length && body[end] != 0) {
      end++;
    }
    if (end == length) {
      throw new Smpd1Exception("a command without its final zero byte");
    }
    return Smpd1Command.parse(new String(body, 0, end, StandardCharsets.ISO_8859_1));
  }

  /**
   * The number of a header: digits, then a zero byte; what an older text left behind it is nothing.
   */
  static int length(byte[] header) throws Smpd1Exception {
    int length = 0;
    int at = 0;
    while (at < header.length && header[at] >= '0' && header[at] <= '9') {
      length = 10 * length + header[at++] - '0';
      if (length > Smpd1Command.MAX_BYTES) {
        throw new Smpd1Exception("a command of more than " + Smpd1Command.MAX_BYTES + " bytes");
      }
    }
    if (at == 0 || at == header.length || header[at] != 0 || length < 1) {
      throw new Smpd1Exception("no length of a command");
    }
    return length;
  }
}
