package org.purempi.launch.timeline;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;

/** Bytes of a page: small numbers are short in them. */
final class Bytes {
  private static final int SEVEN_BITS = 0x7f;
  private static final int MORE = 0x80;
  private static final int PIECE = 1 << 14;
  private static final int FIRST = 1 << 10;
  private static final int MOST_OF_NUMBER = 10;

  private byte[] bytes = new byte[FIRST];
  private int size;

  /** A number that is not negative, seven bits a byte, the lowest first. */
  void add(long number) {
    long rest = number;
    if (size + MOST_OF_NUMBER > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    while (rest > SEVEN_BITS) {
      bytes[size++] = (byte) ((rest & SEVEN_BITS) | MORE);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** Any number, {@link #folded}. */
  void addSigned(long number) {
    add(folded(number));
  }

  /** A number without a sign: 0, 1, 2, 3, … for 0, −1, 1, −2, … */
  static long folded(long number) {
    return (number << 1) ^ (number >> (Long.SIZE - 1));
  }

  /** Adds other ones, behind their length. */
  void add(Bytes more) {
    add(more.size);
    if (size + more.size > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * (size + more.size));
    }
    System.arraycopy(more.bytes, 0, bytes, size, more.size);
    size += more.size;
  }

  /** Deflated and as text. */
  String packed() {
    return packed(bytes, size);
  }

  /** Deflated (RFC 1951) and as text in base 64. */
  static String packed(byte[] raw, int length) {
    var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setInput(raw, 0, length);
      deflater.finish();
      var out = new ByteArrayOutputStream();
      byte[] piece = new byte[PIECE];
      while (!deflater.finished()) {
        out.write(piece, 0, deflater.deflate(piece));
      }
      return Base64.getEncoder().encodeToString(out.toByteArray());
    } finally {
      deflater.end();
    }
  }
}
