package org.purempi.launch.smpd;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads commands out of a stream. Used by one thread. */
public final class CommandReader {
  /** The field before every command: its length. */
  public static final int HEADER_BYTES = 13;

  /** A longer command is refused; smpd's own limit is 32768. */
  public static final int MAX_BYTES = 4 << 20;

  private final InputStream in;
  private final byte[] header = new byte[HEADER_BYTES];
  private byte[] body = new byte[1 << 12];

  /** Reads from a stream, which should be buffered. */
  public CommandReader(InputStream in) {
    this.in = in;
  }

  /**
   * The next command, or null at the end of the stream.
   *
   * @throws SmpdException when what comes is no command
   * @throws EOFException when the stream ends within one
   */
  public @Nullable SmpdCommand next() throws IOException {
    int got = in.readNBytes(header, 0, HEADER_BYTES);
    if (got == 0) {
      return null;
    }
    if (got < HEADER_BYTES) {
      throw new EOFException("the connection ended within a command");
    }
    int length = length(header);
    if (body.length < length) {
      // Grows with what really comes, so that a false length costs nothing.
      return SmpdCommand.parse(text(in.readNBytes(length), length));
    }
    int bytes = in.readNBytes(body, 0, length);
    return SmpdCommand.parse(text(body, bytes == length ? length : -1));
  }

  private static String text(byte[] bytes, int length) throws IOException {
    if (bytes.length < length || length < 0) {
      throw new EOFException("the connection ended within a command");
    }
    if (bytes[length - 1] != 0) {
      throw new SmpdException("a command without its final zero byte");
    }
    return new String(bytes, 0, length - 1, StandardCharsets.UTF_8);
  }

  /**
   * The number of a header: digits, then zero bytes.
   *
   * @throws SmpdException when it is none, or more than {@link #MAX_BYTES}
   */
  public static int length(byte[] header) throws SmpdException {
    int digits = 0;
    long length = 0;
    while (digits < header.length && header[digits] >= '0' && header[digits] <= '9') {
      length = 10 * length + header[digits++] - '0';
      if (length > MAX_BYTES) {
        throw new SmpdException("a command of more than " + MAX_BYTES + " bytes");
      }
    }
    for (int i = digits; i < header.length; i++) {
      if (header[i] != 0) {
        throw new SmpdException("no length of a command: " + Arrays.toString(header));
      }
    }
    if (length < 1) {
      throw new SmpdException("a command of no length");
    }
    return (int) length;
  }
}
