package org.purempi.check;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;

/** Looks for mistakes that one rank has to do with. Used only where {@link Check#ON} is true. */
public final class Checker {
  private final Leaks leaks = new Leaks(this);
  private final Buffers buffers = new Buffers(this);
  private int rank;
  private @Nullable IntFunction<? extends RuntimeException> abort;

  /**
   * The rank is known.
   *
   * @param ender ends the job with an exit code: returns what is to be thrown, or does not return
   */
  public void begin(int itsRank, IntFunction<? extends RuntimeException> ender) {
    rank = itsRank;
    abort = ender;
  }

  /** What is made and has to be freed. */
  public Leaks leaks() {
    return leaks;
  }

  /** The memory that operations under way use. */
  public Buffers buffers() {
    return buffers;
  }

  /**
   * A message comes to a receive.
   *
   * @param theirs what it carries of its {@link TypeSignature}
   * @param bytes its length
   */
  public void received(int theirs, long bytes, Buf mine, int source, int tag, String label) {
    String wrong = TypeSignature.mismatch(theirs, bytes, mine);
    if (wrong != null) {
      String what = "the message from rank %d with tag %d on %s: %s";
      report(Mistake.MESSAGE_TYPE, what.formatted(source, tag, label, wrong));
    }
  }

  /** A mistake in the call that the calling thread is in. */
  public void report(Mistake mistake, String what) {
    report(mistake, Check.place(), what);
  }

  /** A mistake at a place in the program. */
  public void report(Mistake mistake, String place, String what) {
    if (Check.tell(mistake, rank, place, what) && abort != null) {
      throw abort.apply(Check.EXIT_CODE);
    }
  }
}
