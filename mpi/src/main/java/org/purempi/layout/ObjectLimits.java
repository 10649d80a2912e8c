package org.purempi.layout;

import java.util.Locale;

/**
 * What one object that arrives may cost its receiver. The limits grow with the message where an
 * honest object's cost does; the usual ones leave room for everything that was seen in practice.
 *
 * @param depth objects within objects; the usual one is below what a thread's stack of 1 MiB holds
 * @param references objects, and references to objects that came before
 * @param array elements of one array
 * @param hashing steps of computing hash codes, beside {@link #HASHING_PER_BYTE} for each byte
 * @param seconds of reading, beside one for each {@link #BYTES_PER_SECOND} bytes
 */
public record ObjectLimits(long depth, long references, long array, long hashing, long seconds) {
  /** The limits of ranks that set none. */
  public static final ObjectLimits USUAL =
      new ObjectLimits(2_000, 1_000_000_000, Integer.MAX_VALUE, 10_000_000, 60);

  static final long HASHING_PER_BYTE = 100;
  static final long BYTES_PER_SECOND = 1_000_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** More than any run takes: tells wrong units from long patience. */
  private static final long MOST_SECONDS = 1_000_000_000;

  /**
   * The usual limits but for those that a text names, as {@code depth=5000,seconds=600}.
   *
   * @throws IllegalArgumentException saying what is wrong in it
   */
  public static ObjectLimits parse(String text) {
    ObjectLimits limits = USUAL;
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals).strip().toLowerCase(Locale.ROOT);
      limits = limits.with(name, equals < 0 ? "" : part.substring(equals + 1).strip());
    }
    return limits;
  }

  private ObjectLimits with(String name, String value) {
    int mostDigits = 18;
    if (!value.matches("[0-9]{1," + mostDigits + "}") || Long.parseLong(value) == 0) {
      throw new IllegalArgumentException(
          "'" + name + "=" + value + "' is not a limit: a number from 1");
    }
    long n = Long.parseLong(value);
    return switch (name) {
      case "depth" -> new ObjectLimits(n, references, array, hashing, seconds);
      case "references" -> new ObjectLimits(depth, n, array, hashing, seconds);
      case "array" -> new ObjectLimits(depth, references, n, hashing, seconds);
      case "hashing" -> new ObjectLimits(depth, references, array, n, seconds);
      case "seconds" ->
          new ObjectLimits(depth, references, array, hashing, Math.min(n, MOST_SECONDS));
      default ->
          throw new IllegalArgumentException(
              "there is no limit '" + name + "': depth, references, array, hashing, seconds");
    };
  }

  /** Steps of hashing that a message of so many bytes may cost. */
  long hashing(long messageBytes) {
    return hashing + HASHING_PER_BYTE * messageBytes;
  }

  /** How long a message of so many bytes may be read. */
  long nanos(long messageBytes) {
    return (seconds + messageBytes / BYTES_PER_SECOND) * NANOS_PER_SECOND;
  }
}
