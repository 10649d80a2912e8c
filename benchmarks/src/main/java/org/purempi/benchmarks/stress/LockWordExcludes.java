package org.purempi.benchmarks.stress;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.purempi.LockType;
import org.purempi.onesided.LockWord;

/** Who has a window's lock alone writes two words; who shares it reads them. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The reader was first.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The writer was first.")
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "The reader did not get the lock.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "Both had the lock, or one saw half of what was written.")
@State
public class LockWordExcludes {
  private final LockWord lock = new LockWord(MemorySegment.ofArray(new long[8]), true);
  private final MemorySegment words = MemorySegment.ofArray(new long[2]);

  /** Nobody has the lock. */
  public LockWordExcludes() {}

  /** Writes, if it gets the lock. */
  @Actor
  public void write() {
    if (lock.tryLock(LockType.EXCLUSIVE, 0)) {
      words.set(ValueLayout.JAVA_LONG, 0, 1);
      words.set(ValueLayout.JAVA_LONG, 8, 1);
      lock.unlock(LockType.EXCLUSIVE, 0);
    }
  }

  /** Reads, if it gets the lock. */
  @Actor
  public void read(JJ_Result r) {
    if (lock.tryLock(LockType.SHARED, 1)) {
      r.r1 = words.get(ValueLayout.JAVA_LONG, 0);
      r.r2 = words.get(ValueLayout.JAVA_LONG, 8);
      lock.unlock(LockType.SHARED, 1);
    } else {
      r.r1 = -1;
      r.r2 = -1;
    }
  }
}
