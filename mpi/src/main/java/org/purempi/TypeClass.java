package org.purempi;

/** What kind of number {@link Datatype#matchSize} looks for (section 19.1.5). */
public enum TypeClass {
  /** {@code MPI_TYPECLASS_INTEGER}. */
  INTEGER,
  /** {@code MPI_TYPECLASS_REAL}. */
  REAL,
  /** {@code MPI_TYPECLASS_COMPLEX}. */
  COMPLEX
}
