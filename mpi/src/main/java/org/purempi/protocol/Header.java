package org.purempi.protocol;

import org.purempi.Datatype;
import org.purempi.layout.Layout;

/** The three words before a payload; the picture is in the package's description. */
public final class Header {
  static final int EAGER = 1;
  static final int EAGER_SYNC = 2;
  static final int HEAD = 3;
  static final int MORE = 4;
  static final int RTS = 5;
  static final int GO = 6;
  static final int DATA = 7;
  static final int DONE = 8;
  static final int HOLD = 9;
  static final int RESUME = 10;
  static final int LEFT = 11;

  /** Ids are 1 … MAX_ID; 0 is none. */
  static final int MAX_ID = (1 << 24) - 1;

  /** Contexts are 0 … 2^44 − 1. */
  static final int CONTEXT_BITS = 44;

  private static final long CONTEXT_MASK = (1L << CONTEXT_BITS) - 1;

  private static final int KIND_MASK = 0xF;
  private static final int WIDTH_SHIFT = 4;

  private Header() {}

  /** What the first word of a message with such elements says, whatever its kind. */
  public static long label(int tag, Datatype type) {
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(Layout.elementBytes(type));
    return ((long) tag << 32) | (width << WIDTH_SHIFT);
  }

  static long word0(int kind, int id, long label) {
    return label | ((id << 8) & 0xFFFF_FFFFL) | kind;
  }

  static long word1(long context, int source) {
    return ((long) source << CONTEXT_BITS) | context;
  }

  static int kind(long word0) {
    return (int) word0 & KIND_MASK;
  }

  static int id(long word0) {
    return (int) word0 >>> 8;
  }

  static int elementBytes(long word0) {
    return (1 << ((int) word0 >>> WIDTH_SHIFT & 0xF)) >> 1;
  }

  static int tag(long word0) {
    return (int) (word0 >>> 32);
  }

  static long context(long word1) {
    return word1 & CONTEXT_MASK;
  }

  static int source(long word1) {
    return (int) (word1 >>> CONTEXT_BITS);
  }
}
