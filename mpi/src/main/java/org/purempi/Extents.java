package org.purempi;

/** Which bytes some elements of a datatype touch (section 5.1.7: true lower and upper bounds). */
final class Extents {
  private Extents() {}

  /** The first byte touched by {@code count} ≥ 1 elements, relative to the buffer's origin. */
  static long begin(Datatype type, long count) {
    long shift = Math.min(0, (count - 1) * type.extent());
    return trueLb(type) + shift;
  }

  /**
   * The byte after the last byte touched by {@code count} ≥ 1 elements, relative to the buffer's
   * origin.
   */
  static long end(Datatype type, long count) {
    try {
      long shift = Math.max(0, Math.multiplyExact(count - 1, type.extent()));
      return Math.addExact(trueUb(type), shift);
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  private static long trueLb(Datatype type) {
    return switch (type) {
      case BasicDatatype b -> 0;
      case StructDatatype s -> {
        long lb = Long.MAX_VALUE;
        for (var block : s.blocks()) {
          if (block.blocklength() > 0) {
            lb = Math.min(lb, block.displacement() + begin(block.type(), block.blocklength()));
          }
        }
        yield lb == Long.MAX_VALUE ? 0 : lb;
      }
    };
  }

  private static long trueUb(Datatype type) {
    return switch (type) {
      case BasicDatatype b -> b.width();
      case StructDatatype s -> {
        long ub = Long.MIN_VALUE;
        for (var block : s.blocks()) {
          if (block.blocklength() > 0) {
            ub = Math.max(ub, block.displacement() + end(block.type(), block.blocklength()));
          }
        }
        yield ub == Long.MIN_VALUE ? 0 : ub;
      }
    };
  }
}
