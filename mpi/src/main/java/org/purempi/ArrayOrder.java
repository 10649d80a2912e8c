package org.purempi;

/** Which index of an array runs fastest in memory (section 5.1.3). */
public enum ArrayOrder {
  /** The last one, as in C and Java ({@code MPI_ORDER_C}). */
  C,
  /** The first one ({@code MPI_ORDER_FORTRAN}). */
  FORTRAN
}
