package org.purempi;

/** Which index of an array runs fastest in memory (section 5.1.3). */
public enum ArrayOrder {
  /** The last one, as in C and Java ({@code MPI_ORDER_C}). */
  C(0),
  /** The first one ({@code MPI_ORDER_FORTRAN}). */
  FORTRAN(1);

  private final int code;

  ArrayOrder(int code) {
    this.code = code;
  }

  /** What stands for it among {@link Contents#integers}. */
  public int code() {
    return code;
  }

  /** The order that a number in {@link Contents#integers} stands for. */
  public static ArrayOrder of(int code) {
    return code == C.code ? C : FORTRAN;
  }
}
