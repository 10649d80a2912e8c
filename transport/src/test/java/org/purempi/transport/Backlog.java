package org.purempi.transport;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Takes the frames of one rank out of their handler, one at a time. */
final class Backlog {
  private static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Transport transport;
  private final Deque<TransportRig.Frame> frames = new ArrayDeque<>();

  Backlog(Transport transport) {
    this.transport = transport;
  }

  /** The next frame; waits for it spinning or asleep. */
  TransportRig.Frame next(boolean asleep) {
    while (frames.isEmpty() && transport.poll(this::keep) == 0) {
      if (asleep) {
        sleepUnlessSomethingCame();
      } else {
        Together.pause();
      }
    }
    return frames.removeFirst();
  }

  private void sleepUnlessSomethingCame() {
    Doorbell bell = transport.doorbell();
    bell.arm();
    if (transport.poll(this::keep) == 0) {
      bell.sleep(SLEEP_NANOS);
    }
    bell.disarm();
  }

  private void keep(
      int peer,
      long word0,
      long word1,
      long word2,
      java.lang.foreign.MemorySegment memory,
      long offset,
      int bytes) {
    byte[] payload = memory.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    frames.addLast(new TransportRig.Frame(peer, word0, word1, word2, payload));
  }
}
