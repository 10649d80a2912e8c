package org.purempi.layout;

import java.util.Arrays;
import java.util.List;

/** Nodes of different kinds, one after the other. */
final class Sequence extends Node {
  final Node[] children;

  /** Bytes of the message before each child, and before the end. */
  private final long[] starts;

  private Sequence(Node[] children, long[] starts) {
    super(starts[children.length]);
    this.children = children;
    this.starts = starts;
  }

  static Sequence of(List<Node> children) {
    long[] starts = new long[children.size() + 1];
    for (int i = 0; i < children.size(); i++) {
      starts[i + 1] = starts[i] + children.get(i).bytes;
    }
    return new Sequence(children.toArray(Node[]::new), starts);
  }

  private int find(long from) {
    int i = Arrays.binarySearch(starts, from);
    return i >= 0 ? i : -i - 2;
  }

  @Override
  long pieces() {
    return Arrays.stream(children).mapToLong(Node::pieces).sum();
  }

  @Override
  long runs() {
    return Arrays.stream(children).mapToLong(Node::runs).sum();
  }

  @Override
  Sequence shifted(long byBytes) {
    Node[] shifted = new Node[children.length];
    Arrays.setAll(shifted, i -> children[i].shifted(byBytes));
    return new Sequence(shifted, starts);
  }

  @Override
  void walk(Walker walker, long origin, long from, long to) {
    long at = from;
    for (int i = find(from); at < to; i++) {
      long end = Math.min(to, starts[i + 1]);
      children[i].walk(walker, origin, at - starts[i], end - starts[i]);
      at = end;
    }
  }

  @Override
  void runAt(long origin, long from, Run run) {
    int i = find(from);
    children[i].runAt(origin, from - starts[i], run);
  }
}
