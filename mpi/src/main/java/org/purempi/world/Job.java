package org.purempi.world;

import org.jspecify.annotations.Nullable;
import org.purempi.MpiAbortException;
import org.purempi.spawn.Launcher;
import org.purempi.spawn.Origin;

/** What a rank knows of the job it belongs to. */
interface Job {
  /** Ends all ranks; returns the exception for the caller to throw, or does not return. */
  MpiAbortException abort(int errorCode, String message, @Nullable Throwable cause);

  /** The rank has closed an environment: that of a world, or of a session. */
  void ended(boolean ofWorld);

  /** A number that only the ranks have that share memory with this one. */
  int host();

  /** The program's number on the launcher's command line. */
  int appnum();

  /** How many processes can usefully run. */
  int universeSize();

  /** Where a process of this job comes from, for other worlds that meet it. */
  Origin origin(int rank);

  /** Who starts processes for it; null if nobody does. */
  default @Nullable Launcher launcher() {
    return null;
  }

  /** The port at which the world that has spawned this one waits; null if none has. */
  default @Nullable String parentPort() {
    return null;
  }

  /** Whether this is the only rank because nothing has started the program as one of several. */
  default boolean isAlone() {
    return false;
  }
}
