package org.purempi.compat.mpjexpress;

import org.purempi.Mpi;

/**
 * The numbers that MPJ Express's programs write out instead of the constants' names, against those
 * of purempi. Tags need no translation: -2 is any tag in both.
 */
public final class Numbers {
  /** No value. */
  public static final int UNDEFINED = -1;

  /**
   * No process: what {@code Shift} of MPJ Express answers beyond the edge, where its {@code
   * PROC_NULL} has another number that nothing accepts. Here both are one.
   */
  public static final int PROC_NULL = -1;

  /** Any source, and any tag. */
  public static final int ANY = -2;

  private Numbers() {}

  /** The rank to send to. */
  public static int dest(int rank) {
    return rank == PROC_NULL ? Mpi.PROC_NULL : rank;
  }

  /** The rank to receive from. */
  public static int source(int rank) {
    return rank == ANY ? Mpi.ANY_SOURCE : dest(rank);
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
