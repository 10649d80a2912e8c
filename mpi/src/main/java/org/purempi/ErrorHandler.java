package org.purempi;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What happens when a call on a communicator, a window or a file fails (section 9.3). New
 * communicators inherit it; {@link #RETURN} is the default, which throws.
 */
public sealed interface ErrorHandler {
  /** Aborts the whole job ({@code MPI_ERRORS_ARE_FATAL}). */
  ErrorHandler FATAL = new Predefined("ERRORS_ARE_FATAL");

  /**
   * Aborts as {@link Communicator#abort} does ({@code MPI_ERRORS_ABORT}): here not only the
   * communicator's processes but the whole job, as section 9.8 allows.
   */
  ErrorHandler ABORT = new Predefined("ERRORS_ABORT");

  /** Throws the exception to the caller ({@code MPI_ERRORS_RETURN}). */
  ErrorHandler RETURN = new Predefined("ERRORS_RETURN");

  /** Calls {@code f}, then throws ({@code MPI_Comm_create_errhandler}). */
  static ErrorHandler of(BiConsumer<Communicator, MpiError> f) {
    return new User(f);
  }

  /** Calls {@code f}, then throws ({@code MPI_Win_create_errhandler}). */
  static ErrorHandler ofWindow(BiConsumer<Window, MpiError> f) {
    return new WindowUser(f);
  }

  /**
   * Calls {@code f}, then throws ({@code MPI_File_create_errhandler}); with null for errors of no
   * file.
   */
  static ErrorHandler ofFile(BiConsumer<@Nullable MpiFile, MpiError> f) {
    return new FileUser(f);
  }

  /** A predefined handler. */
  record Predefined(String name) implements ErrorHandler {
    @Override
    public String toString() {
      return name;
    }
  }

  /** A user's handler. */
  record User(BiConsumer<Communicator, MpiError> f) implements ErrorHandler {}

  /** A user's handler for windows. */
  record WindowUser(BiConsumer<Window, MpiError> f) implements ErrorHandler {}

  /** A user's handler for files. */
  record FileUser(BiConsumer<@Nullable MpiFile, MpiError> f) implements ErrorHandler {}
}
