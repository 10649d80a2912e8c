package org.purempi.pool;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;

/**
 * Runs the master's tasks on the thread that calls {@link #serve}, one after the other, until the
 * master says that the pool is over. Another thread hears the master meanwhile, and a third sends
 * results that would else wait for a long task ({@link Outbox}).
 */
final class Worker {
  private static final ThreadLocal<Boolean> SERVES = ThreadLocal.withInitial(() -> false);

  private final Communicator comm;
  private final int master;
  private final Mpi mpi;
  private final Thread me = Thread.currentThread();
  private final Outbox outbox;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition come = lock.newCondition();

  // Inside the lock.
  private final Deque<Order> orders = new ArrayDeque<>();
  private @Nullable Order current;
  private boolean isOver;
  private @Nullable Throwable broken;

  /** What orders name. Of the thread that hears the master. */
  private final Map<Integer, Order.Common> shared = new HashMap<>();

  /** Owns the communicator; to be made by the thread that serves. */
  Worker(Communicator comm, int master) {
    this.comm = comm;
    this.master = master;
    this.mpi = comm.mpi();
    this.outbox = new Outbox(comm, master);
  }

  /** Whether the caller runs a task. */
  static boolean isServing() {
    return SERVES.get();
  }

  // ---- The thread that serves

  /**
   * Works until the pool is over.
   *
   * @throws MpiException ({@code PROC_ABORTED}) if the master is gone before
   */
  void serve() {
    work();
    comm.close();
  }

  /** The same, leaving the communicator open, for the master of the same rank. */
  void work() {
    Helpers.start("orders", this::listen);
    SERVES.set(true);
    try {
      for (Order order = next(); order != null; order = next()) {
        work(order);
      }
      outbox.close();
    } finally {
      SERVES.remove();
      outbox.abandon();
    }
  }

  /** The next order; null when the pool is over. */
  private @Nullable Order next() {
    lock.lock();
    try {
      while (orders.isEmpty() && !isOver && broken == null) {
        come.awaitUninterruptibly();
      }
      if (broken instanceof MpiException e && !e.errorClass().isOfGoneProcess()) {
        throw e;
      }
      if (broken != null) {
        String message = "rank " + master + ", the master of the pool, is gone without closing it";
        throw new MpiException(ErrorClass.PROC_ABORTED, message, broken);
      }
      current = orders.poll();
      return current;
    } finally {
      lock.unlock();
    }
  }

  private void work(Order order) {
    long begin = System.nanoTime();
    Packet outcome = order.kind() == Packet.CHUNK ? runChunk(order) : run(order);
    boolean more;
    lock.lock();
    try {
      current = null;
      more = !orders.isEmpty();
    } finally {
      lock.unlock();
    }
    boolean unused = Thread.interrupted(); // was meant for this task
    outbox.done(order.id(), System.nanoTime() - begin, outcome, more);
  }

  private Packet run(Order order) {
    Object value;
    try {
      value = order.call(mpi);
    } catch (Throwable t) {
      return failure(t);
    }
    Packet outcome = new Packet().put(Packet.RESULT);
    try {
      Values.write(value, outcome, mpi);
      return outcome;
    } catch (MpiArgumentException e) {
      return failure(unsendable(e));
    }
  }

  private Packet failure(Throwable thrown) {
    Packet outcome = new Packet().put(Packet.FAILURE).put(0);
    Failures.write(thrown, outcome, mpi);
    return outcome;
  }

  private static MpiException unsendable(MpiArgumentException e) {
    return new MpiException(e.errorClass(), "its result cannot be sent: " + e.getMessage(), e);
  }

  private Packet runChunk(Order order) {
    @Nullable Object[] results;
    int done = 0;
    try {
      TaskFunction<@Nullable Object, ?> function = order.function(mpi);
      @Nullable Object[] items = order.values(mpi);
      results = new Object[items.length];
      try {
        for (; done < items.length; done++) {
          results[done] = function.apply(items[done]);
        }
      } catch (Throwable t) {
        return broken(results, done, t);
      }
    } catch (Throwable t) {
      return failure(t);
    }
    return results(results);
  }

