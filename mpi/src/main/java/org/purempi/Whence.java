package org.purempi;

/** Where an offset counts from when a pointer is moved (section 14.4.3). */
public enum Whence {
  /** From the beginning of the view. */
  SET,
  /** From where the pointer is. */
  CUR,
  /** From the end of the file. */
  END
}
