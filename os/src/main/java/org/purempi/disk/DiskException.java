package org.purempi.disk;

import java.io.IOException;

/** Why the disk refused something: what was to be done, to which file, and the system's words. */
public final class DiskException extends IOException {
  private static final long serialVersionUID = 1;

  /** The reasons, as far as a program might act on them. */
  public enum Reason {
    /** There is no such file, or a directory on the way is missing. */
    NO_SUCH_FILE,

    /** The file is there already. */
    EXISTS,

    /** Permissions forbid it, or the file was opened for something else. */
    ACCESS,

    /** The file system is read-only. */
    READ_ONLY,

    /** The file system is full. */
    NO_SPACE,

    /** The user's share of the file system is used up. */
    QUOTA,

    /** The path is one of a directory, is malformed, or cannot be followed. */
    BAD_FILE,

    /** The file would be longer than the file system or the process's limit allows. */
    TOO_LARGE,

    /** A program is running from the file. */
    IN_USE,

    /** The file was closed. */
    CLOSED,

    /** Anything else. */
    IO
  }

  private final Reason reason;
  private final long written;

  private DiskException(Reason reason, String message, long written) {
    super(message);
    this.reason = reason;
    this.written = written;
  }

  DiskException(Reason reason, String message) {
    this(reason, message, 0);
  }

  /** The same failure, of a write that had written some of its bytes before. */
  DiskException after(long bytesWritten, long bytes) {
    String message =
        getMessage() + "; " + bytesWritten + " of " + bytes + " bytes have been written";
    DiskException after = new DiskException(reason, message, bytesWritten);
    after.initCause(this);
    return after;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }

  /** How many bytes, from the first on, a failed write had written. */
  public long written() {
    return written;
  }
}
