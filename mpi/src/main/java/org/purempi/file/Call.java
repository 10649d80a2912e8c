package org.purempi.file;

import java.util.Locale;

/** The collective calls of a file: all ranks must make the same. */
enum Call {
  OPEN,
  READ,
  WRITE,
  READ_ORDERED,
  WRITE_ORDERED,
  SET_VIEW,
  SET_SIZE,
  PREALLOCATE,
  SET_INFO,
  SEEK_SHARED,
  SET_ATOMICITY,
  SYNC,
  CLOSE;

  private static final Call[] ALL = values();

  /** Its number, for other ranks. */
  @SuppressWarnings("EnumOrdinal") // ranks of one job have one version
  long code() {
    return ordinal();
  }

  static Call of(long code) {
    return ALL[(int) code];
  }

  boolean isOrdered() {
    return this == READ_ORDERED || this == WRITE_ORDERED;
  }

  @Override
  public String toString() {
    return switch (this) {
      case READ -> "a collective read";
      case WRITE -> "a collective write";
      case READ_ORDERED -> "readOrdered";
      case WRITE_ORDERED -> "writeOrdered";
      default -> {
        String[] words = name().toLowerCase(Locale.ROOT).split("_", 2);
        yield words.length == 1
            ? words[0]
            : words[0] + Character.toUpperCase(words[1].charAt(0)) + words[1].substring(1);
      }
    };
  }
}
