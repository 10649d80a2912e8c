package org.purempi.communicator;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Info;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.check.Check;
import org.purempi.check.Use;
import org.purempi.check.WindowLog;
import org.purempi.check.WindowLog.Kind;
import org.purempi.check.WindowLog.Lent;
import org.purempi.onesided.Access;
import org.purempi.onesided.WindowCore;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Promise;
import org.purempi.request.WindowRequest;

/** The calls of a window that move data (section 12.3). */
abstract class WindowOperations extends WindowScope {
  private final Access access;

  /** For the checker; null if it is off. */
  final @Nullable WindowLog log;

  WindowOperations(Rank home, Peers peers, Access access, ErrorHandler errorHandler, Info hints) {
    super(home, peers, errorHandler, hints);
    this.access = access;
    this.log = Check.ON ? new WindowLog(peers.engine().checker(), this::label, home.host()) : null;
  }

  @Override
  public final void put(Buf origin, int rank, long disp, long count, Datatype type) {
    if (mayAccess("put", rank, origin)) {
      perform("put", rank, origin, () -> access.put(origin, rank, disp, count, type, null));
      if (log != null) {
        note(log, Kind.PUT, "put", origin, rank, disp, count, type);
      }
    }
  }

  @Override
  public final void get(Buf origin, int rank, long disp, long count, Datatype type) {
    if (mayAccess("get", rank, origin)) {
      requireWritable("get", origin);
      if (log == null) {
        perform("get", rank, origin, () -> access.get(origin, rank, disp, count, type, null));
      } else {
        watchedGet(log, origin, rank, disp, count, type);
      }
    }
  }

  /** An operation has been started that reads its origin. */
  private void note(
      WindowLog its,
      Kind kind,
      String call,
      Buf origin,
      int rank,
      long disp,
      long count,
      Datatype type) {
    Lent lent = its.lend(rank, Use.read(origin, call));
    its.accessed(kind, call, rank, access.offset(rank, disp), count, type, lent);
  }

  /** The checker is to know when the data comes: what changes the buffer then is the program. */
  private void watchedGet(
      WindowLog its, Buf origin, int rank, long disp, long count, Datatype type) {
    Lent lent = its.lend(rank, Use.gotten(origin, "get"));
    boolean isStarted = false;
    try {
      Promise promise = access.promise(rank);
      perform("get", rank, origin, () -> access.get(origin, rank, disp, count, type, promise));
      isStarted = true;
      engine()
          .locked(
              () -> {
                if (!promise.follow(() -> settle(promise, rank, lent))) {
                  settle(promise, rank, lent);
                }
              });
      its.accessed(Kind.GET, "get", rank, access.offset(rank, disp), count, type, lent);
    } finally {
      if (!isStarted) {
        its.refused(lent);
      }
    }
  }

  private void settle(Promise promise, int rank, @Nullable Lent lent) {
    if (lent != null) {
      lent.settle();
    }
    if (promise.error() instanceof MpiException error) {
      access.handOn(rank, error); // a get of the program has no request
    }
  }

  @Override
  public final void accumulate(Buf origin, int rank, long disp, long count, Datatype type, Op op) {
    if (mayAccess("accumulate", rank, origin)) {
      perform(
          "accumulate",
          rank,
          origin,
          () -> access.update(origin, null, rank, disp, count, type, op, null));
      if (log != null) {
        note(log, Kind.UPDATE, "accumulate", origin, rank, disp, count, type);
      }
    }
  }

  @Override
  public final void getAccumulate(
      @Nullable Buf origin, Buf result, int rank, long disp, long count, Datatype type, Op op) {
    if (mayUpdate("getAccumulate", origin, result, rank, op)) {
      perform(
          "getAccumulate",
          rank,
          result,
          () -> access.update(origin, result, rank, disp, count, type, op, null));
    }
  }

  private boolean mayUpdate(String call, @Nullable Buf origin, Buf result, int rank, Op op) {
    if (!mayAccess(call, rank, result)) {
      return false;
    }
    if (op != Op.NO_OP && (origin == null || origin == Buf.IN_PLACE)) {
      throw raise(
          new MpiArgumentException(
              ErrorClass.BUFFER,
              at(call) + ": there is no origin, which only NO_OP can do without"));
    }
    requireWritable(call, result);
    return true;
  }

