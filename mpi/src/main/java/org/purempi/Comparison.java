package org.purempi;

/** How two communicators or groups compare (section 7.4.1). */
public enum Comparison {
  /** The same object, or the same processes in the same order. */
  IDENT,
  /** Same processes in the same order, but another context. */
  CONGRUENT,
  /** The same processes in another order. */
  SIMILAR,
  /** Different processes. */
  UNEQUAL
}
