package org.purempi;

/**
 * How a file is opened (section 14.2.1). One of {@link #RDONLY}, {@link #WRONLY} and {@link #RDWR}
 * is needed, the same modes on all ranks.
 */
public enum FileMode {
  /** For reading only. */
  RDONLY,
  /** For writing only. */
  WRONLY,
  /** For reading and writing. */
  RDWR,
  /** The file is made if it does not exist. */
  CREATE,
  /** With {@link #CREATE}: an error if it exists. */
  EXCL,
  /** The file is deleted when it is closed. */
  DELETE_ON_CLOSE,
  /** Nobody else opens it meanwhile: an assertion. */
  UNIQUE_OPEN,
  /** It is only read or written from its beginning to its end, by the shared pointer. */
  SEQUENTIAL,
  /** All pointers begin at the end of the file. */
  APPEND
}
