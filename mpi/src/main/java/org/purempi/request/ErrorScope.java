package org.purempi.request;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.protocol.Engine;
import org.purempi.watch.Watched;

/**
 * The object that a call belongs to, whose error handler treats its errors (section 9.3): a
 * communicator; what else has an error handler can be one.
 */
public interface ErrorScope {
  /** The environment, for users. */
  Mpi mpi();

  /** The rank's engine. */
  Engine engine();

  /** What messages call it. */
  String label();

  /** What it is for those who hear of calls. */
  Watched watched();

  /** Starts the thread that makes progress when no other does. */
  void startProgressThread();

  /** Treats an error as the error handler says; returns it for the caller to throw. */
  RuntimeException raise(@Nullable RuntimeException error);

  /** As {@link #raise(RuntimeException)}; wrong arguments are told with where they were given. */
  default RuntimeException raise(String where, RuntimeException error) {
    return raise(
        error instanceof MpiArgumentException wrong
            ? new MpiArgumentException(wrong.errorClass(), where + ": " + wrong.getMessage())
            : error);
  }

  /** Performs a call, and treats its errors. */
  default <T extends @Nullable Object> T handling(Supplier<T> call) {
    try {
      return call.get();
    } catch (MpiException | MpiArgumentException e) {
      throw raise(e);
    }
  }

  /** Performs a call, and treats its errors. */
  default void handling(Runnable call) {
    try {
      call.run();
    } catch (MpiException | MpiArgumentException e) {
      throw raise(e);
    }
  }
}
