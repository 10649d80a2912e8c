package org.purempi.communicator;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.layout.Layout;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Receiving;
import org.purempi.protocol.Sending;
import org.purempi.protocol.Waiting;
import org.purempi.request.ErrorScope;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.Watched;
import org.purempi.watch.What;

/**
 * What every communicator is made of, the checks of its calls, and what happens to its errors. The
 * chapters of the Standard follow, one class each: {@link PackingForms}, {@link Messages}, {@link
 * PersistentMessages}, {@link CollectiveForms}, {@link ValueForms}, {@link Handles}.
 */
abstract class Core implements Communicator, ErrorScope {
  final Rank home;

  /** The ranks that messages go to and come from. */
  final Peers peers;

  final Engine engine;
  final Sending sending;
  final Receiving receiving;
  final Waiting waiting;
  final Watch watch;
  final Watched watched;
  volatile ErrorHandler errorHandler;
  private volatile boolean closed;
  private volatile boolean startsLater;
  private volatile Info hints;

  /** What the hints assert of receives; read without order, which a hint may be. */
  private boolean noAnySource;

  private boolean noAnyTag;

  Core(Rank home, Peers peers, ErrorHandler errorHandler) {
    this.home = home;
    this.peers = peers;
    this.engine = peers.engine();
    this.sending = engine.sending();
    this.receiving = engine.receiving();
    this.waiting = engine.waiting();
    this.watch = engine.watch();
    this.watched = peers.watched();
    this.errorHandler = errorHandler;
    this.hints = home.initialHints();
  }

  final Rank home() {
    return home;
  }

  @Override
  public final Engine engine() {
    return engine;
  }

  @Override
  public final void startProgressThread() {
    home.startProgressThread();
  }

  /** The ranks that messages go to and come from, and their context. */
  public final Peers peers() {
    return peers;
  }

  /** The same ranks in the context of collectives, for collectives made of messages. */
  abstract LiveCommunicator collectiveSide();

  @Override
  public final Info getInfo() {
    return hints;
  }

  /** What the implementation has to say of this communicator. */
  final void tell(String key, String value) {
    hints = hints.with(key, value);
  }

  /** Takes these hints over, those that are understood. */
  final void take(Info more) {
    Info merged = Hints.merged(hints, more);
    hints = merged;
    noAnySource = Hints.asserts(merged, Hints.NO_ANY_SOURCE);
    noAnyTag = Hints.asserts(merged, Hints.NO_ANY_TAG);
    heed(merged);
  }

  /** Takes over what the hints say of failures. */
  abstract void heed(Info its);

  final boolean isClosed() {
    return closed;
  }

  /** A request has been made that can be started at any time, also when this is closed. */
  final void startsLater() {
    startsLater = true;
  }

  final boolean canStartLater() {
    return startsLater;
  }

  final void setClosed() {
    closed = true;
  }

  @Override
  public final Watched watched() {
    return watched;
  }

  /** What messages call it: its name, or how it came to be. */
  @Override
  public final String label() {
    return peers.label();
  }

  @Override
  public final Mpi mpi() {
    return home.mpi();
  }

  @Override
  public final int rank() {
    return peers.rank();
  }

  // ---- checks

  /** The beginning of messages: which rank, which call. */
  final String at(String call) {
    return "rank " + peers.rank() + ": " + call;
  }

