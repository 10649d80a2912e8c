package org.purempi.layout;

import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;

/** What this package knows of a datatype; made at its first use and kept in it. */
final class TypeLayout {
  private static final int NONE_YET = -1;

  /** One element, relative to its origin. */
  final Node node;

  /** Whether elements follow each other without gaps, from the origin on. */
  final boolean isDense;

  final Overlap overlap;

  /** Of a basic element; 0 if there are several sizes, or if it is not known. */
  final int elementBytes;

  private final long extent;

  /** Plain: immutable, and a thread that sees another one's late makes its own. */
  private @Nullable Several several;

  private TypeLayout(Node node, int elementBytes, long extent) {
    this.node = node;
    this.elementBytes = elementBytes;
    this.extent = extent;
    this.isDense =
        node.bytes == 0 || (node instanceof Piece p && p.displacement == 0 && p.bytes == extent);
    this.overlap = new Overlap(node, extent);
  }

  /** Of more than one element. */
  private record Several(long count, Node node) {}

  /** So many elements; those last asked for are kept, for most are asked for again. */
  Node times(long count) {
    if (count == 1) {
      return node;
    }
    Several last = several;
    if (last == null || last.count != count) {
      last = new Several(count, Normalizer.repeated(node, count, extent));
      several = last;
    }
    return last.node;
  }

  static TypeLayout of(Datatype type) {
    if (type instanceof DerivedDatatype d) {
      return (TypeLayout) d.memo(TypeLayout::made);
    }
    BasicDatatype basic = (BasicDatatype) type;
    return new TypeLayout(new Piece(0, type.size()), Layout.elementBytes(basic), type.extent());
  }

  private static TypeLayout made(DerivedDatatype type) {
    return new TypeLayout(Normalizer.normalize(type), elementBytes(type), type.extent());
  }

  private static int elementBytes(DerivedDatatype type) {
    int[] found = {NONE_YET};
    type.forEachPart(
        (displacement, count, stride, blocklength, part) -> {
          if (count > 0 && blocklength > 0 && part.size() > 0) {
            int bytes = Layout.elementBytes(part);
            found[0] = found[0] == NONE_YET || found[0] == bytes ? bytes : 0;
          }
        });
    return Math.max(0, found[0]);
  }
}
