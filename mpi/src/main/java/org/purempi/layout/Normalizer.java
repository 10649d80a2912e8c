package org.purempi.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;
import org.purempi.PartVisitor;

/**
 * Brings datatypes to their normal form: neighbours become one piece, equal pieces at equal
 * distances a stride, whatever calls the type was made by. A vector of contiguous, a subarray and a
 * list of displacements that happen to be regular end as the same node.
 */
final class Normalizer implements PartVisitor {
  /** A component of so few pieces is written out among its neighbours. */
  private static final int FEW_PIECES = 16;

  private static final int FIRST_ROOM = 8;

  /** Fewer pieces of unequal length are a record, not a list. */
  private static final int MANY_PIECES = 16;

  /** Pieces longer than this on average are copied whole. */
  private static final long CUT_UP_TO_BYTES = 128;

  /** The first part, while there is no second one. */
  private @Nullable Node first;

  private boolean hasMore;
  private final List<Node> done = new ArrayList<>();

  /** Pieces not yet made a node. */
  private long[] displacements = new long[FIRST_ROOM];

  private long[] lengths = new long[FIRST_ROOM];
  private int pieces;

  private Normalizer() {}

  /** The normal form of a type that is not basic. */
  static Node normalize(DerivedDatatype type) {
    Normalizer n = new Normalizer();
    type.forEachPart(n);
    Node only = n.first;
    if (only != null) {
      return only;
    }
    n.flush();
    return switch (n.done.size()) {
      case 0 -> Piece.EMPTY;
      case 1 -> n.done.getFirst();
      default -> Sequence.of(n.done);
    };
  }

  @Override
  public void part(
      long displacementBytes, long count, long strideBytes, long blocklength, Datatype type) {
    if (count > 0 && blocklength > 0 && type.size() > 0) {
      Node block = repeated(TypeLayout.of(type).node, blocklength, type.extent());
      Node all = repeated(block, count, strideBytes);
      Node before = first;
      if (before != null) {
        add(before, 0);
        first = null;
        hasMore = true;
      }
      if (hasMore) {
        add(all, displacementBytes);
      } else {
        first = displacementBytes == 0 ? all : all.shifted(displacementBytes);
      }
    }
  }

  /** A node again and again; the simplest that says so. */
  static Node repeated(Node node, long count, long stride) {
    if (count == 0 || node.bytes == 0) {
      return Piece.EMPTY;
    }
    if (count == 1) {
      return node;
    }
    return switch (node) {
      case Piece p when p.bytes == stride -> new Piece(p.displacement, p.bytes * count);
      case Piece p -> new Strided(p.displacement, p.bytes, count, stride);
      case Strided s when stride == s.pieces * s.stride ->
          new Strided(s.displacement, s.pieceBytes, s.pieces * count, s.stride);
      case Loop l when stride == l.count * l.stride -> new Loop(l.body, l.count * count, l.stride);
      default -> new Loop(node, count, stride);
    };
  }

  private void add(Node node, long shift) {
    if (node instanceof Piece p) {
      addPiece(p.displacement + shift, p.bytes);
    } else if (node.pieces() <= FEW_PIECES) {
      node.walk(this::addPiece, shift, 0, node.bytes);
    } else {
      flush();
      done.add(shift == 0 ? node : node.shifted(shift));
    }
  }

  private void addPiece(long at, long bytes) {
    if (pieces > 0 && displacements[pieces - 1] + lengths[pieces - 1] == at) {
      lengths[pieces - 1] += bytes;
      return;
    }
    if (pieces == displacements.length) {
      displacements = Arrays.copyOf(displacements, 2 * pieces);
      lengths = Arrays.copyOf(lengths, 2 * pieces);
    }
    displacements[pieces] = at;
    lengths[pieces++] = bytes;
  }

  private void flush() {
    if (pieces == 1) {
      done.add(new Piece(displacements[0], lengths[0]));
    } else if (pieces > 1) {
      long stride = displacements[1] - displacements[0];
      done.add(
          isRegular(stride)
              ? new Strided(displacements[0], lengths[0], pieces, stride)
              : list(Arrays.copyOf(displacements, pieces), Arrays.copyOf(lengths, pieces)));
    }
    pieces = 0;
  }

  /** Short pieces are cut into ones of equal length, unless that makes them too many. */
  private static Node list(long[] displacements, long[] lengths) {
    int n = lengths.length;
    long common = 0;
    long bytes = 0;
    for (long length : lengths) {
      common = gcd(common, length);
      bytes += length;
    }
    boolean isEqual = common == lengths[0] && bytes == n * common;
    if (common <= Kernels.MOST_BYTES && (isEqual || isWorthCutting(common, bytes, n))) {
      Node indexed = Indexed.of(displacements, lengths, (int) common);
      if (indexed != null) {
        return indexed;
      }
    }
    return Listed.of(displacements, lengths);
  }

  private static boolean isWorthCutting(long common, long bytes, int n) {
    return n >= MANY_PIECES
        && common >= Integer.BYTES
        && bytes / n <= CUT_UP_TO_BYTES
        && (common >= Long.BYTES || bytes / common <= 2L * n);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private boolean isRegular(long stride) {
    for (int i = 1; i < pieces; i++) {
      if (lengths[i] != lengths[0] || displacements[i] - displacements[i - 1] != stride) {
        return false;
      }
    }
    return true;
  }
}
