package org.purempi.file;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Promise;

/**
 * Performs the calls of a file that return at once, on threads of their own: collective ones one
 * after the other, in the order in which they were started, which is the same on all ranks; of
 * others some at a time. So they go on while the program computes.
 */
final class Background {
  /** More calls at a time gain nothing at one file. */
  private static final int MOST_THREADS = 4;

  private final Engine engine;
  private final Set<Operation> underWay = new HashSet<>();
  private final Lane inOrder = new Lane(1);
  private final Lane others = new Lane(MOST_THREADS);

  Background(Engine engine) {
    this.engine = engine;
  }

  /** Begins something that moves so many bytes. */
  Operation start(LongSupplier transfer) {
    Begun begun = begin(transfer);
    others.add(begun.work());
    return begun.promise();
  }

  /** As {@link #start}, after those that were started so before. */
  Operation startInOrder(LongSupplier transfer) {
    Begun begun = begin(transfer);
    inOrder.add(begun.work());
    return begun.promise();
  }

  /** Something that has been done, or has failed, already. */
  Operation done(LongSupplier transfer) {
    Begun begun = begin(transfer);
    begun.work().run();
    return begun.promise();
  }

  private record Begun(Promise promise, Runnable work) {}

  private Begun begin(LongSupplier transfer) {
    AtomicLong moved = new AtomicLong();
    Promise promise = engine.promise(() -> status(moved.get()));
    synchronized (underWay) {
      underWay.add(promise);
    }
    return new Begun(promise, () -> perform(transfer, moved, promise));
  }

  static Status status(long bytes) {
    return new Status(Mpi.ANY_SOURCE, Mpi.ANY_TAG, bytes);
  }

  private void perform(LongSupplier transfer, AtomicLong moved, Promise promise) {
    RuntimeException failure = null;
    try {
      moved.set(transfer.getAsLong());
    } catch (MpiException | MpiArgumentException e) {
      failure = e;
    } catch (RuntimeException | Error e) {
      failure = new MpiException(ErrorClass.OTHER, "a call in the background threw " + e, e);
    }
    RuntimeException why = failure;
    if (why == null) {
      promise.keep(engine.progress());
    } else {
      engine.locked(() -> promise.refuse(engine.progress(), why));
    }
    synchronized (underWay) {
      underWay.remove(promise);
    }
  }

  /** Waits until all that was begun has ended, however. */
  void finish() {
    Set<Operation> left;
    synchronized (underWay) {
      left = Set.copyOf(underWay);
    }
    for (Operation op : left) {
      engine.waiting().await(op);
    }
  }
}
