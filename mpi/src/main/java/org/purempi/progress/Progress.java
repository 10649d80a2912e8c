package org.purempi.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Doorbell;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Occupancy;
import org.purempi.transport.Transport;

/** One rank's lock, poll loop and waiting. See the package's description for the rules. */
@SuppressWarnings("ThreadPriorityCheck") // yielding lets a thread in that wants the lock
public final class Progress {
  private static final VarHandle POLLS = Fields.handle(MethodHandles.lookup(), "polls", long.class);
  private static final long PARK_NANOS = 20_000_000;
  private static final long PARK_FOR_CONDITION_NANOS = 50_000;
  private static final long FIRST_SLEEP_NANOS = 1_000_000;
  private static final int POLLS_BEFORE_SLEEP = 8;
  private static final int POLLS_WITHOUT_PAUSE = 500;
  private static final int FRAMES_PER_LOOK = 16;

  // These change inside the lock; who rings an older bell rings the same sleeper.
  private Transport transport;
  private Doorbell doorbell;
  private final FrameHandler handler;
  private final Patience patience;
  private final RankLock lock = new RankLock();
  private final Poison poison = new Poison();

  /** Whether a waiting thread sleeps at the doorbell. Changes inside the lock. */
  private volatile boolean sleeping;

  /** Whether the poller has been asked to look around and has not yet. */
  private volatile boolean nudged;

  private final CarrierYield carrier = new CarrierYield();

  /** For tools. */
  public final Sleeps naps = new Sleeps();

  // All below belong to the lock.
  private boolean polling;
  private long movements;
  private long polls;
  private final Crowd crowd = new Crowd();
  private final Occupancy occupancy;
  private final LongWaits longWaits = new LongWaits();
  private final PollingOn pollingOn;
  private final Standby standby;
  private Lookout lookout = waits -> false;
  private final ParkedWaiters parkedWaiters = new ParkedWaiters(this);
  private final OutgoingQueue outgoing = new OutgoingQueue();

  /**
   * The progress of the rank that {@code transport} belongs to; {@code handler} takes its frames.
   */
  public Progress(Transport transport, FrameHandler handler, Patience patience) {
    this.transport = transport;
    this.doorbell = transport.doorbell();
    this.handler = handler;
    this.patience = patience;
    this.occupancy = patience.givesWay() ? transport.occupancy() : Occupancy.UNKNOWN;
    this.pollingOn = new PollingOn(this, occupancy, transport.size());
    this.standby = new Standby(this);
  }

  /**
   * From now on frames go by {@code other}, which has the former one within it. Inside the lock.
   */
  public void transport(Transport other) {
    transport = other;
    doorbell = other.doorbell();
  }

  /** Where a thread of this rank may sleep. Inside the lock. */
  Doorbell doorbell() {
    return doorbell;
  }

  /** Takes the rank's lock. Not reentrant. */
  public void enter() {
    lock.enter();
  }

  /** From now on {@code its} is asked whenever a thread that waits is about to sleep. */
  public void lookout(Lookout its) {
    lookout = its;
  }

  /** Whether all who have entered so far were the same thread. Inside the lock. */
  public boolean hasOneThread() {
    return lock.hasOneThread();
  }

  /** Whether a thread has the lock: for assertions, which cannot ask whether it is this one. */
  public boolean isEntered() {
    return lock.isTaken();
  }

  /** Gives the lock back. */
  public void leave() {
    lock.leave();
  }

  /**
   * Takes the lock within a time, for a look from outside at a rank that may be stuck; whether it
   * did.
   */
  public boolean tryEnter(long nanos) {
    return lock.tryEnter(nanos);
  }

  /** The waits that have become long. Inside the lock. */
  public List<LongWait> longWaits() {
    return longWaits.list();
  }

  /**
   * Grows whenever something arrives or leaves while a thread is in a long wait; negative while
   * this rank's poller is awake. Two equal answers that are not negative: nothing has moved in
   * between. Inside the lock.
   */
  public long movements() {
    return sleeping && !nudged ? movements : -1;
  }

  /**
   * Makes a poller that sleeps look around once more; until it has, it counts as awake. Any thread,
   * without the lock.
   */
  public void nudge() {
    nudged = true;
    doorbell.ring();
  }

  /** Between two polls: lets threads that want to enter do so. */
  void letOthersIn() {
    if (lock.isWanted()) {
      leave();
      Thread.yield();
      enter();
    }
  }

