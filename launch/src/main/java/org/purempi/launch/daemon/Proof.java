package org.purempi.launch.daemon;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.purempi.channel.Secret;
import org.purempi.launch.smpd.SmpdException;

/**
 * What daemon and caller say to each other, inside the encrypted channel, before anything else:
 * each proves that it knows the passphrase, the caller first, so that a stranger who calls learns
 * nothing to try phrases on.
 *
 * <pre>
 *   daemon ── CHALLENGE(magic, nonce) ─────────────────────────────────▸ caller
 *   daemon ◂─ PROOF(nonce, HMAC(key, "caller" CHALLENGE nonce binding)) ─ caller
 *   daemon ── VERDICT(word, HMAC(key, "daemon" word CHALLENGE nonce binding)) ▸ caller
 *
 *   CHALLENGE  │0 "purempi smpd 1" 0 0 │16 nonce … 48│
 *   PROOF      │0 nonce … │32 HMAC … 64│
 *   VERDICT    │0 "WELCOME" 0 │8 HMAC … 40│   or  │0 "REFUSED" 0 │8 zeros … 40│
 * </pre>
 *
 * <p>The key is made from the passphrase by PBKDF2. Both nonces and the channel's binding are in
 * every HMAC: nothing that was said on another connection is good on this one, and nobody can stand
 * between the two.
 */
public final class Proof {
  static final int CHALLENGE_BYTES = 48;
  static final int PROOF_BYTES = 64;
  static final int VERDICT_BYTES = 40;

  /** The field in which a caller says what it wants. */
  static final int SESSION_BYTES = 100;

  private static final int MAGIC_BYTES = 16;
  private static final int NONCE_BYTES = 32;
  private static final int WORD_BYTES = 8;
  private static final byte[] MAGIC = word("purempi smpd 1", MAGIC_BYTES);
  private static final byte[] WELCOME = word("WELCOME", WORD_BYTES);
  private static final byte[] REFUSED = word("REFUSED", WORD_BYTES);

  /** So that a wrong guess costs time; one key serves all daemons of a job, hence one salt. */
  private static final int ITERATIONS = 50_000;

  private static final byte[] SALT = "purempi smpd".getBytes(StandardCharsets.US_ASCII);

  private static final SecureRandom RANDOM = new SecureRandom();

  private Proof() {}

  private static byte[] word(String text, int bytes) {
    return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), bytes);
  }

  /**
   * The key that a passphrase stands for; takes about a tenth of a second.
   *
   * @throws IOException when this Java cannot make it
   */
  public static Secret key(String phrase) throws IOException {
    var spec = new PBEKeySpec(phrase.toCharArray(), SALT, ITERATIONS, Secret.BYTES * Byte.SIZE);
    try {
      return new Secret(
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java has no PBKDF2 with HMAC-SHA-256: " + e.getMessage(), e);
    } finally {
      spec.clearPassword();
    }
  }

  private static byte[] nonce() {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    return nonce;
  }

  /** The daemon's first message. */
  static byte[] challenge() {
    return ByteBuffer.allocate(CHALLENGE_BYTES).put(MAGIC).put(nonce()).array();
  }

  /** The caller's answer to a challenge. */
  static byte[] answer(Secret key, byte[] challenge, byte[] binding) throws SmpdException {
    if (!Arrays.equals(challenge, 0, MAGIC_BYTES, MAGIC, 0, MAGIC_BYTES)) {
      throw new SmpdException("what answers is not an smpd of this version of purempi");
    }
    byte[] nonce = nonce();
    return ByteBuffer.allocate(PROOF_BYTES)
        .put(nonce)
        .put(key.mac("caller", challenge, nonce, binding))
        .array();
  }

  /** Whether the answer to our challenge proves the key. */
  static boolean isRight(Secret key, byte[] challenge, byte[] answer, byte[] binding) {
    byte[] nonce = Arrays.copyOf(answer, NONCE_BYTES);
    byte[] mac = Arrays.copyOfRange(answer, NONCE_BYTES, PROOF_BYTES);
    return Secret.same(key.mac("caller", challenge, nonce, binding), mac);
  }

  /** What the daemon says to who has proved the key. */
  static byte[] welcome(Secret key, byte[] challenge, byte[] answer, byte[] binding) {
    byte[] nonce = Arrays.copyOf(answer, NONCE_BYTES);
    return ByteBuffer.allocate(VERDICT_BYTES)
        .put(WELCOME)
        .put(key.mac("daemon", WELCOME, challenge, nonce, binding))
        .array();
  }

  /** What the daemon says to who has not. */
  static byte[] refusal() {
    return ByteBuffer.allocate(VERDICT_BYTES).put(REFUSED).array();
  }

  /**
   * The caller's last step.
   *
   * @throws SmpdException when we are refused, or the daemon has not proved the key
   */
  static void check(Secret key, byte[] challenge, byte[] answer, byte[] binding, byte[] verdict)
      throws SmpdException {
    if (Arrays.equals(verdict, 0, WORD_BYTES, REFUSED, 0, WORD_BYTES)) {
      throw new SmpdException("wrong passphrase");
    }
    if (!Secret.same(welcome(key, challenge, answer, binding), verdict)) {
      throw new SmpdException("what answers does not know the passphrase");
    }
  }
}
