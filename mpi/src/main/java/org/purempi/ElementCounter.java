package org.purempi;

/**
 * Counts the basic elements in the first bytes of a message ({@code MPI_Get_elements}, section
 * 5.1.11).
 */
final class ElementCounter {
  private ElementCounter() {}

  /** Basic elements in {@code bytes} bytes of elements of {@code type}, or UNDEFINED. */
  static long count(Datatype type, long bytes) {
    long size = type.size();
    if (size == 0) {
      return bytes == 0 ? 0 : Mpi.UNDEFINED;
    }
    long rest = inOne(type, bytes % size);
    return rest == Mpi.UNDEFINED ? rest : bytes / size * basics(type) + rest;
  }

  private static long basics(Datatype type) {
    return switch (type) {
      case BasicDatatype b -> 1;
      case StructDatatype s -> {
        long n = 0;
        for (var block : s.blocks()) {
          n += block.blocklength() * basics(block.type());
        }
        yield n;
      }
    };
  }

  private static long inOne(Datatype type, long bytes) {
    if (bytes == 0) {
      return 0;
    }
    return switch (type) {
      case BasicDatatype b -> Mpi.UNDEFINED;
      case StructDatatype s -> inBlocks(s, bytes);
    };
  }

  private static long inBlocks(StructDatatype type, long bytes) {
    long n = 0;
    long left = bytes;
    for (var block : type.blocks()) {
      long here = Math.min(left, block.blocklength() * block.type().size());
      long elements = count(block.type(), here);
      if (elements == Mpi.UNDEFINED) {
        return Mpi.UNDEFINED;
      }
      n += elements;
      left -= here;
    }
    return n;
  }
}
