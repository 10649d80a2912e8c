package org.purempi.abi;

/** An error handler of the program. */
final class ErrorHandlerHandle {
  /** Whose errors a handler takes. */
  enum Kind {
    /** Those of the Standard: of anybody. */
    ANY,
    COMM,
    WIN,
    FILE,
    SESSION
  }

  static final ErrorHandlerHandle FATAL =
      new ErrorHandlerHandle(Constants.ERRORS_ARE_FATAL, Kind.ANY);
  static final ErrorHandlerHandle ABORT = new ErrorHandlerHandle(Constants.ERRORS_ABORT, Kind.ANY);
  static final ErrorHandlerHandle RETURN =
      new ErrorHandlerHandle(Constants.ERRORS_RETURN, Kind.ANY);

  /** The address of its function; for those of the Standard their own number. */
  final long function;

  final Kind kind;

  /** How often the program has got its handle and not freed it. */
  private int references;

  private long handle;

  ErrorHandlerHandle(long function, Kind kind) {
    this.function = function;
    this.kind = kind;
  }

  static void give(Handles<ErrorHandlerHandle> handles) {
    handles.give(Constants.ERRORS_ARE_FATAL, FATAL);
    handles.give(Constants.ERRORS_ABORT, ABORT);
    handles.give(Constants.ERRORS_RETURN, RETURN);
  }

  /** The handle for the program, which frees it as often as it gets it (section 9.3). */
  synchronized long take() {
    if (kind == Kind.ANY) {
      return function;
    }
    if (references++ == 0) {
      handle = Table.ERROR_HANDLERS.add(this);
    }
    return handle;
  }

  synchronized void free() {
    if (kind != Kind.ANY && --references == 0) {
      Table.ERROR_HANDLERS.remove(handle);
    }
  }
}
