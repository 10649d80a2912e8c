package org.purempi.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.purempi.os.StreamingCopy;
import org.purempi.transport.Cursor;
import org.purempi.transport.FrameHandler;

/** Both ends of a ring on one thread: the receiver is as near as can be, and keeps up. */
class RingSenderTest {
  private static final Geometry GEOMETRY = new Geometry(64, 8192, 64);
  private static final int MANY = 100;

  private final MemorySegment memory =
      Arena.ofAuto().allocate(GEOMETRY.ringBytes(), Words.LINE_BYTES);
  private final RingSender sender = new RingSender(memory, 0, GEOMETRY);
  private final RingReceiver receiver = new RingReceiver(memory, 0, GEOMETRY, 1);
  private int frames;
  private int received;

  /** Sends a frame and takes it; where its payload was. */
  private int place(int bytes) {
    assertThat(sender.offer(0, 0, 0, Cursor.over(new byte[bytes]), bytes)).isTrue();
    int slot = RingSender.HEAD_BYTES + frames++ % GEOMETRY.slots() * RingSender.SLOT_BYTES;
    int length = memory.get(ValueLayout.JAVA_INT, slot + Integer.BYTES);
    FrameHandler count = (peer, word0, word1, word2, in, offset, size) -> received += size;
    assertThat(receiver.drain(count, 1)).isOne();
    assertThat(length & RingSender.LENGTH_MASK).isEqualTo(bytes);
    return length >>> RingSender.PLACE_SHIFT;
  }

  /** How many of many frames were sent as to a far receiver. */
  private int far() {
    int far = 0;
    for (int i = 0; i < MANY; i++) {
      far += place(GEOMETRY.cellBytes()) == RingSender.FAR ? 1 : 0;
    }
    return far;
  }

  /** Whether copies past the caches may come to be possible yet; nothing is far before. */
  private static boolean isUndecided() {
    return !StreamingCopy.isReady() && StreamingCopy.isPending();
  }

  /** Until it has been seen that the receiver is near, which takes code that is compiled. */
  private void comeNear() {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while ((isUndecided() || far() > MANY / 4) && System.nanoTime() < until) {
      // once more
    }
  }

  @Test
  void aLongPayloadUsesTheNearBlockWhereverTheLastOneEnded() {
    for (int bytes : new int[] {100, 5000, 1000, 8192, 64, 8000}) {
      comeNear();
      place(bytes);
      // The receiver tells with every few frames only, and a frame or two may find no room.
      assertThat(far()).as("after %d bytes", bytes).isLessThan(MANY / 2);
    }
  }

  @Test
  void everyLengthArrivesAtEitherDistance() {
    int sent = 0;
    for (int bytes = 0; bytes <= GEOMETRY.cellBytes(); bytes += 61) {
      place(bytes);
      sent += bytes;
    }
    comeNear();
    int before = received;
    for (int bytes = 0; bytes <= GEOMETRY.cellBytes(); bytes += 61) {
      place(bytes);
    }
    assertThat(received - before).isEqualTo(sent);
  }
}
