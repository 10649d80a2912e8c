package org.purempi.channel;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * 32 bytes that two processes share and others must not learn, and what they prove with them. Never
 * part of a command line or a log; {@link #toString} does not show it.
 */
public final class Secret {
  /** Its length, in bytes. */
  public static final int BYTES = 32;

  /** The length of what {@link #mac} answers, in bytes. */
  public static final int MAC_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] bytes;
  private final SecretKeySpec key;

  /** Keeps a copy of the bytes. */
  public Secret(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a secret of " + bytes.length + " bytes, not " + BYTES);
    }
    this.bytes = bytes.clone();
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** Whether a text writes a secret in hexadecimal digits. */
  public static boolean isHex(String text) {
    return text.matches("[0-9a-fA-F]{" + 2 * BYTES + "}");
  }

  /**
   * The secret that these 64 hexadecimal digits write.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static Secret ofHex(String hex) {
    if (!isHex(hex)) {
      throw new IllegalArgumentException("a secret has " + 2 * BYTES + " hexadecimal digits");
    }
    return new Secret(HexFormat.of().parseHex(hex));
  }

  /** The secret for those who may know it, in 64 hexadecimal digits. */
  public String toHex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** HMAC-SHA-256 over a purpose and parts whose lengths are fixed by it. */
  public byte[] mac(String purpose, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
      mac.update((byte) 0);
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException impossible) {
      // Every Java platform has this algorithm, and any 32 bytes are a key for it.
      throw new IllegalStateException("no HMAC-SHA-256 here", impossible);
    }
  }

  /** Whether both are the same; takes as long for every wrong one. */
  public static boolean same(byte[] expected, byte[] given) {
    return MessageDigest.isEqual(expected, given);
  }

  @Override
  public String toString() {
    return "a secret";
  }
}
