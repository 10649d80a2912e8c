package org.purempi.benchmarks.stress;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.purempi.memory.Traffic;

/**
 * Two senders claim slots of one inbox while its owner looks into it; the owner is the second
 * sender's thread, so that two cores are enough.
 */
@JCStressTest
@Outcome(id = "11, 22, 2", expect = Expect.ACCEPTABLE, desc = "Both frames came once, and whole.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A frame was lost, doubled or seen too early.")
@State
public class InboxIsShared {
  private static final int RANKS = 3;
  private static final int BYTES = 192;

  private final InboxGround ground = new InboxGround(RANKS);
  private final Traffic owner = new Traffic(ground, ground, 0);
  private final Traffic one = new Traffic(ground, ground, 1);
  private final Traffic two = new Traffic(ground, ground, 2);

  private long fromOne;
  private long fromTwo;
  private long frames;

  /** An empty inbox. */
  public InboxIsShared() {}

  /** The first sender. */
  @Actor
  public void sendOne() {
    one.endpoint(0).offer(1, 0, 0, new Words(11), BYTES);
  }

  /** The second one; then the owner looks. */
  @Actor
  public void sendTwoAndReceive() {
    two.endpoint(0).offer(2, 0, 0, new Words(22), BYTES);
    owner.poll(this::frame, 16);
  }

  /** What had not come then has come now. */
  @Arbiter
  public void end(JJJ_Result r) {
    owner.poll(this::frame, 16);
    r.r1 = fromOne;
    r.r2 = fromTwo;
    r.r3 = frames;
  }

  private void frame(
      int peer, long word0, long word1, long word2, MemorySegment from, long offset, int bytes) {
    frames++;
    long word = Words.in(from, offset, bytes);
    if (peer == 1) {
      fromOne = word;
    } else {
      fromTwo = word;
    }
  }
}
