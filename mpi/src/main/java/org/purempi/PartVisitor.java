package org.purempi;

/** Is shown what a datatype consists of. For the library; users look at {@link Contents}. */
@FunctionalInterface
public interface PartVisitor {
  /**
   * {@code count} blocks of {@code blocklength} elements of {@code type}.
   *
   * @param displacementBytes from the origin of the datatype to the origin of the first element
   * @param strideBytes from one block's first element to the next block's
   */
  void part(long displacementBytes, long count, long strideBytes, long blocklength, Datatype type);
}
