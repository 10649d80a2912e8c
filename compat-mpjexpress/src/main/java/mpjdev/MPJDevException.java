package mpjdev;

import org.purempi.compat.mpjexpress.Nullable;
import xdev.XDevException;

/** An error while communicating. */
public class MPJDevException extends XDevException {
  private static final long serialVersionUID = 1L;

  /** An error without a text. */
  public MPJDevException() {}

  /** An error that says what was wrong. */
  public MPJDevException(@Nullable String message) {
    super(message);
  }

  /** An error with its cause, whose text it takes. */
  public MPJDevException(@Nullable Throwable cause) {
    super(cause);
  }

  /** An error with a text and its cause. */
  protected MPJDevException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
