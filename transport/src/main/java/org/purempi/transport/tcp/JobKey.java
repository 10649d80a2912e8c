package org.purempi.transport.tcp;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret of one job: who knows it is one of its ranks. Never part of a command line or a log;
 * {@link #toString} does not show it.
 */
public final class JobKey {
  /** The length of a key, in bytes. */
  public static final int BYTES = 32;

  /** The length of what {@link #mac} answers, in bytes. */
  static final int MAC_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec secret;
  private final byte[] bytes;

  private JobKey(byte[] bytes) {
    this.bytes = bytes;
    this.secret = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** A key that nobody knows yet. */
  public static JobKey random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new JobKey(bytes);
  }

  /**
   * The key that these 64 hexadecimal digits write.
   *
   * @throws IllegalArgumentException if they are none; the message does not repeat them
   */
  public static JobKey of(String hex) {
    if (!hex.matches("[0-9a-fA-F]{" + 2 * BYTES + "}")) {
      throw new IllegalArgumentException(
          "a job's key has "
              + 2 * BYTES
              + " hexadecimal digits; this one, of "
              + hex.length()
              + " characters, is none");
    }
    return new JobKey(HexFormat.of().parseHex(hex));
  }

  /** The key for those who may know it, in 64 hexadecimal digits. */
  public String toHex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** HMAC-SHA-256 over a purpose and parts whose lengths are fixed by it. */
  byte[] mac(String purpose, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
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
  static boolean same(byte[] expected, byte[] given) {
    return MessageDigest.isEqual(expected, given);
  }

  /** The first bytes of a job's name, hashed: enough to tell jobs apart. */
  static byte[] tag(String job, int bytes) {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      return Arrays.copyOf(hash.digest(job.getBytes(StandardCharsets.UTF_8)), bytes);
    } catch (GeneralSecurityException impossible) {
      // Every Java platform has it.
      throw new IllegalStateException("no SHA-256 here", impossible);
    }
  }

  @Override
  public String toString() {
    return "the job's key";
  }
}
