package org.purempi.onesided;

import org.jspecify.annotations.Nullable;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/**
 * A rank's part as another rank sees it.
 *
 * @param rank whose it is
 * @param bytes how long it is; not known of a dynamic window
 * @param dispUnit bytes of one displacement
 * @param memory where it lies in this process; null if it must be asked for by frames
 */
record Target(int rank, long bytes, int dispUnit, @Nullable Exposed memory) {
  /** Whether it is the rank's whole memory, of which there is what it has attached. */
  boolean isDynamic() {
    return bytes == Long.MAX_VALUE;
  }

  /** The byte of the part where a displacement is; refuses what lies outside of the part. */
  long place(long disp, long count, Datatype type) {
    if (count < 0) {
      throw new MpiArgumentException(ErrorClass.COUNT, "count is " + count + ": 0 or more");
    }
    if (disp < 0) {
      throw new MpiArgumentException(ErrorClass.DISP, "displacement " + disp + " is below 0");
    }
    try {
      long at = Math.multiplyExact(disp, (long) dispUnit);
      if (count > 0 && type.size() > 0) {
        long steps = Math.multiplyExact(count - 1, type.extent());
        long begin = Math.addExact(at, type.trueLb() + Math.min(0, steps));
        long end = Math.addExact(at, type.trueLb() + type.trueExtent() + Math.max(0, steps));
        if (begin < 0 || end > bytes) {
          throw new MpiArgumentException(
              ErrorClass.RMA_RANGE,
              count
                  + " × "
                  + type
                  + " at displacement "
                  + disp
                  + " need bytes "
                  + begin
                  + " … "
                  + (end - 1)
                  + ": the part of rank "
                  + rank
                  + " has "
                  + bytes);
        }
      }
      return at;
    } catch (ArithmeticException e) {
      throw new MpiArgumentException(
          ErrorClass.DISP,
          "displacement " + disp + " of " + count + " × " + type + " is too large");
    }
  }
}
