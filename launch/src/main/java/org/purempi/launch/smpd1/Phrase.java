package org.purempi.launch.smpd1;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The passphrase of MPICH's smpd, and how one side proves to know it; never printed. */
public final class Phrase {
  /** Phrase and challenge together must be no longer. */
  private static final int MOST_BYTES = 256;

  private static final int LONGEST_CHALLENGE_BYTES = 32;

  /** The original's, which everybody knows. */
  private static final String DEFAULT_OF_THE_ORIGINAL = "behappy";

  private final String words;

  private Phrase(String words) {
    this.words = words;
  }

  /**
   * A passphrase.
   *
   * @throws Smpd1Exception when it is empty or longer than smpd takes
   */
  public static Phrase of(String words) throws Smpd1Exception {
    String wire = Smpd1Text.wire(words);
    if (wire.isEmpty()) {
      throw new Smpd1Exception("the passphrase is empty; there is no default");
    }
    if (wire.length() > MOST_BYTES - LONGEST_CHALLENGE_BYTES) {
      throw new Smpd1Exception(
          "the passphrase has %d bytes; smpd takes %d"
              .formatted(wire.length(), MOST_BYTES - LONGEST_CHALLENGE_BYTES));
    }
    return new Phrase(wire);
  }

  /** Whether it is the one that the original takes when it is told none. */
  public boolean isTheWorldsBestKnown() {
    return words.equals(DEFAULT_OF_THE_ORIGINAL);
  }

  /** The answer to a challenge: 32 hexadecimal digits. */
  String answer(String challenge) {
    try {
      var md5 = MessageDigest.getInstance("MD5");
      byte[] both = (words + challenge).getBytes(StandardCharsets.ISO_8859_1);
      return HexFormat.of().formatHex(md5.digest(both));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("a Java without MD5", e);
    }
  }

  /** Whether an answer is right; takes equally long for every wrong one. */
  boolean isAnswer(String challenge, String answer) {
    return MessageDigest.isEqual(
        answer(challenge).getBytes(StandardCharsets.ISO_8859_1),
        answer.getBytes(StandardCharsets.ISO_8859_1));
  }
}
