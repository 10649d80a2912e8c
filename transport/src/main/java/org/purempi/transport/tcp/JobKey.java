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

  /**
   * The key that those can make who know a secret, and nobody else.
   *
   * @param secret of any length; keys are as hard to guess as it is
   * @param purpose what for, in ASCII: keys for different purposes tell nothing about each other
   */
  public static JobKey derived(String secret, String purpose) {
    return new JobKey(new Secret(hash(secret))).derive(purpose);
  }

  /** As {@link #derived}, where this key is the secret. */
  public JobKey derive(String purpose) {
    return new JobKey(new Secret(mac("derive " + purpose)));
  }

  /** Whether both are the same; takes as long for every wrong one. */
  static boolean same(byte[] expected, byte[] given) {
    return Secret.same(expected, given);
  }

  /** The first bytes of a job's name, hashed: enough to tell jobs apart. */
  static byte[] tag(String job, int bytes) {
    return Arrays.copyOf(hash(job), bytes);
  }

  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
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
