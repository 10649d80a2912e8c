package org.purempi;

/**
 * What follows from a type map: size, bounds, alignment (section 5.1.7).
 *
 * @param size bytes of data
 * @param basics basic elements
 * @param lb lower bound
 * @param ub upper bound
 * @param trueLb the lowest byte of data, 0 if there is none
 * @param trueUb the byte after the highest byte of data, 0 if there is none
 * @param isMarked whether the bounds were set by resized, subarray or darray, here or in a
 *     component: such bounds win over those of other components
 * @param alignment what the address of a C struct of these elements is a multiple of
 */
record Bounds(
    long size,
    long basics,
    long lb,
    long ub,
    long trueLb,
    long trueUb,
    boolean isMarked,
    int alignment) {

  static Bounds of(Datatype type) {
    if (type instanceof DerivedDatatype d) {
      return d.bounds();
    }
    BasicDatatype b = (BasicDatatype) type;
    return new Bounds(b.width(), 1, 0, b.width(), 0, b.width(), false, alignment(b));
  }

  private static int alignment(BasicDatatype type) {
    return type.kind() == BasicDatatype.Kind.COMPLEX ? type.width() / 2 : type.width();
  }

  /** The same data between bounds that were given. */
  Bounds marked(long lower, long upper) {
    return new Bounds(size, basics, lower, upper, trueLb, trueUb, true, alignment);
  }

  /** As a C struct is padded at its end: what the Standard calls ε. */
  Bounds padded() {
    long extent = ub - lb;
    long rest = extent % alignment;
    if (isMarked || rest == 0) {
      return this;
    }
    long padded = Math.addExact(ub, alignment - rest);
    return new Bounds(size, basics, lb, padded, trueLb, trueUb, false, alignment);
  }

  /** The lowest byte that {@code count} ≥ 1 elements touch, relative to the first one's origin. */
  long begin(long count) {
    return size == 0
        ? 0
        : Math.addExact(trueLb, Math.min(0, Math.multiplyExact(count - 1, ub - lb)));
  }

  /** The byte after the last one that {@code count} ≥ 1 elements touch. */
  long end(long count) {
    return size == 0
        ? 0
        : Math.addExact(trueUb, Math.max(0, Math.multiplyExact(count - 1, ub - lb)));
  }

  /** Adds up parts. Throws ArithmeticException beyond 2^63. */
  static final class Sum implements PartVisitor {
    private long size;
    private long basics;
    private final Range bounds = new Range();
    private final Range marked = new Range();
    private final Range data = new Range();
    private int alignment = 1;

    @Override
    public void part(
        long displacementBytes, long count, long strideBytes, long blocklength, Datatype type) {
      if (count == 0 || blocklength == 0) {
        return;
      }
      Bounds one = of(type);
      long elements = Math.multiplyExact(count, blocklength);
      long low = displacementBytes;
      long high = displacementBytes;
      long blocks = Math.multiplyExact(count - 1, strideBytes);
      long within = Math.multiplyExact(blocklength - 1, one.ub - one.lb);
      low = Math.addExact(low, Math.addExact(Math.min(0, blocks), Math.min(0, within)));
      high = Math.addExact(high, Math.addExact(Math.max(0, blocks), Math.max(0, within)));
      size = Math.addExact(size, Math.multiplyExact(elements, one.size));
      basics = Math.addExact(basics, Math.multiplyExact(elements, one.basics));
      if (one.isMarked) {
        marked.add(low, one.lb, high, one.ub);
      } else if (one.size > 0) {
        bounds.add(low, one.lb, high, one.ub);
      }
      if (one.size > 0) {
        data.add(low, one.trueLb, high, one.trueUb);
        alignment = Math.max(alignment, one.alignment);
      }
    }

    Bounds total() {
      Range outer = marked.isEmpty ? bounds : marked;
      Math.subtractExact(outer.ub, outer.lb);
      return new Bounds(
          size, basics, outer.lb, outer.ub, data.lb, data.ub, !marked.isEmpty, alignment);
    }
  }

  /** From the lowest to the highest of several; 0 … 0 if there is none. */
  private static final class Range {
    private boolean isEmpty = true;
    private long lb;
    private long ub;

    void add(long low, long below, long high, long above) {
      long from = Math.addExact(low, below);
      long to = Math.addExact(high, above);
      lb = isEmpty ? from : Math.min(lb, from);
      ub = isEmpty ? to : Math.max(ub, to);
      isEmpty = false;
    }
  }
}
