package org.purempi.launch.timeline;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.zip.Deflater;

/** Bytes of a page: small numbers are short in them. */
final class Bytes {
  private static final int SEVEN_BITS = 0x7f;
  private static final int MORE = 0x80;
  private static final int PIECE = 1 << 14;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A number that is not negative, seven bits a byte, the lowest first. */
  void add(long number) {
    long rest = number;
    while (rest > SEVEN_BITS) {
      bytes.write((int) (rest & SEVEN_BITS | MORE));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  /** Any number: 0, −1, 1, −2, … are 0, 1, 2, 3, … */
  void addSigned(long number) {
    add(number << 1 ^ number >> Long.SIZE - 1);
  }

  void addAll(byte[] more) {
    bytes.writeBytes(more);
  }

  byte[] toArray() {
    return bytes.toByteArray();
  }

  /** Deflated (RFC 1951) and as text in base 64. */
  static String packed(byte[] raw, int from, int length) {
    var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setInput(raw, from, length);
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