  @Override
  public final void fetchAndOp(@Nullable Buf origin, Buf result, int rank, long disp, Op op) {
    if (mayUpdate("fetchAndOp", origin, result, rank, op)) {
      perform("fetchAndOp", rank, result, () -> fetch(origin, result, rank, disp, op, null));
    }
  }

  private void fetch(
      @Nullable Buf origin, Buf result, int rank, long disp, Op op, @Nullable Promise request) {
    if (result.count() != 1 || !WindowCore.isElement(result.datatype())) {
      throw new MpiArgumentException(
          ErrorClass.TYPE, result + " is not one element of a predefined datatype");
    }
    access.update(origin, result, rank, disp, 1, result.datatype(), op, request);
  }

  @Override
  public final void compareAndSwap(Buf origin, Buf compare, Buf result, int rank, long disp) {
    if (mayAccess("compareAndSwap", rank, origin, compare, result)) {
      requireWritable("compareAndSwap", result);
      perform(
          "compareAndSwap",
          rank,
          result,
          () -> access.swap(origin, compare, result, rank, disp, null));
    }
  }

  // ---- operations with requests

  private Request<Status> request(String call, int rank, boolean isNeeded, Starter starter) {
    if (!isNeeded) {
      return new WindowRequest(this, access.done());
    }
    Promise promise = access.promise(rank);
    perform(call, rank, null, () -> starter.start(promise));
    return new WindowRequest(this, promise);
  }

  /** Starts an operation that keeps a promise. */
  private interface Starter {
    void start(Promise promise);
  }

  @Override
  public final Request<Status> rput(Buf origin, int rank, long disp, long count, Datatype type) {
    return request(
        "rput",
        rank,
        mayAccess("rput", rank, origin),
        promise -> access.put(origin, rank, disp, count, type, promise));
  }

  @Override
  public final Request<Status> rget(Buf origin, int rank, long disp, long count, Datatype type) {
    requireWritable("rget", origin);
    return request(
        "rget",
        rank,
        mayAccess("rget", rank, origin),
        promise -> access.get(origin, rank, disp, count, type, promise));
  }

  @Override
  public final Request<Status> raccumulate(
      Buf origin, int rank, long disp, long count, Datatype type, Op op) {
    return request(
        "raccumulate",
        rank,
        mayAccess("raccumulate", rank, origin),
        promise -> access.update(origin, null, rank, disp, count, type, op, promise));
  }

  @Override
  public final Request<Status> rgetAccumulate(
      @Nullable Buf origin, Buf result, int rank, long disp, long count, Datatype type, Op op) {
    return request(
        "rgetAccumulate",
        rank,
        mayUpdate("rgetAccumulate", origin, result, rank, op),
        promise -> access.update(origin, result, rank, disp, count, type, op, promise));
  }

  // ---- single numbers

  @Override
  public final long fetchAndAdd(int rank, long disp, long value) {
    long[] result = new long[1];
    fetchAndAdd(Buf.of(new long[] {value}), Buf.of(result), rank, disp);
    return result[0];
  }

  @Override
  public final int fetchAndAdd(int rank, long disp, int value) {
    int[] result = new int[1];
    fetchAndAdd(Buf.of(new int[] {value}), Buf.of(result), rank, disp);
    return result[0];
  }

  private void fetchAndAdd(Buf value, Buf result, int rank, long disp) {
    request(
            "fetchAndAdd",
            rank,
            mayAccess("fetchAndAdd", rank),
            promise -> fetch(value, result, rank, disp, Op.SUM, promise))
        .waitFor();
  }

  @Override
  public final long compareAndSwap(int rank, long disp, long expected, long value) {
    long[] result = new long[1];
    swap(Buf.of(new long[] {value}), Buf.of(new long[] {expected}), Buf.of(result), rank, disp);
    return result[0];
  }

  @Override
  public final int compareAndSwap(int rank, long disp, int expected, int value) {
    int[] result = new int[1];
    swap(Buf.of(new int[] {value}), Buf.of(new int[] {expected}), Buf.of(result), rank, disp);
    return result[0];
  }

  private void swap(Buf value, Buf expected, Buf result, int rank, long disp) {
    request(
            "compareAndSwap",
            rank,
            mayAccess("compareAndSwap", rank),
            promise -> access.swap(value, expected, result, rank, disp, promise))
        .waitFor();
  }
}
