package org.purempi.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.os.fast.Prefetch;
import org.purempi.os.fast.StreamingCopy;
import org.purempi.transport.Cursor;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Source;

/** Both ends of a ring on one thread: the receiver is as near as can be, and keeps up. */
class RingSenderTest {
  private static final Geometry GEOMETRY = new Geometry(256, 8192, 64);
  private static final int MANY = 100;
  private static final int TRIALS = 10;

  private final MemorySegment memory =
      Arena.ofAuto().allocate(GEOMETRY.ringBytes(), SharedWords.LINE_BYTES);
  private final RingSender sender = new RingSender(memory, 0, GEOMETRY);
  private final RingReceiver receiver = new RingReceiver(memory, 0, GEOMETRY, 1);
  private int received;
  private long place;
  private int stamp;
  private Frame before = Frame.NONE;

  /** Sends a frame and takes it; whether its payload was in a far cell. */
  private boolean isFar(int bytes) {
    assertThat(sender.offer(0, 0, 0, Cursor.over(new byte[bytes]), bytes)).isTrue();
    sender.fetchAhead();
    FrameHandler count =
        (peer, word0, word1, word2, in, offset, size) -> {
          received += size;
          place = offset;
          assertThat(size).isEqualTo(bytes);
        };
    assertThat(receiver.drain(count, 1)).isOne();
    return place >= GEOMETRY.cellsOffset() && place < GEOMETRY.nearOffset();
  }

  /** How many of many frames were sent as to a far receiver. */
  private int far() {
    int far = 0;
    for (int i = 0; i < MANY; i++) {
      far += isFar(GEOMETRY.cellBytes()) ? 1 : 0;
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
      int far = MANY;
      for (int trial = 0; trial < TRIALS && far >= MANY / 2; trial++) {
        comeNear(); // again: the host of a virtual machine may move its processors apart
        isFar(bytes);
        far = far();
      }
      // The receiver tells with every few frames only, and a frame or two may find no room.
      assertThat(far).as("after %d bytes", bytes).isLessThan(MANY / 2);
    }
  }

  @Test
  void everyLengthArrivesAtEitherDistance() {
    int sent = 0;
    for (int bytes = 0; bytes <= GEOMETRY.cellBytes(); bytes += 61) {
      isFar(bytes);
      sent += bytes;
    }
    comeNear();
    int before = received;
    for (int bytes = 0; bytes <= GEOMETRY.cellBytes(); bytes += 61) {
      isFar(bytes);
    }
    assertThat(received - before).isEqualTo(sent);
  }

  private record Frame(long word0, long word1, long word2, MemorySegment payload) {
    static final Frame NONE = new Frame(0, 0, 0, MemorySegment.NULL);

    int headerBytes(Frame before) {
      if (word2 != 0) {
        return RingSender.THREE_WORDS;
      }
      boolean isSame = word0 == before.word0 && word1 == before.word1;
      return isSame ? RingSender.SAME_WORDS : RingSender.TWO_WORDS;
    }
  }

  /** A payload that is full of what the stamps of the next frames will be. */
  private static byte[] stamps(int bytes, int next) {
    ByteBuffer payload = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    for (int i = 0; payload.remaining() >= Integer.BYTES; i++) {
      // Every second of these 8-byte words lies where a slot begins.
      payload.putInt(i % 2 == 0 ? next + i / (RingSender.SLOT_BYTES / Integer.BYTES) : 0);
    }
    return payload.array();
  }

  @BeforeEach
  void linesCanBeFetched() throws InterruptedException {
    while (Prefetch.isPending() && !Prefetch.isReady()) {
      Thread.sleep(10);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 60, 400})
  void framesOfAllLengthsComeOnceAndInOrderWhateverLooksLikeAStamp(int most) {
    exchange(sender, receiver, most);
  }

  @Test
  void aPayloadThatThrowsLeavesNothingThatLooksLikeAFrame() {
    Arena closed = Arena.ofConfined();
    Source gone = Cursor.over(closed.allocate(Long.BYTES));
    closed.close();
    // Word 1 lies where the stamp of the second frame will be expected.
    assertThatThrownBy(() -> sender.offer(0, 2, 0, gone, Long.BYTES))
        .isInstanceOf(IllegalStateException.class);
    assertThat(receiver.hasFrame()).isFalse();
    isFar(1);
    assertThat(receiver.hasFrame()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, -1})
  void theCountOfSlotsComesRound(int last) {
    int begun = last + 1 - 4 * GEOMETRY.slots();
    for (int most = 1; most < 20; most++) {
      memory.fill((byte) 0);
      memory.set(ValueLayout.JAVA_INT, 0, begun);
      exchange(
          new RingSender(memory, 0, GEOMETRY, begun),
          new RingReceiver(memory, 0, GEOMETRY, 1, begun, (peer, what) -> {}),
          most);
    }
  }

  private void exchange(RingSender sender, RingReceiver receiver, int most) {
    before = Frame.NONE;
    var random = new Random(most);
    int[] lengths = {0, 1, 8, 8, 9, 32, 33, 96, 96, 97, 1000, 8192};
    var underway = new ArrayDeque<Frame>();
    FrameHandler compare =
        (peer, word0, word1, word2, in, offset, size) -> {
          Frame sent = underway.remove();
          if (offset < GEOMETRY.cellsOffset()) {
            stamp = in.get(ValueLayout.JAVA_INT, offset - sent.headerBytes(before));
          }
          before = sent;
          assertThat(word0).isEqualTo(sent.word0);
          assertThat(word1).isEqualTo(sent.word1);
          assertThat(word2).isEqualTo(sent.word2);
          assertThat(in.asSlice(offset, size).mismatch(sent.payload)).isEqualTo(-1);
        };
    long sent = 0;
    while (sent < 20_000) {
      for (int i = random.nextInt(most); i >= 0; i--) {
        int bytes = lengths[random.nextInt(lengths.length)];
        // A number that a frame in the second slot of this one may have in the next round.
        int next = stamp + GEOMETRY.slots() + random.nextInt(4 * Math.min(most, 60));
        byte[] payload = stamps(bytes, next);
        // Often those of the frame before; word 2 is nobody else's.
        long word0 = sent / 4 * random.nextInt(2);
        long word1 = word0 + random.nextInt(2);
        long word2 = random.nextInt(2) * (sent + 1);
        if (!sender.offer(word0, word1, word2, Cursor.over(payload), bytes)) {
          break;
        }
        sender.fetchAhead();
        underway.add(new Frame(word0, word1, word2, MemorySegment.ofArray(payload)));
        sent++;
      }
      int there = underway.size();
      assertThat(receiver.drain(compare, Integer.MAX_VALUE)).isEqualTo(there);
      assertThat(receiver.hasFrame()).isFalse();
    }
  }
}
