package org.purempi.file;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.WindowFlavor;
import org.purempi.onesided.WindowCore;
import org.purempi.protocol.Promise;

/**
 * The pointer that all ranks share (section 14.4.4): a word in the part of rank 0 of a window. It
 * counts etypes. Needs no file of its own, and goes with the job.
 */
final class SharedPointer {
  private final Team team;
  private final WindowCore window;

  /**
   * At 0; collective, over a team of its own.
   *
   * @param afterAll what is done, inside the lock, when no rank that lives has it any more
   */
  SharedPointer(Team team, Runnable afterAll) {
    this.team = team;
    boolean isHere = team.rank() == 0;
    var wish = new WindowCore.Wish(WindowFlavor.ALLOCATE, null, isHere ? Long.BYTES : 0, 1, false);
    this.window = new WindowCore(team.peers, team.collective(), wish);
    window.afterAll(afterAll);
    var unused = window.locks().lockAll(true);
  }

  boolean needsProgress() {
    return window.needsProgress();
  }

  /** Adds to it; what it was. */
  long add(long etypes) {
    return update(etypes, Op.SUM);
  }

  long get() {
    return update(0, Op.NO_OP);
  }

  /** Sets it; by one rank. */
  void set(long etypes) {
    update(etypes, Op.REPLACE);
  }

  private long update(long operand, Op op) {
    long[] old = new long[1];
    @Nullable Buf origin = op == Op.NO_OP ? null : Buf.of(new long[] {operand});
    Promise promise = window.access().promise(0);
    window.access().update(origin, Buf.of(old), 0, 0, 1, Datatype.LONG, op, promise);
    team.await(promise);
    return old[0];
  }

  /** Gives the window back; collective. */
  void close() {
    try {
      window.locks().unlockAll();
    } finally {
      window.free();
    }
  }
}
