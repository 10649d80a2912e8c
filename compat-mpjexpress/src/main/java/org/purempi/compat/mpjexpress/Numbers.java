package org.purempi.compat.mpjexpress;

import org.purempi.Mpi;

/**
 * The numbers that MPJ Express's programs write out instead of the constants' names, against those
 * of purempi.
 */
public final class Numbers {
  /** No value. */
  public static final int UNDEFINED = -1;

  /**
   * No process: what {@code Shift} of MPJ Express answers beyond the edge, where its {@code
   * PROC_NULL} has another number that nothing accepts. Here both are one.
   */
  public static final int PROC_NULL = -1;

  /** Any source, and any tag: the latter in purempi, too. */
  public static final int ANY = -2;

  /** Tags of messages may be negative in MPJ Express; down to this they may here. */
  private static final int LEAST_TAG = -(1 << 16);

  /**
   * In purempi they may not: there they lie from here on. The very last tags stay what they are.
   */
  private static final int PLACE_OF_LEAST = Integer.MAX_VALUE + 2 * LEAST_TAG;

  private Numbers() {}

  /** The rank to send to. */
  public static int dest(int rank) {
    return rank == PROC_NULL ? Mpi.PROC_NULL : rank;
  }

  /** The rank to receive from. */
  public static int source(int rank) {
    return rank == ANY ? Mpi.ANY_SOURCE : dest(rank);
  }

  /** The tag of a message. */
  public static int tag(int tag) {
    return tag < 0 && tag >= LEAST_TAG ? PLACE_OF_LEAST + (tag - LEAST_TAG) : tag;
  }

  /** The tag that a receive asks for. */
  public static int wanted(int tag) {
    return tag == ANY ? ANY : tag(tag);
  }

  /** A tag as programs see it, in a status. */
  public static int seenTag(int tag) {
    int after = tag - PLACE_OF_LEAST;
    return after >= 0 && after < -LEAST_TAG ? after + LEAST_TAG : tag;
  }

  /** A rank as programs see it, such as a status's source. */
  public static int seen(int rank) {
    return switch (rank) {
      case Mpi.PROC_NULL -> PROC_NULL;
      case Mpi.ANY_SOURCE -> ANY;
      case Mpi.UNDEFINED -> UNDEFINED;
      default -> rank;
    };
  }
}
