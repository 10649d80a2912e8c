package org.purempi.communicator;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.FileMode;
import org.purempi.Group;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.MpiFile;
import org.purempi.file.FileCore;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.request.ErrorScope;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.Watched;
import org.purempi.watch.What;

/** What calls of a file have in common: their checks, and what happens to their errors. */
abstract class FileScope implements MpiFile, ErrorScope {
  final Rank home;
  final FileCore core;
  private final Peers peers;
  private volatile ErrorHandler errorHandler;
  private volatile boolean closed;

  FileScope(Rank home, FileCore core) {
    this.home = home;
    this.core = core;
    this.peers = core.peers();
    this.errorHandler = home.files().errorHandler();
    engine().gauges().files(1);
  }

  final void setClosed() {
    closed = true;
    engine().gauges().files(-1);
  }

  final boolean isClosed() {
    return closed;
  }

  @Override
  public final Mpi mpi() {
    return home.mpi();
  }

  @Override
  public final Engine engine() {
    return peers.engine();
  }

  @Override
  public final String label() {
    return "the file " + core.path();
  }

  @Override
  public final Watched watched() {
    return peers.watched();
  }

  @Override
  public final void startProgressThread() {
    home.startProgressThread();
  }

  @Override
  public final int rank() {
    return peers.rank();
  }

  @Override
  public final int size() {
    return peers.size();
  }

  @Override
  public final Group group() {
    long[] processes = Arrays.stream(peers.processes()).asLongStream().toArray();
    return Group.ofProcesses(processes, home.process());
  }

  @Override
  public final Set<FileMode> getAmode() {
    return core.amode();
  }

  // ---- checks and errors

  final String at(String call) {
    return "rank " + peers.rank() + ": " + call + " of " + label();
  }

  final void requireOpen(String call) {
    if (closed) {
      throw raise(new MpiArgumentException(ErrorClass.FILE, at(call) + ": it has been closed"));
    }
    home.requireRunning(call);
  }

  final boolean has(FileMode mode) {
    return core.amode().contains(mode);
  }

  /** Performs a call; its errors say who has made it. */
  final void perform(String call, Runnable action) {
    perform(
        call,
        () -> {
          action.run();
          return this;
        });
  }

  /** Performs a call; its errors say who has made it. */
  final <T> T perform(String call, Supplier<T> action) {
    requireOpen(call);
    OpenCall open = Watch.ON ? engine().watch().enter(What.file(call), peers.watched()) : null;
    try {
      return action.get();
    } catch (MpiArgumentException | MpiException e) {
      throw raise(at(call), e);
    } finally {
      if (Watch.ON) {
        engine().watch().leave(open);
      }
    }
  }

  /** What is wrong, as a value: for collective calls, of which all ranks hear. */
  static @Nullable RuntimeException wrong(Runnable check) {
    try {
      check.run();
      return null;
    } catch (MpiArgumentException | MpiException e) {
      return e;
    }
  }

  /** As {@link #wrong(Runnable)}, for a call whose errors are seen later: they say who made it. */
  final @Nullable RuntimeException wrong(String call, Runnable check) {
    RuntimeException wrong = wrong(check);
    return wrong instanceof MpiArgumentException e
        ? wrong(e.errorClass(), at(call) + ": " + e.getMessage())
        : wrong;
  }

  static MpiArgumentException wrong(ErrorClass errorClass, String why) {
    return new MpiArgumentException(errorClass, why);
  }

  @Override
  public final RuntimeException raise(@Nullable RuntimeException error) {
    RuntimeException e = error == null ? new MpiException(ErrorClass.INTERN, "no error") : error;
    if (Watch.ON) {
      Watch.failed(e);
    }
    if (!(e instanceof MpiError mpiError) || e instanceof MpiAbortException) {
      return e;
    }
    ErrorHandler handler = errorHandler;
    if (handler instanceof ErrorHandler.FileUser user) {
      user.f().accept(this, mpiError);
    } else if (handler != ErrorHandler.RETURN) {
      throw Fatal.abort(this, rank(), mpiError);
    }
    return e;
  }

  /** Refuses a handler that is not for files. */
  public static ErrorHandler checked(ErrorHandler handler) {
    if (handler instanceof ErrorHandler.User || handler instanceof ErrorHandler.WindowUser) {
      throw wrong(ErrorClass.ARG, "the error handler is not one for files, take ofFile");
    }
    return handler;
  }

  @Override
  public final ErrorHandler getErrhandler() {
    return errorHandler;
  }

  @Override
  public final void setErrhandler(ErrorHandler handler) {
    handling(() -> errorHandler = checked(handler));
  }

  @Override
  public final void callErrhandler(RuntimeException error) {
    throw raise(error);
  }

  @Override
  public final String toString() {
    return label() + " (rank " + rank() + " of " + size() + ")";
  }
}
