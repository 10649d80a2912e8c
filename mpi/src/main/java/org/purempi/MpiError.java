package org.purempi;

/** What every error of purempi has in common (section 9.3). */
public interface MpiError {
  /** The class of the error. */
  ErrorClass errorClass();

  /** What was wrong, where and what to do. */
  String getMessage();
}
