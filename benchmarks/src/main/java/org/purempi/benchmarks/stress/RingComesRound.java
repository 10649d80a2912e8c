package org.purempi.benchmarks.stress;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.purempi.memory.Geometry;
import org.purempi.memory.RingReceiver;
import org.purempi.memory.RingSender;

/**
 * More frames than the ring has slots: the sender goes on in slots that the receiver gave back, and
 * where a stamp is expected the payload of an earlier round may lie.
 */
@JCStressTest
@Outcome(id = "80, 0", expect = Expect.ACCEPTABLE, desc = "Every frame came, in order and whole.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A slot or a payload was overwritten while it was read.")
@State
public class RingComesRound {
  private static final Geometry GEOMETRY = Geometry.smallest();
  private static final int FRAMES = 80;
  private static final int[] BYTES = {192, 8, 96};

  private final MemorySegment memory =
      MemorySegment.ofArray(new long[Math.toIntExact(GEOMETRY.ringBytes() / Long.BYTES)]);
  private final RingSender sender = new RingSender(memory, 0, GEOMETRY);
  private final RingReceiver receiver = new RingReceiver(memory, 0, GEOMETRY, 1);

  /** An empty ring. */
  public RingComesRound() {}

  private static int bytes(int frame) {
    return BYTES[frame % BYTES.length];
  }

  /** What fills a frame's payload: much like the stamps that are due in its place next time. */
  private static long word(int frame) {
    return 4L * frame + GEOMETRY.slots() - 1;
  }

  /** Every second frame has the words of the one before it. */
  private static long envelope(int frame) {
    return frame / 2;
  }

  /** Sends all, as room is given back. */
  @Actor
  public void send() {
    for (int i = 1; i <= FRAMES; i++) {
      Words payload = new Words(word(i));
      while (!sender.offer(envelope(i), 0, 0, payload, bytes(i))) {
        Thread.onSpinWait();
      }
    }
  }

  /** Receives all; the result is how many came and how many of them were wrong. */
  @Actor
  public void receive(II_Result r) {
    while (r.r1 < FRAMES) {
      receiver.drain(
          (peer, word0, word1, word2, from, offset, bytes) -> {
            r.r1++;
            boolean isWhole = bytes == bytes(r.r1) && Words.in(from, offset, bytes) == word(r.r1);
            if (word0 != envelope(r.r1) || !isWhole) {
              r.r2++;
            }
          },
          FRAMES);
      Thread.onSpinWait();
    }
  }
}