  private Packet results(@Nullable Object[] results) {
    Packet outcome = new Packet().put(Packet.RESULT);
    try {
      Values.write(results, outcome, mpi);
      return outcome;
    } catch (MpiArgumentException e) {
      return broken(results, firstUnsendable(results), unsendable(e));
    }
  }

  private int firstUnsendable(@Nullable Object[] results) {
    int first = 0;
    try {
      for (; first < results.length; first++) {
        Values.write(results[first], new Packet(), mpi);
      }
    } catch (MpiArgumentException e) {
      return first;
    }
    return 0; // each can be sent, but not all together
  }

  private Packet broken(@Nullable Object[] results, int done, Throwable thrown) {
    byte[] before;
    try {
      before = Values.encode(Arrays.copyOf(results, done), mpi);
    } catch (MpiArgumentException e) {
      int earlier = firstUnsendable(results);
      return broken(results, earlier, unsendable(e));
    }
    Packet outcome = new Packet().put(Packet.BROKEN_CHUNK).put(before).put(done);
    Failures.write(thrown, outcome, mpi);
    return outcome;
  }

  // ---- The thread that hears the master

  private void listen() {
    try {
      boolean goesOn = true;
      while (goesOn) {
        byte[] message = comm.recvBytes(master, CommunicatorLink.FROM_MASTER).value();
        goesOn = take(ByteBuffer.wrap(message));
      }
    } catch (Throwable t) {
      lock.lock();
      try {
        broken = t;
        come.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Takes a message; false if the pool is over. */
  private boolean take(ByteBuffer in) {
    boolean goesOn = true;
    while (in.hasRemaining() && goesOn) {
      byte kind = in.get();
      switch (kind) {
        case Packet.TASK -> add(new Order(in.getLong(), kind, null, Packet.bytes(in)));
        case Packet.LAMBDA, Packet.CHUNK -> {
          long id = in.getLong();
          add(new Order(id, kind, shared.get(in.getInt()), Packet.bytes(in)));
        }
        case Packet.SHARE -> shared.put(in.getInt(), new Order.Common(Packet.bytes(in)));
        case Packet.FORGET -> shared.remove(in.getInt());
        case Packet.CANCEL -> cancel(in.getLong(), in.get() != 0);
        case Packet.RECALL -> outbox.returned(takeBack(in.getInt()), Packet.RECALLED);
        case Packet.STOP_NOW -> {
          outbox.returned(takeBack(Integer.MAX_VALUE), Packet.STOPPED);
          over(true);
          goesOn = false;
        }
        case Packet.STOP -> {
          over(false);
          goesOn = false;
        }
        default -> throw new MpiException(ErrorClass.INTERN, "an order of kind " + kind);
      }
    }
    return goesOn;
  }

  private void add(Order order) {
    lock.lock();
    try {
      orders.add(order);
      come.signal();
    } finally {
      lock.unlock();
    }
  }

  private void cancel(long id, boolean interrupt) {
    boolean isSkipped;
    lock.lock();
    try {
      isSkipped = orders.removeIf(order -> order.id() == id);
      if (interrupt && current != null && current.id() == id) {
        me.interrupt();
      }
    } finally {
      lock.unlock();
    }
    if (isSkipped) {
      outbox.done(id, 0, new Packet().put(Packet.SKIPPED), false);
    }
  }

  /** Takes out what would be done last; at most so many, the oldest first. */
  private long[] takeBack(int most) {
    lock.lock();
    try {
      int count = Math.min(most, orders.size());
      long[] ids = new long[count];
      for (int i = count - 1; i >= 0; i--) {
        ids[i] = orders.removeLast().id();
      }
      return ids;
    } finally {
      lock.unlock();
    }
  }

  private void over(boolean interrupt) {
    lock.lock();
    try {
      isOver = true;
      if (interrupt && current != null) {
        me.interrupt();
      }
      come.signal();
    } finally {
      lock.unlock();
    }
  }
}