  /** Refuses to receive into memory that cannot be written, before anything is posted. */
  final void requireWritable(String call, @Nullable Buf buf) {
    if (buf != null && buf.base() instanceof MemorySegment s && s.isReadOnly()) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.BUFFER,
              at(call) + ": the receive buffer is read-only: pass memory that can be written"));
    }
    if (buf != null && Layout.overlaps(buf)) {
      throw raise(new MpiArgumentException(ErrorClass.TYPE, at(call) + ": " + Layout.overlap(buf)));
    }
  }

  final void requireOpen(String call) {
    if (closed) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.COMM, at(call) + ": communicator " + label() + " has been closed"));
    }
    home.requireRunning(call);
    MpiException barred = barred(call);
    if (barred != null) {
      throw raise(barred);
    }
  }

  /** Performs a call in which all ranks make something, and treats its errors. */
  final <T extends @Nullable Object> T making(String call, Supplier<T> maker) {
    return makingOfSome(call, isUniform(true) ? () -> uniformly(maker) : maker);
  }

  /**
   * Whether the hints ask that a call of all ranks, one that makes something or not, is uniform.
   */
  abstract boolean isUniform(boolean isMaking);

  /** Performs a call of all ranks, which then fails at all of them or at none. */
  abstract <T extends @Nullable Object> T uniformly(Supplier<T> work);

  /** The same, in which only some of the ranks take part. */
  final <T extends @Nullable Object> T makingOfSome(String call, Supplier<T> maker) {
    requireOpen(call);
    OpenCall open = Watch.ON ? watch.enter(What.making(call), watched) : null;
    try {
      return handling(maker);
    } finally {
      if (Watch.ON) {
        watch.leave(open);
      }
    }
  }

  /** Why this communicator takes no calls any more; null if it does. */
  abstract @Nullable MpiException barred(String call);

  /** Whether there is anything to send: false for PROC_NULL. */
  final boolean maySend(String call, Buf buf, int dest, int tag) {
    requireOpen(call);
    if (tag < 0) {
      throw raise(Arguments.tag(at(call), tag));
    }
    if (dest < 0 || dest >= peers.size()) {
      if (dest == Mpi.PROC_NULL) {
        return false;
      }
      throw raise(Arguments.rank(at(call), "dest", dest, peers.size(), label()));
    }
    if (buf == Buf.IN_PLACE) {
      throw raise(Arguments.inPlace(at(call)));
    }
    return true;
  }

  /** Whether there is anything to receive: false for PROC_NULL. */
  final boolean mayReceive(String call, int source, int tag) {
    requireOpen(call);
    if (tag < 0 && tag != Mpi.ANY_TAG) {
      throw raise(Arguments.receiveTag(at(call), tag));
    }
    if ((source < 0 && source != Mpi.ANY_SOURCE) || source >= peers.size()) {
      if (source == Mpi.PROC_NULL) {
        return false;
      }
      throw raise(Arguments.rank(at(call), "source", source, peers.size(), label()));
    }
    if ((source | tag) < 0) {
      requireWildcards(call, source, tag);
    }
    return true;
  }

  private void requireWildcards(String call, int source, int tag) {
    boolean anySource = noAnySource && source == Mpi.ANY_SOURCE;
    if (anySource || (noAnyTag && tag == Mpi.ANY_TAG)) {
      throw raise(
          new MpiArgumentException(
              anySource ? ErrorClass.RANK : ErrorClass.TAG,
              at(call)
                  + ": "
                  + (anySource ? "ANY_SOURCE" : "ANY_TAG")
                  + " on "
                  + label()
                  + ", whose info asserts "
                  + (anySource ? Hints.NO_ANY_SOURCE : Hints.NO_ANY_TAG)));
    }
  }

  final boolean mayReceive(String call, Buf buf, int source, int tag) {
    if (buf == Buf.IN_PLACE) {
      throw raise(Arguments.inPlace(at(call)));
    }
    requireWritable(call, buf);
    return mayReceive(call, source, tag);
  }

  // ---- errors

  @Override
  public final RuntimeException raise(@Nullable RuntimeException error) {
    RuntimeException e = error == null ? new MpiException(ErrorClass.INTERN, "no error") : error;
    if (Watch.ON) {
      Watch.failed(e);
    }
    if (!(e instanceof MpiError given) || e instanceof MpiAbortException) {
      return e;
    }
    engine.leaving().unreceived().failedOn(peers);
    boolean isOfRank = List.of(ErrorClass.RANK, ErrorClass.ROOT).contains(given.errorClass());
    if (isOfRank && e instanceof MpiArgumentException && peers.size() == 1 && home.isAlone()) {
      e = Arguments.alone(given.errorClass(), e);
    }
    MpiError mpiError = (MpiError) e;
    ErrorHandler handler = errorHandler;
    if (handler instanceof ErrorHandler.User user) {
      user.f().accept(this, mpiError);
    } else if (handler != ErrorHandler.RETURN) {
      throw Fatal.abort(this, rank(), mpiError);
    }
    return e;
  }

  /** Which rank of what: the beginning of messages of collective calls. */
  final String here() {
    return "rank " + rank() + " of " + label();
  }

  @Override
  public final String toString() {
    return label() + " (rank " + rank() + " of " + size() + ")";
  }
}
