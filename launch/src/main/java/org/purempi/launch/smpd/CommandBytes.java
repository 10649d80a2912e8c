package org.purempi.launch.smpd;

import java.nio.charset.StandardCharsets;

/** Commands and fields of fixed length as bytes. */
public final class CommandBytes {
  /** The field that tells a new manager who it is, {@code id=2 parent=1 level=1}. */
  public static final int SESSION_HEADER_BYTES = 1024;

  private CommandBytes() {}

  /** A command with its length before it. */
  public static byte[] of(SmpdCommand command) {
    byte[] body = command.body();
    var bytes = new byte[CommandReader.HEADER_BYTES + body.length];
    byte[] digits = Integer.toString(body.length).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(digits, 0, bytes, 0, digits.length);
    System.arraycopy(body, 0, bytes, CommandReader.HEADER_BYTES, body.length);
    return bytes;
  }

  /** A text padded with zero bytes. */
  public static byte[] field(String text, int length) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length >= length) {
      throw new IllegalArgumentException("a field of more than " + length + " bytes: " + text);
    }
    return java.util.Arrays.copyOf(bytes, length);
  }

  /** The text of a padded field. */
  public static String text(byte[] field) {
    int end = 0;
    while (end < field.length && field[end] != 0) {
      end++;
    }
    return new String(field, 0, end, StandardCharsets.UTF_8);
  }
}
