package org.purempi.spawn;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import org.purempi.transport.tcp.JobKey;

/**
 * What two ends make of the random numbers that both have drawn and told each other.
 *
 * @param isHost whether this end's number is the larger one
 * @param key the secret of both
 */
record Lot(boolean isHost, JobKey key) {
  /** The length of a number, in bytes. */
  static final int BYTES = 32;

  /** A number that nobody can guess. */
  static byte[] draw() {
    byte[] number = new byte[BYTES];
    new SecureRandom().nextBytes(number);
    return number;
  }

  static Lot of(byte[] mine, byte[] theirs, String purpose) {
    boolean isLarger = Arrays.compareUnsigned(mine, theirs) > 0;
    HexFormat hex = HexFormat.of();
    String both = hex.formatHex(isLarger ? mine : theirs) + hex.formatHex(isLarger ? theirs : mine);
    return new Lot(isLarger, JobKey.derived(both, purpose));
  }
}
