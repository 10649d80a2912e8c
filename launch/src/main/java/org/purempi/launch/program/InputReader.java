package org.purempi.launch.program;

/** Who reads mpiexec's standard input: a rank, by its number, or one of these. */
public final class InputReader {
  /** Every rank. */
  public static final int ALL_RANKS = -1;

  /** None. */
  public static final int NO_RANK = -2;

  private InputReader() {}
}
