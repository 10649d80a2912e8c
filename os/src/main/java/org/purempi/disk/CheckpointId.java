package org.purempi.disk;

import java.util.Comparator;

/**
 * Which checkpoint: they are ordered by their numbers.
 *
 * @param generation its number, from 1 on
 * @param stamp drawn by the run that has written it, so that no two runs write the same files
 */
public record CheckpointId(long generation, long stamp) implements Comparable<CheckpointId> {
  /** How the names of all its files begin. */
  static final String PREFIX = "ckpt-";

  private static final Comparator<CheckpointId> ORDER =
      Comparator.comparingLong(CheckpointId::generation).thenComparingLong(CheckpointId::stamp);

  @Override
  public int compareTo(CheckpointId other) {
    return ORDER.compare(this, other);
  }

  /** As it stands in names of files and in manifests. */
  @Override
  public String toString() {
    return "%08d-%016x".formatted(generation, stamp);
  }

  /** The checkpoint that {@link #toString} has written. */
  public static CheckpointId parse(String text) {
    int dash = text.indexOf('-');
    return new CheckpointId(
        Long.parseLong(text.substring(0, dash)),
        Long.parseUnsignedLong(text.substring(dash + 1), 16));
  }

  /** The name of its manifest. */
  public String manifest() {
    return PREFIX + this + ".manifest";
  }

  /** The name of a rank's file. */
  public String piece(int rank) {
    return PREFIX + this + ".%05d.piece".formatted(rank);
  }
}
