package org.purempi.check;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;

/** The memory that a rank's operations under way use. Any thread. */
public final class Buffers {
  /** A buffer in use. */
  final class Active {
    private final Use use;
    private final Extent extent;
    private final String place;
    private @Nullable Long sum;

    private Active(Use use, String place) {
      this.use = use;
      this.place = place;
      this.extent = Extent.of(use.buf());
      this.sum = use.isSettled() && !use.isWritten() ? use.sum() : null; // data may come in pieces
    }

    Buf buf() {
      return use.buf();
    }

    /** There is no operation. */
    void forget() {
      synchronized (all) {
        all.remove(this);
      }
    }

    /** The operation has written its data, and writes no more. */
    void settle() {
      sum = use.sum();
    }

    /** The program knows that the operation is over. */
    void end() {
      forget();
      Long now = sum == null ? null : use.sum();
      if (now != null && !now.equals(sum)) {
        checker.report(
            Mistake.MODIFIED,
            place,
            use.call()
                + ": its buffer, "
                + use.buf()
                + ", was written to before the operation was complete: wait for it first");
      }
    }
  }

  private final Checker checker;
  private final Set<Active> all = new LinkedHashSet<>();

  Buffers(Checker checker) {
    this.checker = checker;
  }

  /** An operation begins to use a buffer; null if it has no data. */
  @Nullable Active begin(Use use, String place) {
    if (use.buf().bytes() == 0) {
      return null;
    }
    Active active = new Active(use, place);
    Active other;
    synchronized (all) {
      other = conflicting(use, active.extent);
      all.add(active);
    }
    tell(use, place, other);
    return active;
  }

  /** The calling thread's call uses a buffer until it returns. */
  public void use(Use use) {
    Active other = null;
    synchronized (all) {
      if (!all.isEmpty() && use.buf().bytes() > 0) {
        other = conflicting(use, Extent.of(use.buf()));
      }
    }
    if (other != null) {
      tell(use, Check.place(), other);
    }
  }

  private @Nullable Active conflicting(Use use, Extent extent) {
    for (Active other : all) {
      if ((use.isWritten() || other.use.isWritten()) && extent.overlaps(other.extent)) {
        return other;
      }
    }
    return null;
  }

  private void tell(Use use, String place, @Nullable Active other) {
    if (other != null) {
      checker.report(
          Mistake.OVERLAP,
          place,
          "%s uses %s, of which %s%s uses some, too, and is not complete"
              .formatted(
                  use.call(),
                  use.buf(),
                  other.use.call(),
                  other.place.isEmpty() ? "" : " at " + other.place));
    }
  }
}
