package org.purempi.learn.server;

import java.lang.foreign.MemorySegment;
import java.util.Deque;

/** The values of a shard at one time. While answers carry them they are not changed, but copied. */
final class Snapshot {
  private final MemorySegment memory;
  private final Deque<MemorySegment> spare;
  private int readers;
  private boolean isOld;

  /** Values whose memory goes to {@code spare} when nobody needs it. */
  Snapshot(MemorySegment memory, Deque<MemorySegment> spare) {
    this.memory = memory;
    this.spare = spare;
  }

  MemorySegment memory() {
    return memory;
  }

  boolean isRead() {
    return readers > 0;
  }

  Snapshot read() {
    readers++;
    return this;
  }

  void release() {
    readers--;
    recycle();
  }

  /** Others have taken its place. */
  void retire() {
    isOld = true;
    recycle();
  }

  private void recycle() {
    if (isOld && readers == 0) {
      spare.add(memory);
    }
  }
}
