package org.purempi.onesided;

import org.purempi.protocol.Header;

/**
 * What a frame of a window asks for, and its three words.
 *
 * <pre>
 *   word0   bits 0–3 kind ({@link Header#WINDOW}) · 4–7 verb · 8–31 id of what waits for the answer · 32–63 detail
 *   word1   bits 0–43 the window's context · 44–63 the origin's rank in it
 *   word2   bytes from the beginning of the part (PUT to SWAP)
 * </pre>
 *
 * <pre>
 *   PUT      elements                 detail: elements
 *   GET      how many                 detail: elements              ANSWER: the data
 *   UPDATE   elements                 detail: operation, elements
 *   FETCH    elements                 detail: operation, elements   ANSWER: what was there
 *   SWAP     expected, new element    detail: elements              ANSWER: what was there
 *   FLUSH    -                                                      ANSWER: nothing
 *   LOCK     -                        detail: 1 if exclusive        ANSWER: nothing, once it is granted
 *   UNLOCK   -                        detail: 1 if exclusive        ANSWER: nothing
 *   LEAVE    -                        detail: 1 if it is the answer to another's
 * </pre>
 *
 * <p>Elements and operation are {@link Kinds}. The detail of an ANSWER is the code of an error
 * class, 0 if all went well; its word2 then tells how many bytes of data will not come. LEAVE says
 * that the origin has left the window without waiting for others, since a rank has failed.
 */
enum Verb {
  PUT,
  GET,
  UPDATE,
  FETCH,
  SWAP,
  FLUSH,
  LOCK,
  UNLOCK,
  ANSWER,
  LEAVE;

  private static final Verb[] ALL = values();
  private static final int VERB_SHIFT = 4;
  private static final int VERB_MASK = 0xF;
  private static final int ID_SHIFT = 8;
  private static final long WORD_MASK = 0xFFFF_FFFFL;

  @SuppressWarnings("EnumOrdinal") // both sides have the same enum
  long word0(int id, int detail) {
    long low = (long) id << ID_SHIFT & WORD_MASK;
    return ((long) detail << Integer.SIZE) | low | (ordinal() << VERB_SHIFT) | Header.WINDOW;
  }

  /** The verb of a frame; null if there is none of that number. */
  static @org.jspecify.annotations.Nullable Verb of(long word0) {
    int number = (int) word0 >>> VERB_SHIFT & VERB_MASK;
    return number < ALL.length ? ALL[number] : null;
  }

  static int detail(long word0) {
    return (int) (word0 >>> Integer.SIZE);
  }
}
