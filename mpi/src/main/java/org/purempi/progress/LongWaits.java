package org.purempi.progress;

import java.util.ArrayList;
import java.util.List;
import org.purempi.watch.Watch;

/**
 * The waits of one rank that have become long. Touched by a waiter only when it is about to sleep,
 * so short waits cost nothing. Belongs to the rank's lock.
 */
final class LongWaits {
  private final List<LongWait> waits = new ArrayList<>(1);

  /** The current thread is about to sleep; noted once for each wait. */
  void note(Object what, boolean limited) {
    Thread me = Thread.currentThread();
    for (int i = 0; i < waits.size(); i++) {
      if (waits.get(i).thread() == me) {
        return;
      }
    }
    if (Watch.ON) {
      Watch.sleeps();
    }
    waits.add(new LongWait(me, what, limited, System.nanoTime()));
  }

  /** The current thread's wait is over, long or not. */
  void over() {
    if (!waits.isEmpty()) {
      Thread me = Thread.currentThread();
      waits.removeIf(w -> w.thread() == me);
    }
  }

  List<LongWait> list() {
    return List.copyOf(waits);
  }
}
