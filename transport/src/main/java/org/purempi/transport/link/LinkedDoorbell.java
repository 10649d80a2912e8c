package org.purempi.transport.link;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Doorbell;

/**
 * Sleeps at the home transport's bell. While it does, a thread for each link sleeps at the link's,
 * and passes a ring on.
 */
final class LinkedDoorbell implements Doorbell {
  private static final long WATCH_NANOS = 100_000_000;

  private final Doorbell home;
  private final CopyOnWriteArrayList<Doorbell> bells = new CopyOnWriteArrayList<>();

  /** For those bells that do not wake who sleeps at home. */
  private final CopyOnWriteArrayList<Watcher> watchers = new CopyOnWriteArrayList<>();

  private boolean isArmed;

  LinkedDoorbell(Doorbell home) {
    this.home = home;
  }

  /** Whether the rank is about to sleep. */
  boolean isArmed() {
    return isArmed;
  }

  void add(Doorbell bell) {
    bells.add(bell);
    if (!(bell.unparks() && home.unparks())) {
      watchers.add(new Watcher(bell));
    }
  }

  void remove(Doorbell bell) {
    bells.remove(bell);
    for (Watcher watcher : watchers) {
      if (watcher.bell == bell) {
        watcher.close();
        watchers.remove(watcher);
      }
    }
  }

  void close() {
    watchers.forEach(Watcher::close);
    watchers.clear();
    bells.clear();
  }

  @Override
  public void arm() {
    isArmed = true;
    for (Doorbell bell : bells) {
      bell.arm();
    }
    home.arm();
  }

  @Override
  public void sleep(long nanos) {
    for (Watcher watcher : watchers) {
      watcher.begin();
    }
    try {
      home.sleep(nanos);
    } finally {
      for (Watcher watcher : watchers) {
        watcher.end();
      }
    }
  }

  @Override
  public void disarm() {
    for (Doorbell bell : bells) {
      bell.disarm();
    }
    home.disarm();
    isArmed = false;
  }

  @Override
  public boolean unparks() {
    return home.unparks();
  }

  @Override
  public void ring() {
    home.ring();
  }

  /** Who sleeps at a link's bell; its thread exists from the first sleep on. */
  private final class Watcher implements Runnable {
    private final Doorbell bell;
    private volatile boolean isWanted;
    private volatile boolean isAsleep;
    private volatile boolean isOver;
    private @Nullable Thread thread;

    Watcher(Doorbell bell) {
      this.bell = bell;
    }

    void begin() {
      isWanted = true;
      Thread its = thread;
      if (its == null) {
        thread = Thread.ofPlatform().daemon().name("purempi link").start(this);
      } else {
        LockSupport.unpark(its);
      }
    }

    /** Returns when nobody is at the bell, which the rank goes on using itself. */
    void end() {
      isWanted = false;
      while (isAsleep) {
        bell.ring();
        Thread.onSpinWait();
      }
    }

    void close() {
      isOver = true;
      end();
      LockSupport.unpark(thread);
    }

    @Override
    public void run() {
      while (!isOver) {
        isAsleep = true;
        if (isWanted) {
          bell.sleep(WATCH_NANOS);
          isAsleep = false;
          if (isWanted) {
            isWanted = false;
            home.ring();
          }
        } else {
          isAsleep = false;
          LockSupport.park(this);
        }
      }
    }
  }
}
