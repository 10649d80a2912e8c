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

/** More frames than the ring has slots: the sender goes on in slots that the receiver gave back. */
@JCStressTest
@Outcome(id = "20, 0", expect = Expect.ACCEPTABLE, desc = "Every frame came, in order and whole.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A slot or a payload was overwritten while it was read.")
@State
public class RingComesRound {
  private static final Geometry GEOMETRY = Geometry.smallest();
  private static final int FRAMES = 20;
  private static final int BYTES = 192;

  private final MemorySegment memory =
      MemorySegment.ofArray(new long[Math.toIntExact(GEOMETRY.ringBytes() / Long.BYTES)]);
  private final RingSender sender = new RingSender(memory, 0, GEOMETRY);
  private final RingReceiver receiver = new RingReceiver(memory, 0, GEOMETRY, 1);

  /** An empty ring. */
  public RingComesRound() {}

  /** Sends all, as room is given back. */
  @Actor
  public void send() {
    for (int i = 1; i <= FRAMES; i++) {
      Words payload = new Words(i);
      while (!sender.offer(i, 0, 0, payload, BYTES)) {
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
            if (word0 != r.r1 || Words.in(from, offset, bytes) != r.r1) {
              r.r2++;
            }
          },
          FRAMES);
      Thread.onSpinWait();
    }
  }
}
