package org.purempi.pmi;

/**
 * The longest names, keys and values a server takes, in bytes, counting the C string's final zero.
 *
 * @param nameBytes name of a key-value space
 * @param keyBytes key
 * @param valueBytes value
 */
public record PmiLimits(int nameBytes, int keyBytes, int valueBytes) {
  /** What our server offers: the sizes MPICH's own launcher offers. */
  public static final PmiLimits OURS = new PmiLimits(256, 64, 1024);

  /**
   * Refuses a pair that the other side would cut off or that would break the line.
   *
   * @throws PmiException saying which of both is wrong
   */
  public void check(String key, String value) throws PmiException {
    check("key", key, keyBytes);
    check("value", value, valueBytes);
    if (key.indexOf('=') >= 0) {
      throw new PmiException("PMI key '" + key + "' holds a '='");
    }
  }

  private static void check(String what, String text, int bytes) throws PmiException {
    if (text.isEmpty()) {
      throw new PmiException("an empty PMI " + what);
    }
    if (text.length() >= bytes) {
      throw new PmiException(
          "a PMI %s of %d bytes; at most %d go".formatted(what, text.length(), bytes - 1));
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c > '~') {
        throw new PmiException(
            "PMI " + what + " '" + text + "' holds a character other than visible ASCII");
      }
    }
  }
}
