package org.purempi.file;

import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.disk.DiskException;

/** Errors of the disk as the Standard's classes (section 14.7). */
final class DiskErrors {
  /** Does something to a file. */
  @FunctionalInterface
  interface Action<T> {
    T perform() throws DiskException;
  }

  /** Does something to a file. */
  @FunctionalInterface
  interface Step {
    void perform() throws DiskException;
  }

  private DiskErrors() {}

  static <T> T get(Action<T> action) {
    try {
      return action.perform();
    } catch (DiskException e) {
      throw of(e);
    }
  }

  static void run(Step step) {
    try {
      step.perform();
    } catch (DiskException e) {
      throw of(e);
    }
  }

  static MpiException of(DiskException e) {
    return new MpiException(classOf(e), String.valueOf(e.getMessage()), e);
  }

  private static ErrorClass classOf(DiskException e) {
    return switch (e.reason()) {
      case NO_SUCH_FILE -> ErrorClass.NO_SUCH_FILE;
      case EXISTS -> ErrorClass.FILE_EXISTS;
      case ACCESS -> ErrorClass.ACCESS;
      case READ_ONLY -> ErrorClass.READ_ONLY;
      case NO_SPACE, TOO_LARGE -> ErrorClass.NO_SPACE;
      case QUOTA -> ErrorClass.QUOTA;
      case BAD_FILE -> ErrorClass.BAD_FILE;
      case IN_USE -> ErrorClass.FILE_IN_USE;
      case CLOSED -> ErrorClass.FILE;
      case IO -> ErrorClass.IO;
    };
  }
}
