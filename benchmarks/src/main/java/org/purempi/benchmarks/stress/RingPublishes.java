package org.purempi.benchmarks.stress;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.purempi.memory.Geometry;
import org.purempi.memory.RingReceiver;
import org.purempi.memory.RingSender;

/** One frame whose payload lies in its slot, one whose payload lies beside it. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "Neither frame was there yet.")
@Outcome(id = "1, 11, 0", expect = Expect.ACCEPTABLE, desc = "The short frame was there, whole.")
@Outcome(id = "2, 11, 22", expect = Expect.ACCEPTABLE, desc = "Both were there, whole, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A frame was seen before all of it was written.")
@State
public class RingPublishes {
  private static final Geometry GEOMETRY = Geometry.smallest();
  private static final int SHORT_BYTES = 16;
  private static final int LONG_BYTES = 192;

  private final MemorySegment memory =
      MemorySegment.ofArray(new long[Math.toIntExact(GEOMETRY.ringBytes() / Long.BYTES)]);
  private final RingSender sender = new RingSender(memory, 0, GEOMETRY);
  private final RingReceiver receiver = new RingReceiver(memory, 0, GEOMETRY, 1);

  /** An empty ring. */
  public RingPublishes() {}

  /** Sends both. */
  @Actor
  public void send() {
    sender.offer(1, 0, 0, new Words(11), SHORT_BYTES);
    sender.offer(2, 0, 0, new Words(22), LONG_BYTES);
  }

  /** Takes what is there. */
  @Actor
  public void receive(JJJ_Result r) {
    receiver.drain(
        (peer, word0, word1, word2, from, offset, bytes) -> {
          r.r1 = word0;
          long word = Words.in(from, offset, bytes);
          if (word0 == 1) {
            r.r2 = word;
          } else {
            r.r3 = word;
          }
        },
        2);
  }
}
