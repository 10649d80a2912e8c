package org.purempi;

/** Which call made a datatype ({@code MPI_Type_get_envelope}, section 5.1.13). */
public enum Combiner {
  /** A basic type or a named pair type: it has no contents. */
  NAMED,
  /** {@link Datatype#dup}. */
  DUP,
  /** {@link Datatype#contiguous}. */
  CONTIGUOUS,
  /** {@link Datatype#vector}. */
  VECTOR,
  /** {@link Datatype#hvector}. */
  HVECTOR,
  /** {@link Datatype#indexed(long[], long[], Datatype)}. */
  INDEXED,
  /** {@link Datatype#hindexed}. */
  HINDEXED,
  /** {@link Datatype#indexedBlock(long, long[], Datatype)}. */
  INDEXED_BLOCK,
  /** {@link Datatype#hindexedBlock}. */
  HINDEXED_BLOCK,
  /** {@link Datatype#struct(long[], long[], Datatype...)}, and the layouts of records. */
  STRUCT,
  /** {@link Datatype#subarray(long[], long[], long[], ArrayOrder, Datatype)}. */
  SUBARRAY,
  /** {@link Datatype#darray}. */
  DARRAY,
  /** {@link Datatype#resized}. */
  RESIZED,
  /** {@link Datatype#getValueIndex}, for pairs without a name. */
  VALUE_INDEX
}
