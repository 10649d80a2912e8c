package org.purempi.protocol;

/** Who gave contexts out, and may give them out again. */
public interface ContextOwner {
  /** The process that gave a context out; negative if it is used once only. */
  int owner(long context);

  /**
   * A rank has left a context of this process and has nothing of it under way.
   *
   * @param ranks if the rank is this process: how many there are, all of which must leave before
   *     the context is free; else 0
   */
  void left(long context, int ranks);
}
