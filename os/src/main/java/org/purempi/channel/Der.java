package org.purempi.channel;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** As much of ASN.1's distinguished encoding as a certificate takes: tag, length, content. */
final class Der {
  /** The object identifier 1.2.840.10045.4.3.2. */
  static final byte[] ECDSA_WITH_SHA256 = {
    0x06, 0x08, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02
  };

  /** The object identifier 2.5.4.3. */
  static final byte[] COMMON_NAME = {0x06, 0x03, 0x55, 0x04, 0x03};

  /** The integer 2, explicitly tagged 0: a certificate of version 3. */
  static final byte[] VERSION_3 = {(byte) 0xa0, 0x03, 0x02, 0x01, 0x02};

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int UTF8_STRING = 0x0c;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int UTC_TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;

  private static final int SHORT_LENGTH = 0x80;
  private static final int FIRST_YEAR_WITH_CENTURY = 2050;

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return element(SEQUENCE, parts);
  }

  static byte[] set(byte[]... parts) {
    return element(SET, parts);
  }

  /** A positive integer; the first byte is below 0x80 and not 0. */
  static byte[] integer(byte[] bigEndian) {
    return element(INTEGER, bigEndian);
  }

  static byte[] bits(byte[] bytes) {
    return element(BIT_STRING, new byte[1], bytes);
  }

  static byte[] text(String text) {
    return element(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
  }

  /** RFC 5280 wants the short form up to the year 2049. */
  static byte[] time(Instant when) {
    var utc = when.atOffset(ZoneOffset.UTC);
    boolean isShort = utc.getYear() < FIRST_YEAR_WITH_CENTURY;
    String pattern = isShort ? "yyMMddHHmmss'Z'" : "yyyyMMddHHmmss'Z'";
    String text = DateTimeFormatter.ofPattern(pattern, java.util.Locale.ROOT).format(utc);
    return element(isShort ? UTC_TIME : GENERALIZED_TIME, text.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] element(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (length >= SHORT_LENGTH) {
      int bytes = length > 0xff ? 2 : 1;
      out.write(SHORT_LENGTH | bytes);
      if (bytes == 2) {
        out.write(length >>> Byte.SIZE);
      }
    }
    out.write(length);
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
