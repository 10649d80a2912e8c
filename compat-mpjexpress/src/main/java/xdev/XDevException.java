package xdev;

import org.purempi.compat.mpjexpress.Nullable;

/** What every exception of this API is. */
public class XDevException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An error without a text. */
  public XDevException() {}

  /** An error that says what was wrong. */
  public XDevException(@Nullable String message) {
    super(message);
  }

  /** An error with its cause, whose text it takes. */
  public XDevException(@Nullable Throwable cause) {
    super(cause);
  }

  /** An error with a text and its cause. */
  protected XDevException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
