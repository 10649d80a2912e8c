package org.purempi.pmi;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The numbers by which ranks introduce themselves, {@code PMI_ID}. */
final class Identifiers {
  private final Map<Integer, Integer> ofRanks = new HashMap<>();
  private final Map<Integer, Integer> ranks = new HashMap<>();

  /** The ranks' own numbers: for connections that are known to be theirs. */
  static Identifiers plain(Set<Integer> ranks) {
    var identifiers = new Identifiers();
    ranks.forEach(rank -> identifiers.add(rank, rank));
    return identifiers;
  }

  /** Numbers that nobody can guess who has not been told: anybody may knock at a port. */
  static Identifiers drawn(Set<Integer> ranks) throws IOException {
    var identifiers = new Identifiers();
    try (var random = new DataInputStream(Files.newInputStream(Path.of("/dev/urandom")))) {
      for (int rank : ranks) {
        int number = random.readInt() & Integer.MAX_VALUE;
        while (identifiers.ranks.containsKey(number)) {
          number = random.readInt() & Integer.MAX_VALUE;
        }
        identifiers.add(rank, number);
      }
    }
    return identifiers;
  }

  private void add(int rank, int number) {
    ofRanks.put(rank, number);
    ranks.put(number, rank);
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
