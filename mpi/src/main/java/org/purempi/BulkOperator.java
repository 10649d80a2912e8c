package org.purempi;

import java.lang.foreign.MemorySegment;

/** A user operation in bulk form ({@code MPI_User_function}, section 6.9.5). */
@FunctionalInterface
public interface BulkOperator {
  /**
   * {@code inout[i] = in[i] op inout[i]} for {@code count} elements of {@code type}. The first
   * element's origin lies {@code type.originBytes(count)} bytes from the beginning of both
   * segments: at their beginning, unless the type reaches below its origin. Element i's origin lies
   * {@code i × type.extent()} bytes further.
   */
  void apply(MemorySegment in, MemorySegment inout, long count, Datatype type);
}
