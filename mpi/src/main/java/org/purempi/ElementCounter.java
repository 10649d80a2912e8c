package org.purempi;

/**
 * Counts the basic elements in the first bytes of a message ({@code MPI_Get_elements}, section
 * 5.1.11).
 */
final class ElementCounter implements PartVisitor {
  private long left;
  private long elements;

  private ElementCounter(long bytes) {
    this.left = bytes;
  }

  /** Basic elements in {@code bytes} bytes of elements of {@code type}, or UNDEFINED. */
  static long count(Datatype type, long bytes) {
    long size = type.size();
    if (size == 0) {
      return bytes == 0 ? 0 : Mpi.UNDEFINED;
    }
    long rest = inOne(type, bytes % size);
    return rest == Mpi.UNDEFINED ? rest : bytes / size * Bounds.of(type).basics() + rest;
  }

  private static long inOne(Datatype type, long bytes) {
    if (bytes == 0) {
      return 0;
    }
    return switch (type) {
      case BasicDatatype b -> Mpi.UNDEFINED;
      case DerivedDatatype d -> {
        ElementCounter counter = new ElementCounter(bytes);
        d.forEachPart(counter);
        yield counter.elements;
      }
    };
  }

  @Override
  public void part(
      long displacementBytes, long count, long strideBytes, long blocklength, Datatype type) {
    if (left == 0 || elements == Mpi.UNDEFINED) {
      return;
    }
    long here = Math.min(left, count * blocklength * type.size());
    long inPart = count(type, here);
    elements = inPart == Mpi.UNDEFINED ? Mpi.UNDEFINED : elements + inPart;
    left -= here;
  }
}
