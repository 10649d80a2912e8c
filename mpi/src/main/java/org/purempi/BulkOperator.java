package org.purempi;

import java.lang.foreign.MemorySegment;

/** A user operation in bulk form ({@code MPI_User_function}, section 6.9.5). */
@FunctionalInterface
public interface BulkOperator {
  /**
   * {@code inout[i] = in[i] op inout[i]} for {@code count} elements of {@code type}. Both segments
   * begin at the first element's origin.
   */
  void apply(MemorySegment in, MemorySegment inout, long count, Datatype type);
}
