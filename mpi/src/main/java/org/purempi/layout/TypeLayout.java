package org.purempi.layout;

import org.jspecify.annotations.Nullable;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;

/** What this package knows of a datatype; made at its first use and kept in it. */
final class TypeLayout {
  /** One element, relative to its origin. */
  final Node node;

  /** Whether elements follow each other without gaps, from the origin on. */
  final boolean isDense;

  final Overlap overlap;

  private final long extent;

  /** Plain: immutable, and a thread that sees another one's late makes its own. */
  private @Nullable Several several;

  private TypeLayout(Node node, long extent) {
    this.node = node;
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
      return (TypeLayout) d.memo(t -> new TypeLayout(Normalizer.normalize(t), t.extent()));
    }
    return new TypeLayout(new Piece(0, type.size()), type.extent());
  }
}
