package org.purempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.transport.Cursor;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Offer;

/** Frames on the wire, in whatever pieces they come, and bytes that are none. */
@Timeout(300)
class ConnectionTest {
  private static final long SEED = 20_261_121;

  /** The frames that came, as text. */
  private static final class Catcher implements FrameHandler {
    final List<String> frames = new ArrayList<>();
    int bytesInAll;

    @Override
    public void frame(
        int peer,
        long word0,
        long word1,
        long word2,
        MemorySegment memory,
        long offset,
        int bytes) {
      assertThat(bytes).isBetween(0, Wire.MAX_PAYLOAD_BYTES);
      assertThat((memory.address() + offset) % Long.BYTES).isZero();
      byte[] payload = memory.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
      frames.add(text(word0, word1, word2, payload));
      bytesInAll += bytes;
    }
  }

  private static String text(long word0, long word1, long word2, byte[] payload) {
    return word0
        + " "
        + word1
        + " "
        + word2
        + " "
        + payload.length
        + " "
        + Arrays.hashCode(payload);
  }

  /** A stream of frames, and what they are. */
  private static byte[] stream(SplittableRandom random, int frames, List<String> expected) {
    ScriptedPipe pipe = new ScriptedPipe();
    Connection sender = new Connection(1, pipe, new Buffers());
    for (int i = 0; i < frames; i++) {
      int bytes = random.nextInt(4) == 0 ? random.nextInt(1 << 16) : random.nextInt(100);
      byte[] payload = new byte[bytes];
      random.nextBytes(payload);
      long word = random.nextLong();
      assertThat(sender.offer(word, i, ~word, Cursor.over(payload), bytes)).isEqualTo(Offer.OK);
      expected.add(text(word, i, ~word, payload));
    }
    return pipe.written();
  }

  private static void pieces(ScriptedPipe pipe, byte[] stream, SplittableRandom random) {
    int longest = 1 << random.nextInt(18);
    for (int at = 0; at < stream.length; ) {
      int length = Math.min(stream.length - at, 1 + random.nextInt(longest));
      pipe.arrives(Arrays.copyOfRange(stream, at, at + length), 0, length);
      at += length;
    }
  }

