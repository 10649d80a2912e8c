package org.purempi.benchmarks.stress;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;
import org.purempi.BasicDatatype;
import org.purempi.Op;
import org.purempi.onesided.AtomicUpdate;
import org.purempi.onesided.Gate;

/** One rank adds to a number by an atomic access, another by a load and a store. */
@JCStressTest
@Outcome(id = "11", expect = Expect.ACCEPTABLE, desc = "Both were added.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One was lost.")
@State
public class GateKeepsApart {
  private final MemorySegment words =
      MemorySegment.ofArray(new long[Math.toIntExact(Gate.bytes(2) / Long.BYTES)]);
  private final Gate one = new Gate(words, 0, rank -> false);
  private final Gate two = new Gate(words, 1, rank -> false);
  private final MemorySegment number = MemorySegment.ofArray(new long[1]);

  /** Nobody is inside. */
  public GateKeepsApart() {}

  /** Goes in. */
  @Actor
  public void addAtomically() {
    one.enter();
    AtomicUpdate.update(Op.Predefined.Kind.SUM, BasicDatatype.Kind.SIGNED, number, 0, 1L);
    one.leave();
  }

  /** Has it for itself. */
  @Actor
  public void add() {
    two.take();
    number.set(ValueLayout.JAVA_LONG, 0, number.get(ValueLayout.JAVA_LONG, 0) + 10);
    two.give();
  }

  /** The sum. */
  @Arbiter
  public void end(J_Result r) {
    r.r1 = number.get(ValueLayout.JAVA_LONG, 0);
  }
}
