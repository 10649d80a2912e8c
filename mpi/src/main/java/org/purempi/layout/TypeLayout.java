package org.purempi.layout;

import org.purempi.Datatype;
import org.purempi.DerivedDatatype;

/** What this package knows of a datatype; made at its first use and kept in it. */
final class TypeLayout {
  /** One element, relative to its origin. */
  final Node node;

  /** Whether elements follow each other without gaps, from the origin on. */
  final boolean isDense;

  final Overlap overlap;

  private TypeLayout(Node node, long extent) {
    this.node = node;
    this.isDense =
        node.bytes == 0 || (node instanceof Piece p && p.displacement == 0 && p.bytes == extent);
    this.overlap = new Overlap(node, extent);
  }

  static TypeLayout of(Datatype type) {
    if (type instanceof DerivedDatatype d) {
      return (TypeLayout) d.memo(t -> new TypeLayout(Normalizer.normalize(t), t.extent()));
    }
    return new TypeLayout(new Piece(0, type.size()), type.extent());
  }
}
