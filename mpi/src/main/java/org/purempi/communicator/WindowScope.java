package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Group;
import org.purempi.Info;
import org.purempi.Keyval;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.Window;
import org.purempi.handle.Attributes;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.request.ErrorScope;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.Watched;
import org.purempi.watch.What;

/** What calls of a window have in common: their checks, and what happens to their errors. */
abstract class WindowScope implements Window, ErrorScope {
  final Rank home;
  final Peers peers;
  private final Attributes attributes = new Attributes();
  private volatile ErrorHandler errorHandler;
  private volatile Info hints;
  private volatile String name = "";
  private volatile boolean closed;

  WindowScope(Rank home, Peers peers, ErrorHandler errorHandler, Info hints) {
    this.home = home;
    this.peers = peers;
    this.errorHandler = errorHandler;
    this.hints = hints;
    engine().gauges().windows(1);
  }

  final void setClosed() {
    if (!closed) {
      engine().gauges().windows(-1);
    }
    closed = true;
  }

  final void deleteAttributes() {
    attributes.deleteAll(this);
  }

  final boolean isClosed() {
    return closed;
  }

  // ---- what it is

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
    return peers.label();
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

  // ---- checks and errors

  final String at(String call) {
    return "rank " + peers.rank() + ": " + call;
  }

  final void requireOpen(String call) {
    if (closed) {
      throw raise(
          new MpiArgumentException(ErrorClass.WIN, at(call) + ": " + label() + " has been closed"));
    }
    home.requireRunning(call);
  }

  final void requireRank(String call, int rank) {
    if (rank < 0 || rank >= size()) {
      throw Arguments.rank(at(call), "rank", rank, size(), label());
    }
  }

  /** Whether there is anything to do: false for PROC_NULL. */
  final boolean mayAccess(String call, int rank, Buf... buffers) {
    requireOpen(call);
    if (rank == Mpi.PROC_NULL) {
      return false;
    }
    handling(
        () -> {
          requireRank(call, rank);
          for (Buf buf : buffers) {
            if (buf == Buf.IN_PLACE) {
              throw Arguments.inPlace(at(call));
            }
          }
        });
    return true;
  }

  final void requireWritable(String call, Buf buf) {
    if (buf.base() instanceof MemorySegment s && s.isReadOnly()) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.BUFFER, at(call) + ": what is read cannot be stored: it is read-only"));
    }
  }

  /** Performs a call; its errors say who has made it. */
  final void perform(String call, Runnable action) {
    perform(call, Mpi.UNDEFINED, null, action);
  }

  /**
   * The same.
   *
   * @param rank whose memory it works on; negative for none
   * @param buf what is moved; null for nothing
   */
  final void perform(String call, int rank, @Nullable Buf buf, Runnable action) {
    OpenCall open = entered(call, rank, buf);
    try {
      action.run();
    } catch (MpiArgumentException | MpiException e) {
      throw raise(at(call), e);
    } finally {
      left(open);
    }
  }

  private @Nullable OpenCall entered(String call, int rank, @Nullable Buf buf) {
    return Watch.ON
        ? engine().watch().enter(What.window(call), peers.watched(), rank, 0, buf)
        : null;
  }

  private void left(@Nullable OpenCall open) {
    if (Watch.ON) {
      engine().watch().leave(open);
    }
  }

  /** Performs a call; its errors say who has made it. */
  final <T> T perform(String call, Supplier<T> action) {
    OpenCall open = entered(call, Mpi.UNDEFINED, null);
    try {
      return action.get();
    } catch (MpiArgumentException | MpiException e) {
      throw raise(at(call), e);
    } finally {
      left(open);
    }
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
    if (handler instanceof ErrorHandler.WindowUser user) {
      user.f().accept(this, mpiError);
    } else if (handler != ErrorHandler.RETURN) {
      throw Fatal.abort(this, rank(), mpiError);
    }
    return e;
  }

  // ---- what hangs on it

  @Override
  public final Info getInfo() {
    return hints;
  }

  @Override
  public final void setInfo(Info info) {
    requireOpen("setInfo");
    handling(() -> hints = WindowHints.merged(hints, info));
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final void setName(String newName) {
    name = newName;
    peers.label(newName);
  }

  @Override
  public final <T> Optional<T> getAttr(Keyval<T> keyval) {
    if (keyval.predefined()) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.KEYVAL, at("getAttr") + ": " + keyval + " is of communicators"));
    }
    return attributes.get(keyval);
  }

  @Override
  public final <T> void setAttr(Keyval<T> keyval, T value) {
    requireOpen("setAttr");
    handling(() -> attributes.set(this, keyval, value));
  }

  @Override
  public final void deleteAttr(Keyval<?> keyval) {
    requireOpen("deleteAttr");
    handling(() -> attributes.delete(this, keyval));
  }

  @Override
  public final ErrorHandler getErrhandler() {
    return errorHandler;
  }

  @Override
  public final void setErrhandler(ErrorHandler handler) {
    if (handler instanceof ErrorHandler.User) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.ARG,
              at("setErrhandler") + ": the handler is one for communicators, take ofWindow"));
    }
    errorHandler = handler;
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