  @Test
  void framesComeOutAsTheyWentInWhateverThePieces() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 60; round++) {
      List<String> expected = new ArrayList<>();
      byte[] stream = stream(random, 1 + random.nextInt(20), expected);
      ScriptedPipe pipe = new ScriptedPipe();
      pieces(pipe, stream, random);
      Connection receiver = new Connection(0, pipe, new Buffers());
      Catcher catcher = new Catcher();
      while (!pipe.isEmpty() || receiver.hasMore()) {
        receiver.receive(catcher);
      }
      assertThat(catcher.frames).as("round %d, seed %d", round, SEED).isEqualTo(expected);
      assertThat(receiver.ending()).isNull();
    }
  }

  @Test
  void twoConnectionsShareTheirBuffersAndMixNothing() {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    Buffers buffers = new Buffers();
    List<String> expected = new ArrayList<>();
    List<ScriptedPipe> pipes = List.of(new ScriptedPipe(), new ScriptedPipe());
    List<Connection> both = new ArrayList<>();
    List<Catcher> catchers = List.of(new Catcher(), new Catcher());
    List<List<String>> all = new ArrayList<>();
    for (ScriptedPipe pipe : pipes) {
      expected = new ArrayList<>();
      pieces(pipe, stream(random, 60, expected), random);
      all.add(expected);
      both.add(new Connection(both.size(), pipe, buffers));
    }
    while (!pipes.get(0).isEmpty() || !pipes.get(1).isEmpty()) {
      int which = random.nextInt(2);
      both.get(which).receive(catchers.get(which));
    }
    assertThat(catchers.get(0).frames).isEqualTo(all.get(0));
    assertThat(catchers.get(1).frames).isEqualTo(all.get(1));
  }

  @Test
  void aHandlerThatThrowsLosesOneFrame() {
    SplittableRandom random = new SplittableRandom(SEED + 2);
    List<String> expected = new ArrayList<>();
    byte[] stream = stream(random, 30, expected);
    ScriptedPipe pipe = new ScriptedPipe();
    pieces(pipe, stream, random);
    Connection receiver = new Connection(0, pipe, new Buffers());
    List<String> seen = new ArrayList<>();
    FrameHandler thrower =
        (peer, w0, w1, w2, memory, offset, bytes) -> {
          seen.add(text(w0, w1, w2, memory.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE)));
          throw new IllegalStateException("no");
        };
    for (int turns = 0; seen.size() < expected.size(); turns++) {
      assertThat(turns).isLessThan(1_000_000);
      try {
        receiver.receive(thrower);
      } catch (IllegalStateException one) {
        assertThat(one).hasMessage("no");
      }
    }
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void aPeerThatTakesLittleGetsAllInOrder() {
    SplittableRandom random = new SplittableRandom(SEED + 3);
    ScriptedPipe pipe = new ScriptedPipe();
    Connection sender = new Connection(1, pipe, new Buffers());
    List<String> expected = new ArrayList<>();
    List<byte[]> parts = new ArrayList<>();
    int refused = 0;
    for (int i = 0; i < 300; i++) {
      pipe.room = random.nextInt(40_000);
      byte[] payload = new byte[random.nextInt(60_000)];
      random.nextBytes(payload);
      Cursor cursor = Cursor.over(payload);
      if (sender.offer(i, 0, 0, cursor, payload.length) == Offer.OK) {
        expected.add(text(i, 0, 0, payload));
        assertThat(cursor.remainingBytes()).isZero();
      } else {
        refused++;
        assertThat(cursor.position()).isZero();
      }
      parts.add(pipe.written());
    }
    pipe.room = Integer.MAX_VALUE;
    sender.bye();
    assertThat(sender.flush()).isTrue();
    parts.add(pipe.written());
    ScriptedPipe other = new ScriptedPipe();
    parts.forEach(part -> other.arrives(part, 0, part.length));
    Connection receiver = new Connection(0, other, new Buffers());
    Catcher catcher = new Catcher();
    while (!other.isEmpty()) {
      receiver.receive(catcher);
    }
    assertThat(refused).as("seed %d", SEED).isPositive();
    assertThat(catcher.frames).isEqualTo(expected);
    assertThat(receiver.hasLeft()).isTrue();
  }

  @Test
  void shortFramesOfOneTurnLeaveTogetherAfterTheFirst() {
    ScriptedPipe pipe = new ScriptedPipe();
    Buffers buffers = new Buffers();
    Connection sender = new Connection(1, pipe, buffers);
    buffers.nextTurn();
    for (int turn = 0; turn < 3; turn++) {
      assertThat(soon(sender, 100)).isEqualTo(Offer.OK);
      assertThat(pipe.written()).hasSize(Wire.frameBytes(100));
      assertThat(soon(sender, 8)).isEqualTo(Offer.KEPT);
      assertThat(soon(sender, 16)).isEqualTo(Offer.KEPT);
      assertThat(sender.hasUnsent()).isTrue();
      assertThat(pipe.written()).isEmpty();
      // A frame that is in a hurry takes the others along; so does a long one, and the rank's turn.
      switch (turn) {
        case 0 -> assertThat(sender.offer(0, 0, 0, payload(24), 24)).isEqualTo(Offer.OK);
        case 1 -> assertThat(soon(sender, 24_000)).isEqualTo(Offer.OK);
        default -> assertThat(sender.flush()).isTrue();
      }
      int last = turn == 0 ? Wire.frameBytes(24) : turn == 1 ? Wire.frameBytes(24_000) : 0;
      assertThat(pipe.written()).hasSize(Wire.frameBytes(8) + Wire.frameBytes(16) + last);
      assertThat(sender.hasUnsent()).isFalse();
      buffers.nextTurn();
    }
    for (int i = 0; i < 100; i++) {
      assertThat(soon(sender, 4_000)).isIn(Offer.OK, Offer.KEPT);
    }
    assertThat(pipe.written().length).as("what left before anybody asked").isGreaterThan(350_000);
  }

  private static Offer soon(Connection sender, int bytes) {
    return sender.offerSoon(0, 0, 0, payload(bytes), bytes);
  }

  private static Cursor payload(int bytes) {
    return Cursor.over(new byte[bytes]);
  }

  @Test
  void anEndWithoutAGoodbyeIsADeath() {
    ScriptedPipe pipe = new ScriptedPipe();
    pipe.hangsUp();
    Connection receiver = new Connection(0, pipe, new Buffers());
    receiver.receive(new Catcher());
    assertThat(receiver.ending()).contains("died");
    assertThat(pipe.isClosed()).isTrue();
    assertThat(receiver.offer(0, 0, 0, Cursor.over(new byte[0]), 0)).isEqualTo(Offer.FAILED);
  }

  @Test
  void aFrameAfterTheGoodbyeIsRefused() {
    ScriptedPipe pipe = new ScriptedPipe();
    byte[] two = new byte[2 * Wire.HEADER_BYTES];
    Wire.bye(MemorySegment.ofArray(two), 0);
    Wire.frame(MemorySegment.ofArray(two), 32, 1, 2, 3, Cursor.over(new byte[0]), 0);
    pipe.arrives(two, 0, two.length);
    Connection receiver = new Connection(0, pipe, new Buffers());
    assertThat(receiver.receive(new Catcher())).isZero();
    assertThat(receiver.isMalformed()).isTrue();
  }

  @Test
  void aLengthOutOfRangeIsRefusedAndNothingIsReservedForIt() {
    for (int length :
        new int[] {
          -1, Integer.MIN_VALUE, Wire.MAX_PAYLOAD_BYTES + 1, Wire.MAX_STREAMED_BYTES + 8, 1 << 30
        }) {
      byte[] frame = new byte[Wire.HEADER_BYTES];
      MemorySegment memory = MemorySegment.ofArray(frame);
      Wire.frame(memory, 0, 1, 2, 3, Cursor.over(new byte[0]), 0);
      memory.set(ValueLayout.JAVA_INT_UNALIGNED, 0, length);
      ScriptedPipe pipe = new ScriptedPipe();
      pipe.arrives(frame, 0, frame.length);
      Connection receiver = new Connection(0, pipe, new Buffers());
      receiver.receive(new Catcher());
      assertThat(receiver.isMalformed()).as("length %d", length).isTrue();
    }
  }

  @Test
  void noiseEndsTheConnectionAndNothingElse() {
    noise(3_000);
  }

  @Test
  @Tag("full")
  void muchNoiseEndsTheConnectionAndNothingElse() {
    noise(1_000_000);
  }

  private static void noise(int inputs) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<String> ignored = new ArrayList<>();
    byte[] good = stream(random, 12, ignored);
    Buffers buffers = new Buffers();
    int malformed = 0;
    for (int i = 0; i < inputs; i++) {
      int from = random.nextInt(good.length / Long.BYTES) * Long.BYTES * random.nextInt(2);
      byte[] bytes = Arrays.copyOfRange(good, from, Math.min(good.length, from + 4096));
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        bytes[random.nextInt(Math.min(bytes.length, 256))] = (byte) random.nextInt();
      }
      ScriptedPipe pipe = new ScriptedPipe();
      pieces(pipe, bytes, random);
      pipe.hangsUp();
      Connection receiver = new Connection(0, pipe, buffers);
      Catcher catcher = new Catcher();
      for (int turn = 0; receiver.ending() == null; turn++) {
        assertThat(turn).as("turns of input %d, seed %d", i, SEED).isLessThan(20_000);
        receiver.receive(catcher);
      }
      assertThat(catcher.bytesInAll).isLessThanOrEqualTo(bytes.length);
      malformed += receiver.isMalformed() ? 1 : 0;
    }
    assertThat(malformed).as("refused of %d, seed %d", inputs, SEED).isGreaterThan(inputs / 4);
  }

  @Test
  void aKeyIsSixtyFourDigitsAndIsNeverShown() {
    JobKey key = JobKey.random();
    assertThat(JobKey.of(key.toHex()).toHex()).isEqualTo(key.toHex());
    assertThat(key.toString()).doesNotContain(key.toHex().substring(0, 8));
    String bad = "zz" + key.toHex().substring(2);
    assertThatThrownBy(() -> JobKey.of(bad))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain(bad.substring(2, 10));
  }
}
