package org.purempi.learn.named;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Where a rank's program leaves what it asks for, and its background thread fetches it. */
final class Inbox {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // All below belong to the lock.
  private List<Submission> fresh = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private boolean isClosing;
  private @Nullable Throwable ended;

  /**
   * Leaves a submission.
   *
   * @throws IllegalStateException if its name is under way, this rank has joined, or all is closed
   * @throws org.purempi.MpiException if the operations have ended by an error, of its class
   */
  void put(Submission s) {
    lock.lock();
    try {
      if (ended != null) {
        throw NamedOperationException.of(s.request.title() + " cannot begin: ", ended);
      }
      if (isClosing) {
        throw new IllegalStateException(s.request.title() + " cannot begin: this rank has closed");
      }
      if (names.contains(Request.JOIN.name())) {
        throw new IllegalStateException(
            s.request.title() + " cannot begin: this rank has joined; await the join first");
      }
      if (!names.add(s.request.name())) {
        throw new IllegalStateException(
            s.request.title()
                + " is under way already: await it first, or give this one another name");
      }
      fresh.add(s);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** This rank asks for nothing more. */
  void close() {
    lock.lock();
    try {
      isClosing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosing() {
    lock.lock();
    try {
      return isClosing;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until there is something to do, or the time is over.
   *
   * @param untilNanos as {@link System#nanoTime} tells it
   */
  void awaitWork(long untilNanos) throws InterruptedException {
    lock.lock();
    try {
      long left = untilNanos - System.nanoTime();
      while (fresh.isEmpty() && !isClosing && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a time in which more may come, so that it is done together. */
  void awaitMore(long untilNanos) throws InterruptedException {
    long left = untilNanos - System.nanoTime();
    if (left > 0) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
  }

  /** Takes what has come. */
  List<Submission> take() {
    lock.lock();
    try {
      List<Submission> taken = fresh;
      fresh = new ArrayList<>();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** These are over, and their names free again. Before their handles tell so. */
  void over(Collection<Submission> done) {
    lock.lock();
    try {
      done.forEach(s -> names.remove(s.request.name()));
    } finally {
      lock.unlock();
    }
  }

  /** Nothing is fetched any more; what has not been is given back. */
  List<Submission> end(Throwable why) {
    lock.lock();
    try {
      ended = why;
      List<Submission> left = fresh;
      fresh = new ArrayList<>();
      return left;
    } finally {
      lock.unlock();
    }
  }
}
