package org.purempi.launch.smpd1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The texts of fixed length, padded with zero bytes, that come before the commands. */
final class Smpd1Fields {
  /** A challenge, the answer to it, and what came of it. */
  static final int AUTHENTICATION_BYTES = 256;

  /** What kind of session is wanted. */
  static final int SESSION_BYTES = 100;

  /** Whether an account, or a password, is wanted. */
  static final int CREDENTIALS_BYTES = 100;

  /** The port to come back to. */
  static final int PORT_BYTES = 20;

  /** Who the manager is to be. */
  static final int HEADER_BYTES = 1024;

  private Smpd1Fields() {}

  static byte[] of(String text, int length) throws Smpd1Exception {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (bytes.length >= length) {
      throw new Smpd1Exception("'%s' is longer than %d bytes".formatted(text, length - 1));
    }
    return Arrays.copyOf(bytes, length);
  }

  static void write(OutputStream out, String text, int length) throws IOException {
    out.write(of(text, length));
    out.flush();
  }

  static String read(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection ended before the first command");
    }
    int end = 0;
    while (end < length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
  }
}
