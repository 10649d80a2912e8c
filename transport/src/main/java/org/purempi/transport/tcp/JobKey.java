package org.purempi.transport.tcp;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.purempi.channel.Secret;

/**
 * The secret of one job: who knows it is one of its ranks. Never part of a command line or a log;
 * {@link #toString} does not show it.
 */
public final class JobKey {
  /** The length of a key, in bytes. */
  public static final int BYTES = Secret.BYTES;

  /** The length of what {@link #mac} answers, in bytes. */
  static final int MAC_BYTES = Secret.MAC_BYTES;

  private final Secret secret;

  private JobKey(Secret secret) {
    this.secret = secret;
  }

  /** A key that nobody knows yet. */
  public static JobKey random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new JobKey(new Secret(bytes));
  }

  /**
   * The key that these 64 hexadecimal digits write.
   *
   * @throws IllegalArgumentException if they are none; the message does not repeat them
   */
  public static JobKey of(String hex) {
    if (!Secret.isHex(hex)) {
      throw new IllegalArgumentException(
          "a job's key has "
              + 2 * BYTES
              + " hexadecimal digits; this one, of "
              + hex.length()
              + " characters, is none");
    }
    return new JobKey(Secret.ofHex(hex));
  }

  /** The key for those who may know it, in 64 hexadecimal digits. */
  public String toHex() {
    return secret.toHex();
  }

  /** HMAC-SHA-256 over a purpose and parts whose lengths are fixed by it. */
  byte[] mac(String purpose, byte[]... parts) {
    return secret.mac(purpose, parts);
  }

  /** Whether both are the same; takes as long for every wrong one. */
  static boolean same(byte[] expected, byte[] given) {
    return Secret.same(expected, given);
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
