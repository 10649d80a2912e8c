package org.purempi.learn.engine;

import java.util.ArrayDeque;

/**
 * What the layers of a network note down in a forward pass for the backward pass of the same
 * examples, which takes it back in reverse order. A pass of other examples has a memo of its own.
 */
public final class Memo {
  private final ArrayDeque<Object> notes = new ArrayDeque<>();

  /** An empty one. */
  public Memo() {}

  /** Notes a thing down. */
  public void push(Object note) {
    notes.push(note);
  }

  /**
   * Takes back what was noted last.
   *
   * @throws IllegalStateException if nothing is left: there was no forward pass
   * @throws ClassCastException if it is of another type
   */
  public <T> T pop(Class<T> type) {
    Object note = notes.poll();
    if (note == null) {
      throw new IllegalStateException("backward needs a forward pass with the same memo before");
    }
    return type.cast(note);
  }

  /** How many numbers the tensors hold that are noted. */
  public long size() {
    return notes.stream().mapToLong(n -> n instanceof Tensor t ? t.data().length : 0).sum();
  }
}
