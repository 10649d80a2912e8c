package org.purempi.benchmarks.stress;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.purempi.BasicDatatype;
import org.purempi.Op;
import org.purempi.onesided.AtomicUpdate;

/** Two ranks add to the same double, and to two neighbouring ints. */
@JCStressTest
@Outcome(id = "0, 1, 3", expect = Expect.ACCEPTABLE, desc = "The first one came first.")
@Outcome(id = "2, 0, 3", expect = Expect.ACCEPTABLE, desc = "The second one came first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An update was lost, or was not seen whole.")
@State
public class UpdatesAreAtomic {
  private static final BasicDatatype.Kind FLOAT = BasicDatatype.Kind.FLOAT;
  private static final BasicDatatype.Kind SIGNED = BasicDatatype.Kind.SIGNED;
  private static final int WRONG = -1;

  private final MemorySegment numbers = MemorySegment.ofArray(new long[2]);

  /** All are zero. */
  public UpdatesAreAtomic() {}

  /** Adds 1. */
  @Actor
  public void one(JJJ_Result r) {
    r.r1 = add(1, 8);
  }

  /** Adds 2. */
  @Actor
  public void two(JJJ_Result r) {
    r.r2 = add(2, 12);
  }

  private long add(int value, long ownInt) {
    long bits = Double.doubleToRawLongBits(value);
    long before = AtomicUpdate.update(Op.Predefined.Kind.SUM, FLOAT, numbers, 0, bits);
    AtomicUpdate.update(Op.Predefined.Kind.MAX, SIGNED, numbers, ownInt, value);
    return (long) Double.longBitsToDouble(before);
  }

  /** The sum, if the ints are right. */
  @Arbiter
  public void end(JJJ_Result r) {
    boolean areRight =
        numbers.get(ValueLayout.JAVA_INT, 8) == 1 && numbers.get(ValueLayout.JAVA_INT, 12) == 2;
    r.r3 = areRight ? (long) numbers.get(ValueLayout.JAVA_DOUBLE, 0) : WRONG;
  }
}