  /** Takes what has arrived and offers what is waiting; how many frames moved. Inside the lock. */
  public int poll() {
    return poll(patience.frames());
  }

  private int poll(int most) {
    // Opaque: grows in the end, for who looks from outside.
    POLLS.setOpaque(this, polls + 1);
    int moved = transport.poll(handler, most);
    if (!outgoing.isEmpty()) {
      moved += outgoing.offer();
    }
    return moved;
  }

  /**
   * Polls until nothing moves or enough has: for who does not wait and may not come back soon,
   * because one poll may take no more than one frame from each peer. Inside the lock.
   */
  public void look() {
    int moved = 1;
    for (int left = FRAMES_PER_LOOK; left > 0 && moved > 0; left -= moved) {
      moved = poll();
    }
  }

  /** As {@link #look()}, only until {@code c} is done. Inside the lock. */
  public void look(Completion c) {
    int moved = 1;
    for (int left = FRAMES_PER_LOOK; left > 0 && moved > 0 && !c.isDone(); left -= moved) {
      moved = poll();
    }
  }

  /**
   * Who has asked in vain asks again, maybe for ever: a virtual thread lets others onto its carrier
   * first. Outside the lock; false.
   */
  public boolean emptyHanded() {
    carrier.askedInVain();
    return false;
  }

  /** How often anybody has polled, or a little less. Outside the lock too. */
  public long polls() {
    return (long) POLLS.getOpaque(this);
  }

  /** Whether a waiting thread sleeps at the doorbell. Outside the lock too. */
  public boolean sleeps() {
    return sleeping;
  }

  /**
   * Makes progress while this rank's other threads do not, until {@code over} holds or the job is
   * aborted: for a thread that does nothing else. Outside the lock.
   */
  public void standBy(BooleanSupplier over) {
    standby.run(over);
  }

  /** Keeps offering {@code o} at every poll until it has nothing left. Inside the lock. */
  public void offerLater(Outgoing o) {
    outgoing.add(o);
    if (sleeping) {
      doorbell.ring(); // whoever sleeps there does not know that something waits to go out
    }
  }

  /** Whether frames are still waiting to go out. Inside the lock. */
  public boolean hasOutgoing() {
    return !outgoing.isEmpty() || transport.hasUnsent();
  }

  /**
   * Waits until {@code c} is done; called and returns inside the lock.
   *
   * @throws RuntimeException the reason of {@link #poison}
   */
  public void await(Completion c) {
    await(c, patience.frames());
  }

  /** As {@link #await(Completion)}, for who waits for others too: a poll takes all there is. */
  public void awaitFirst(Completion c) {
    await(c, Integer.MAX_VALUE);
  }

  private void await(Completion c, int framesPerPoll) {
    // The likely case first: a poll or two finds it.
    for (int i = 0; !c.isDone(); i++) {
      if (polling || i >= patience.spins()) {
        awaitLong(c, Long.MAX_VALUE);
        return;
      }
      // The pause instruction would delay the likely case by as much as a short message's way.
      if (poll(framesPerPoll) == 0 && i >= POLLS_WITHOUT_PAUSE) {
        Thread.onSpinWait();
      }
      letOthersIn();
    }
  }

  /**
   * As {@link #await(Completion)}, at most until {@link System#nanoTime} {@code deadlineNanos};
   * whether it is done.
   */
  public boolean await(Completion c, long deadlineNanos) {
    if (!c.isDone() && !polling) {
      poll(); // however short the time, waits that are repeated come to an end
    }
    return c.isDone() || awaitLong(c, deadlineNanos);
  }

  /**
   * Waits until {@code condition} holds, which is read inside the lock and must not block; called
   * and returns inside the lock. The condition is not read again once it has held, so it may take
   * what it finds.
   */
  public void await(BooleanSupplier condition) {
    boolean interrupted = false;
    boolean holds = condition.getAsBoolean();
    if (holds) {
      return;
    }
    try {
      while (!holds) {
        poison.check();
        if (polling) {
          longWaits.note(condition, false);
          leave();
          LockSupport.parkNanos(this, PARK_FOR_CONDITION_NANOS);
          interrupted |= Thread.interrupted();
          enter();
          holds = condition.getAsBoolean();
        } else {
          holds = pollUntil(condition, Long.MAX_VALUE);
        }
      }
    } finally {
      over(interrupted);
    }
  }

