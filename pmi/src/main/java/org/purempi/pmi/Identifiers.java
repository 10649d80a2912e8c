package org.purempi.pmi;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The numbers by which ranks introduce themselves, {@code PMI_ID}, and the key that those of ours
 * say as well. The protocol has 31 bits for a number, which is not much against patient guessing.
 */
final class Identifiers {
  private static final int KEY_BYTES = 16;

  private final Map<Integer, Integer> ofRanks = new HashMap<>();
  private final Map<Integer, Integer> ranks = new HashMap<>();
  private final String key;

  private Identifiers(String key) {
    this.key = key;
  }

  /** The ranks' own numbers: for connections that are known to be theirs. */
  static Identifiers plain(Set<Integer> ranks) {
    var identifiers = new Identifiers("");
    ranks.forEach(rank -> identifiers.add(rank, rank));
    return identifiers;
  }

  /** Numbers that nobody can guess who has not been told: anybody may knock at a port. */
  static Identifiers drawn(Set<Integer> ranks) throws IOException {
    try (var random = new DataInputStream(Files.newInputStream(Path.of("/dev/urandom")))) {
      byte[] key = new byte[KEY_BYTES];
      random.readFully(key);
      var identifiers = new Identifiers(HexFormat.of().formatHex(key));
      for (int rank : ranks) {
        int number = random.readInt() & Integer.MAX_VALUE;
        while (identifiers.ranks.containsKey(number)) {
          number = random.readInt() & Integer.MAX_VALUE;
        }
        identifiers.add(rank, number);
      }
      return identifiers;
    }
  }

  private void add(int rank, int number) {
    ofRanks.put(rank, number);
    ranks.put(number, rank);
  }

  /** What only the environment of this job's ranks tells; empty if they need not prove anything. */
  String key() {
    return key;
  }

  /** Whether somebody knows the key. */
  boolean isKey(String said) {
    return MessageDigest.isEqual(
        key.getBytes(StandardCharsets.ISO_8859_1), said.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The number of a rank; null of one that is not served here. */
  @Nullable Integer of(int rank) {
    return ofRanks.get(rank);
  }

  /** Whose number it is; null if nobody's. */
  @Nullable Integer rank(int number) {
    return ranks.get(number);
  }
}
