package org.purempi.pool;

import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;

/**
 * What a worker has done, on its way to the master. Outcomes of short tasks travel together: who
 * has more to do keeps them for a moment. A thread of its own sends them should the next task be a
 * long one; it is started when there is the first such moment.
 */
final class Outbox {
  /** Who does one task after the other sends after so long. */
  private static final long HOLD_NANOS = 200_000;

  /** Kept for longer, they are sent by the other thread. */
  private static final long RESCUE_NANOS = 1_000_000;

  private static final int MOST_HELD = 64;
  private static final int MOST_HELD_BYTES = 1 << 15;
  private static final long[] NONE = {};

  /** What is sent together. */
  private static final class Batch {
    final long[] ids = new long[MOST_HELD];
    final Packet outcomes = new Packet();
    final long sinceNanos = System.nanoTime();
    int count;
    long nanos;

    void add(long id, long taskNanos, Packet outcome) {
      ids[count++] = id;
      nanos += taskNanos;
      outcomes.put(outcome);
    }

    boolean isDue() {
      return count == MOST_HELD
          || outcomes.length() >= MOST_HELD_BYTES
          || System.nanoTime() - sinceNanos >= HOLD_NANOS;
    }
  }

  private final Communicator comm;
  private final int master;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Inside the lock.
  private @Nullable Batch held;
  private @Nullable Thread rescuer;
  private boolean isIdle;
  private boolean isClosed;

  Outbox(Communicator comm, int master) {
    this.comm = comm;
    this.master = master;
  }

  /**
   * A task is done.
   *
   * @param nanos what it took
   * @param more whether its thread does another one now
   */
  void done(long id, long nanos, Packet outcome, boolean more) {
    Batch due = null;
    lock.lock();
    try {
      if (held == null) {
        held = new Batch();
      }
      held.add(id, nanos, outcome);
      if (!more || held.isDue()) {
        due = held;
        held = null;
      } else {
        watch();
      }
    } finally {
      lock.unlock();
    }
    if (due != null) {
      send(due, (byte) 0);
    }
  }

  private void watch() {
    if (rescuer == null) {
      rescuer = Helpers.start("results", this::rescue);
    } else if (isIdle) {
      isIdle = false;
      changed.signal();
    }
  }

  private void rescue() {
    Batch due = next();
    while (due != null) {
      send(due, (byte) 0);
      due = next();
    }
  }

  /** Waits for a batch that has been kept for too long; null at the end. */
  private @Nullable Batch next() {
    lock.lock();
    try {
      while (!isClosed) {
        Batch batch = held;
        if (batch == null) {
          isIdle = true;
          changed.awaitUninterruptibly();
          continue;
        }
        long left = batch.sinceNanos + RESCUE_NANOS - System.nanoTime();
        if (left <= 0) {
          held = null;
          return batch;
        }
        long unused = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the rank is being ended
    } finally {
      lock.unlock();
    }
    return null;
  }

  private void send(Batch batch, byte flags) {
    long[] ids = Arrays.copyOf(batch.ids, batch.count);
    send(flags, batch.nanos, ids, NONE, batch.outcomes);
  }

  private void send(byte flags, long nanos, long[] done, long[] returned, Packet outcomes) {
    Packet message = new Packet().put(flags).put(nanos).put(done.length);
    for (long id : done) {
      message.put(id);
    }
    message.put(returned.length);
    for (long id : returned) {
      message.put(id);
    }
    message.put(outcomes);
    comm.send(message.array(), 0, message.length(), master, CommunicatorLink.FROM_WORKER);
  }

  /** Tasks that have not begun go back. */
  void returned(long[] ids, byte flag) {
    send(flag, 0, NONE, ids, new Packet());
  }

  /** Sends the rest, and that this worker ends. */
  void close() {
    abandon();
    Thread other;
    Batch last;
    lock.lock();
    try {
      other = rescuer;
      last = held == null ? new Batch() : held;
    } finally {
      lock.unlock();
    }
    if (other != null) {
      joinUninterruptibly(other);
    }
    send(last, Packet.BYE);
  }

  private static void joinUninterruptibly(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the thread beside, if there is one. */
  void abandon() {
    lock.lock();
    try {
      isClosed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }
}
