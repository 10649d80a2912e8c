package org.purempi;

/** How a program may use threads (section 11.6). purempi always provides {@link #MULTIPLE}. */
public enum ThreadLevel {
  /** One thread. */
  SINGLE,
  /** Only the main thread calls. */
  FUNNELED,
  /** One thread at a time calls. */
  SERIALIZED,
  /** Any thread calls at any time. */
  MULTIPLE
}
