package mpjbuf;

import org.purempi.compat.mpjexpress.Nullable;

/** A buffer was used in another order, or with another type, than it was written. */
public class BufferException extends Exception {
  private static final long serialVersionUID = 1L;

  /** An error that says what was wrong. */
  public BufferException(@Nullable String message) {
    super(message);
  }

  /** An error with its cause. */
  public BufferException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
