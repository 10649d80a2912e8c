package org.purempi.protocol;

import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.check.Check;
import org.purempi.check.TypeSignature;
import org.purempi.layout.Layout;

/** The three words before a payload; the picture is in the package's description. */
public final class Header {
  /** What ranks that survive others tell each other; see {@link Failures}. */
  static final int SURVIVAL = 0;

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
  static final int ENDED = 12;
  static final int WITHHELD = 13;
  static final int ASK_ON = 14;

  /** Frames of windows (package {@code onesided}); what they are is in their further bits. */
  public static final int WINDOW = 15;

  /** How many kinds there can be. */
  static final int KINDS = 16;

  /** Ids are 1 … MAX_ID; 0 is none. */
  static final int MAX_ID = (1 << 24) - 1;

  /** Contexts are 0 … 2^44 − 1. */
  static final int CONTEXT_BITS = 44;

  private static final long CONTEXT_MASK = (1L << CONTEXT_BITS) - 1;

  private static final int KIND_MASK = KINDS - 1;
  private static final int WIDTH_SHIFT = 4;
  private static final int ID_SHIFT = 8;
  private static final long WORD_MASK = 0xFFFF_FFFFL;
  private static final long ID_BITS = WORD_MASK << ID_SHIFT & WORD_MASK;
  private static final int LENGTH_BITS = 40;
  private static final long LENGTH_MASK = (1L << LENGTH_BITS) - 1;

  private Header() {}

  /** What the first word of a message with such elements says, whatever its kind. */
  public static long tagWord(int tag, Datatype type) {
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(Layout.elementBytes(type));
    return ((long) tag << 32) | (width << WIDTH_SHIFT);
  }

  /** As above, of a message of the program: with its type, if mistakes are looked for. */
  public static long tagWord(int tag, Buf buf) {
    long word = tagWord(tag, buf.datatype());
    return Check.ON ? signed(word, TypeSignature.of(buf)) : word;
  }

  /** The tag word with what it says of the collective operation that the message belongs to. */
  public static long signed(long tagWord, int signature) {
    return tagWord | ((signature << ID_SHIFT) & WORD_MASK);
  }

  /** An id takes the place of the signature: see {@link #word2}. */
  static long word0(int kind, int id, long tagWord) {
    return (id == 0 ? tagWord : (tagWord & ~ID_BITS) | ((id << ID_SHIFT) & WORD_MASK)) | kind;
  }

  /** The length of a message that is announced, and the tag word's signature. */
  static long word2(long bytes, long tagWord) {
    if (bytes > LENGTH_MASK) {
      throw new MpiException(
          ErrorClass.COUNT,
          "a message of "
              + bytes
              + " bytes: the longest has "
              + LENGTH_MASK
              + ", send it in parts");
    }
    return bytes | (tagWord & ID_BITS) >>> ID_SHIFT << LENGTH_BITS;
  }

  /** The length in word 2 of an announcement. */
  static long length(long word2) {
    return word2 & LENGTH_MASK;
  }

  /** The signature in word 2 of an announcement. */
  static int signature(long word2) {
    return (int) (word2 >>> LENGTH_BITS);
  }

  /** The second word. */
  public static long word1(long context, int source) {
    return ((long) source << CONTEXT_BITS) | context;
  }

  static int kind(long word0) {
    return (int) word0 & KIND_MASK;
  }

  /** The id in the first word. */
  public static int id(long word0) {
    return (int) word0 >>> 8;
  }

  static int elementBytes(long word0) {
    return (1 << ((int) word0 >>> WIDTH_SHIFT & 0xF)) >> 1;
  }

  static int tag(long word0) {
    return (int) (word0 >>> 32);
  }

  /** The context in the second word. */
  public static long context(long word1) {
    return word1 & CONTEXT_MASK;
  }

  /** The source in the second word. */
  public static int source(long word1) {
    return (int) (word1 >>> CONTEXT_BITS);
  }
}