  private boolean awaitLong(Completion c, long deadlineNanos) {
    boolean interrupted = false;
    try {
      while (!c.isDone()) {
        poison.check();
        long left =
            deadlineNanos == Long.MAX_VALUE ? PARK_NANOS : deadlineNanos - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        if (!polling) {
          pollUntil(c, deadlineNanos);
        } else {
          longWaits.note(c, deadlineNanos != Long.MAX_VALUE);
          interrupted |= parkedWaiters.park(c, Math.min(left, PARK_NANOS));
        }
      }
      return true;
    } finally {
      over(interrupted);
    }
  }

  /**
   * Is the poller until the condition holds, the time is over or the job is aborted; whether it
   * holds. Should it become long, a report names the condition.
   */
  private boolean pollUntil(BooleanSupplier condition, long deadlineNanos) {
    polling = true;
    try {
      int idle = 0;
      int mostIdle = patience.pollsBeforeSleep();
      long sleepNanos = FIRST_SLEEP_NANOS;
      while (!condition.getAsBoolean()) {
        // Also while frames keep coming: for others, perhaps for ever.
        poison.check();
        if (deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos >= 0) {
          return false;
        }
        if (poll() != 0 || (PollingOn.isTime(idle) && pollingOn.poll(condition) != 0)) {
          idle = 0;
          movements++;
          sleepNanos = FIRST_SLEEP_NANOS;
          letOthersIn();
          continue;
        }
        letOthersIn();
        idle++;
        if (idle < patience.spins() && !Thread.currentThread().isVirtual()) {
          Thread.onSpinWait();
        } else if (idle < mostIdle && !crowd.isHere()) {
          leave();
          occupancy.vacate();
          crowd.yieldCore();
          occupancy.occupy();
          enter();
        } else {
          longWaits.note(condition, deadlineNanos != Long.MAX_VALUE);
          if (sleep(condition, sleepNanos)) {
            return true;
          }
          sleepNanos = Math.min(2 * sleepNanos, patience.longestSleepNanos());
        }
      }
      return true;
    } finally {
      polling = false;
    }
  }

  /** A wait is over. Who leaves wakes the next: it polls now, unless another does. */
  private void over(boolean interrupted) {
    longWaits.over();
    if (!polling) {
      parkedWaiters.wakeNext();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sleeps at the doorbell, outside the lock, unless something arrives while it arms; whether the
   * condition was seen to hold.
   */
  private boolean sleep(BooleanSupplier condition, long nanos) {
    standby.wake();
    doorbell.arm();
    nudged = false;
    for (int i = 0; i < POLLS_BEFORE_SLEEP; i++) {
      boolean moved = poll() != 0;
      boolean holds = condition.getAsBoolean();
      if (moved || holds) {
        doorbell.disarm();
        return holds;
      }
      Thread.onSpinWait();
    }
    boolean hasChanged = lookout.look(longWaits.list());
    boolean holdsNow = condition.getAsBoolean();
    if (hasChanged || holdsNow) {
      doorbell.disarm();
      return holdsNow;
    }
    sleeping = true;
    occupancy.vacate();
    try {
      sleepOutside(nanos);
    } finally {
      occupancy.occupy();
      sleeping = false;
      doorbell.disarm();
    }
    return false;
  }

  /** Sleeps at the armed doorbell; whoever rings may have the lock meanwhile. */
  void sleepOutside(long nanos) {
    // A receiver that makes room for what is waiting to go out rings nobody.
    long limited = outgoing.isEmpty() ? nanos : FIRST_SLEEP_NANOS / 10;
    leave();
    try {
      naps.sleep(doorbell, limited);
    } finally {
      enter();
    }
  }

  /**
   * Ends all waiting of this rank, now and later: every wait throws {@code reason}. Any thread,
   * without the lock.
   */
  public void poison(RuntimeException reason) {
    poison.set(reason);
    doorbell.ring();
  }

  /** The reason of {@link #poison}, if any. */
  public @Nullable RuntimeException poisoned() {
    return poison.get();
  }

  /** {@code c} has happened: wakes whoever waits for it, tells who follows it. Inside the lock. */
  public void complete(Completion c) {
    c.complete();
    if (!parkedWaiters.isEmpty()) {
      parkedWaiters.wake(c);
    }
    Follower follower = c.takeFollower();
    if (follower != null) {
      follower.followed();
    }
    if (sleeping) {
      doorbell.ring();
    }
  }
}
