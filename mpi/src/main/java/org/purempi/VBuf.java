package org.purempi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A buffer cut into one block for each rank: counts and displacements in elements, as the
 * v-collectives take them (sections 6.5, 6.6, 6.8). The blocks may lie in any order and leave gaps.
 */
public final class VBuf {
  /** Says that the data is taken from the receive buffer ({@code MPI_IN_PLACE}). */
  public static final VBuf IN_PLACE = new VBuf(Buf.IN_PLACE, new long[0], new long[0]);

  private final Buf buf;
  private final long[] counts;
  private final long[] displs;

  /** Made when first asked for: a program calls with the same blocks again and again. */
  private final @Nullable Buf[] made;

  private VBuf(Buf buf, long[] counts, long[] displs) {
    if (counts.length != displs.length) {
      throw new MpiArgumentException(
          ErrorClass.ARG, counts.length + " counts but " + displs.length + " displacements");
    }
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] < 0) {
        throw new MpiArgumentException(ErrorClass.COUNT, "counts[" + i + "] is " + counts[i]);
      }
      if (counts[i] > 0 && (displs[i] < 0 || displs[i] > buf.count() - counts[i])) {
        throw new MpiArgumentException(
            ErrorClass.BUFFER,
            "block "
                + i
                + " is elements "
                + displs[i]
                + " … "
                + (displs[i] + counts[i])
                + " of a buffer of "
                + buf.count());
      }
    }
    this.buf = buf;
    this.counts = counts.clone();
    this.displs = displs.clone();
    this.made = new @Nullable Buf[counts.length];
  }

  /** Blocks one after the other, rank 0's first. */
  public static VBuf of(Buf buf, long... counts) {
    long[] displs = new long[counts.length];
    for (int i = 1; i < counts.length; i++) {
      displs[i] = displs[i - 1] + counts[i - 1];
    }
    return new VBuf(buf, counts, displs);
  }

  /** Blocks one after the other, rank 0's first. */
  public static VBuf of(Buf buf, int[] counts) {
    return of(buf, widen(counts));
  }

  /** Blocks anywhere. */
  public static VBuf of(Buf buf, long[] counts, long[] displs) {
    return new VBuf(buf, counts, displs);
  }

  /** Blocks anywhere. */
  public static VBuf of(Buf buf, int[] counts, int[] displs) {
    return new VBuf(buf, widen(counts), widen(displs));
  }

  /** The whole memory. */
  public Buf buf() {
    return buf;
  }

  /** Elements of a rank's block. */
  public long count(int rank) {
    return counts[rank];
  }

  /** Where a rank's block begins, in elements from the start of the memory. */
  public long displ(int rank) {
    return displs[rank];
  }

  /** The block of a rank. */
  public Buf block(int rank) {
    Buf block = made[rank];
    if (block == null) {
      block = counts[rank] == 0 ? buf.slice(0, 0) : buf.slice(displs[rank], counts[rank]);
      made[rank] = block;
    }
    return block;
  }

  /** The number of blocks. */
  public int blocks() {
    return counts.length;
  }

  private static long[] widen(int[] a) {
    long[] wide = new long[Objects.requireNonNull(a).length];
    for (int i = 0; i < a.length; i++) {
      wide[i] = a[i];
    }
    return wide;
  }
}
