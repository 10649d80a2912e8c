package org.purempi.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Nodes as words, for another rank: which class, its fields, and then the nodes within it.
 *
 * <pre>
 *   0  displacement  bytes                            Piece
 *   1  displacement  piece bytes  pieces  stride      Strided
 *   2  displacement  piece bytes  n  offset × n       Indexed
 *   3  shift  n  displacement × n  length × n         Listed
 *   4  count  stride  body                            Loop
 *   5  n  child × n                                   Sequence
 * </pre>
 */
final class NodeWords {
  private static final int PIECE = 0;
  private static final int STRIDED = 1;
  private static final int INDEXED = 2;
  private static final int LISTED = 3;
  private static final int LOOP = 4;
  private static final int SEQUENCE = 5;

  private final long[] words;
  private int at;

  private NodeWords(long[] words, int at) {
    this.words = words;
    this.at = at;
  }

  static LongStream of(Node node) {
    return switch (node) {
      case Piece p -> LongStream.of(PIECE, p.displacement, p.bytes);
      case Strided s -> LongStream.of(STRIDED, s.displacement, s.pieceBytes, s.pieces, s.stride);
      case Indexed i ->
          LongStream.concat(
              LongStream.of(INDEXED, i.displacement, i.pieceBytes, i.offsets.length),
              Arrays.stream(i.offsets).asLongStream());
      case Listed l -> {
        int n = l.displacements.length;
        LongStream head = LongStream.of(LISTED, l.shift, n);
        LongStream places = Arrays.stream(l.displacements);
        LongStream lengths = LongStream.range(0, n).map(i -> l.length((int) i));
        yield LongStream.concat(head, LongStream.concat(places, lengths));
      }
      case Loop l -> LongStream.concat(LongStream.of(LOOP, l.count, l.stride), of(l.body));
      case Sequence s ->
          LongStream.concat(
              LongStream.of(SEQUENCE, s.children.length),
              Arrays.stream(s.children).flatMapToLong(NodeWords::of));
    };
  }

  /**
   * The node that these words say.
   *
   * @throws IllegalArgumentException if they are none
   */
  static Node read(long[] words, int from) {
    try {
      return new NodeWords(words, from).node();
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("the words of a layout end too early", e);
    }
  }

  private long next() {
    return words[at++];
  }

  private int length() {
    long n = next();
    if (n < 0 || n > words.length - at) {
      throw new IllegalArgumentException("a layout of " + n + " parts in " + words.length);
    }
    return (int) n;
  }

  private long[] take(int n) {
    long[] taken = Arrays.copyOfRange(words, at, at + n);
    at += n;
    return taken;
  }

  private Node node() {
    int kind = (int) next();
    switch (kind) {
      case PIECE -> {
        return new Piece(next(), next());
      }
      case STRIDED -> {
        return new Strided(next(), next(), next(), next());
      }
      case INDEXED -> {
        long displacement = next();
        int pieceBytes = (int) next();
        int[] offsets = Arrays.stream(take(length())).mapToInt(Math::toIntExact).toArray();
        return new Indexed(displacement, offsets, pieceBytes);
      }
      case LISTED -> {
        long shift = next();
        int n = length();
        return Listed.of(take(n), take(n)).shifted(shift);
      }
      case LOOP -> {
        long count = next();
        long stride = next();
        return new Loop(node(), count, stride);
      }
      case SEQUENCE -> {
        int n = length();
        List<Node> children = new ArrayList<>();
        for (int i = 0; i < n; i++) {
          children.add(node());
        }
        return Sequence.of(children);
      }
      default -> throw new IllegalArgumentException(kind + " is no kind of layout");
    }
  }
}
