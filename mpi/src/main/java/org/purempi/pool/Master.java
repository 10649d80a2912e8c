package org.purempi.pool;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;

/**
 * Keeps the tasks that wait, and what became of the others. Who submits sends at once if a worker
 * has room; else the thread that receives sends, when results have come. When a worker has nothing
 * left and no task waits, others are asked for what they have not begun ({@link Crew}).
 */
final class Master {
  private final Link link;
  private final Mpi mpi;
  private final int capacity;
  private final Outcomes outcomes;
  private final Thread receiver;
  private final CountDownLatch ended = new CountDownLatch(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Inside the lock.
  private final Crew crew;
  private final Deque<Job> waiting = new ArrayDeque<>();
  private final List<Job> givenBack = new ArrayList<>();
  private long nextId;
  private long nextIndex;
  private int nextShared;
  private boolean isShutdown;

  /** Threads in {@link #shutdownNow}. */
  private int collectors;

  private @Nullable Throwable broken;

  /** Begins to receive; owns the link. */
  Master(Link link, Mpi mpi, int capacity) {
    this.link = link;
    this.mpi = mpi;
    this.capacity = capacity;
    this.outcomes = new Outcomes(mpi);
    this.crew = new Crew(link);
    this.receiver = Helpers.start("master", this::receive);
  }

  Mpi mpi() {
    return mpi;
  }

  int workers() {
    return link.workers();
  }

  int capacity() {
    return capacity;
  }

  // ---- What comes in

  /** Adds a task; waits for room if asked, else null says that there was none. */
  @Nullable Job submit(Job.Content task, boolean waits) {
    lock.lock();
    try {
      if (!admit(waits)) {
        return null;
      }
      Job job = new Job(this, nextId++, nextIndex++, task);
      add(job);
      return job;
    } finally {
      lock.unlock();
    }
  }

  /** Adds a chunk, when there is room. */
  Job submit(Job.Content chunk, long firstIndex) {
    lock.lock();
    try {
      boolean unused = admit(true);
      Job job = new Job(this, nextId++, firstIndex, chunk);
      add(job);
      return job;
    } finally {
      lock.unlock();
    }
  }

  /** What jobs can name. */
  Job.Shared share(byte[] bytes) {
    lock.lock();
    try {
      return new Job.Shared(nextShared++, bytes);
    } finally {
      lock.unlock();
    }
  }

  /** No chunk will name it any more, and none that does is wanted. */
  void forget(Job.Shared function) {
    lock.lock();
    try {
      crew.forget(function);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether there is room; what follows on a future, in the thread that makes room, never waits.
   */
  private boolean admit(boolean waits) {
    boolean mayWait = waits && Thread.currentThread() != receiver;
    while (!isShutdown && waiting.size() >= capacity && (mayWait || !waits)) {
      if (!waits) {
        return false;
      }
      try {
        changed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RejectedExecutionException("interrupted while it waited for room in the pool", e);
      }
    }
    if (isShutdown) {
      throw broken == null
          ? new RejectedExecutionException("the pool has been shut down")
          : new RejectedExecutionException("the pool has ended: " + broken.getMessage(), broken);
    }
    return true;
  }

  private void add(Job job) {
    waiting.add(job);
    dispatch();
  }

  /** Nobody waits for a job any more. */
  void cancelled(Job job, boolean interrupt) {
    lock.lock();
    try {
      Member member = job.member;
      if (member == null) {
        boolean unused = waiting.remove(job);
        changed.signalAll();
        stopIfDone();
      } else {
        crew.cancel(member, job, interrupt);
      }
    } finally {
      lock.unlock();
    }
  }

  private void dispatch() {
    if (crew.dispatch(waiting)) {
      changed.signalAll();
    }
    if (!waiting.isEmpty()) {
      link.grow();
    }
  }

  private void stopIfDone() {
    if (isShutdown && waiting.isEmpty() && crew.isIdle()) {
      crew.stop(Packet.STOP);
    }
  }

  // ---- The thread that receives

  private void receive() {
    try {
      while (!crew.isGone() || !crew.isStopped() || link.isGrowing()) {
        Link.Arrival arrival = link.receive();
        byte[] message = arrival.message();
        if (arrival.worker() == Link.NOBODY) {
          welcome();
        } else if (message == null) {
          lose(crew.members().get(arrival.worker()), arrival.reason());
        } else {
          take(crew.members().get(arrival.worker()), ByteBuffer.wrap(message));
        }
      }
      link.close();
    } catch (Throwable t) {
      fail(t);
    } finally {
      if (!isCollected()) {
        drain().forEach(job -> job.future.withdraw());
      }
      ended.countDown();
    }
  }

  private void welcome() {
    lock.lock();
    try {
      crew.welcome();
      dispatch();
      stopIfDone();
    } finally {
      lock.unlock();
    }
  }

  private void take(Member member, ByteBuffer in) {
    byte flags = in.get();
    long nanos = in.getLong();
    @Nullable Job[] done = new Job[in.getInt()];
    lock.lock();
    try {
      for (int i = 0; i < done.length; i++) {
        done[i] = member.jobs.remove(in.getLong());
      }
      for (int i = in.getInt(); i > 0; i--) {
        takeBack(member.jobs.remove(in.getLong()));
      }
      crew.learn(nanos, done.length, member.load() == 0 && !waiting.isEmpty());
      member.isRecalled &= (flags & Packet.RECALLED) == 0;
      member.isStopping &= (flags & Packet.STOPPED) == 0;
      if ((flags & Packet.BYE) != 0) {
        member.isGone = true;
        link.forget(member.number);
      }
      dispatch();
      if (waiting.isEmpty()) {
        crew.balance();
      }
      stopIfDone();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    for (Job job : done) {
      outcomes.finish(job, link.rank(member.number), in);
    }
  }

  /** It has not begun, and waits again, before others. */
  private void takeBack(@Nullable Job job) {
    if (job == null || job.future.isDone()) {
      return;
    }
    job.member = null;
    if (crew.isStopped()) {
      givenBack.add(job);
    } else {
      waiting.addFirst(job);
    }
  }

  /** A worker has died: others get what it had, unless that has been lost before. */
  private void lose(Member member, @Nullable RuntimeException reason) {
    List<Job> lost;
    List<Job> again;
    lock.lock();
    try {
      lost = member.jobs.values().stream().filter(job -> job.wasLost || crew.isStopped()).toList();
      again =
          member.jobs.values().stream().filter(job -> !job.wasLost && !crew.isStopped()).toList();
      crew.lose(member);
      again.forEach(job -> job.wasLost = true);
      again.reversed().forEach(this::takeBack);
      dispatch();
      stopIfDone();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    for (Job job : lost) {
      String words = job.words(job.index) + " was lost with rank " + link.rank(member.number);
      String message = job.wasLost ? words + ", and with another rank before" : words;
      job.fail(new MpiException(ErrorClass.PROC_ABORTED, message, reason));
    }
  }

  /** Nothing more will come. */
  private void fail(Throwable reason) {
    List<Job> all;
    lock.lock();
    try {
      all = drain();
      broken = reason;
      isShutdown = true;
      for (Member member : crew.members()) {
        all.addAll(member.jobs.values());
        crew.lose(member);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    all.forEach(job -> job.fail(reason));
  }

  // ---- The end

  void shutdown() {
    lock.lock();
    try {
      isShutdown = true;
      stopIfDone();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends at once; what has not begun, here or at a worker, the oldest first. */
  List<Job> shutdownNow() {
    List<Job> all;
    lock.lock();
    try {
      collectors++;
      isShutdown = true;
      crew.stop(Packet.STOP_NOW);
      changed.signalAll();
      while (Thread.currentThread() != receiver && crew.isAwaited()) {
        changed.awaitUninterruptibly();
      }
      all = drain();
      collectors--;
    } finally {
      lock.unlock();
    }
    all.forEach(job -> job.future.withdraw());
    return all;
  }

  /** Whether a thread will take what is left. */
  private boolean isCollected() {
    lock.lock();
    try {
      return collectors > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Takes out what waits and what has been given back, the oldest first. */
  private List<Job> drain() {
    List<Job> all = new ArrayList<>();
    lock.lock();
    try {
      all.addAll(givenBack);
      all.addAll(waiting);
      givenBack.clear();
      waiting.clear();
    } finally {
      lock.unlock();
    }
    all.sort(Comparator.comparingLong(job -> job.id));
    return all;
  }

  boolean isShutdown() {
    lock.lock();
    try {
      return isShutdown;
    } finally {
      lock.unlock();
    }
  }

  boolean isTerminated() {
    return ended.getCount() == 0;
  }

  boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
    return ended.await(time, unit);
  }

  /** Why the pool has ended before its time; null if it has not. */
  @Nullable Throwable broken() {
    lock.lock();
    try {
      return broken;
    } finally {
      lock.unlock();
    }
  }
}
