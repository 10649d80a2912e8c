package org.purempi;

/** By what {@link Communicator#splitType} divides (section 7.4.2). */
public enum SplitType {
  /** Ranks that can share memory: those of one host. */
  SHARED,
  /** This rank takes part and gets no communicator. */
  UNDEFINED
}
