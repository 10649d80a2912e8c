package org.purempi.reduction;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.purempi.BasicDatatype;
import org.purempi.Op;
import org.purempi.StructDatatype;
import org.purempi.layout.ContiguousCursor;
import org.purempi.layout.Layout;
import org.purempi.os.fast.VectorSum;

/**
 * Combines elements in memory of any kind, block by block through two arrays that stay in the
 * first-level cache.
 *
 * <p>Also two arrays of the type's own primitive go this way unless the operands lie at the same
 * index of both: C2 of JDK 25 makes vector code of {@code b[k] = a[k] + b[k]}, but not of {@code
 * b[j + k] = a[i + k] + b[j + k]}, where {@code a} and {@code b} could be one array that overlaps
 * itself. Three copies within the cache cost less than the scalar loop. A sum needs neither where
 * there is {@link VectorSum}.
 */
final class BlockedReduction {
  /** Two blocks fill a quarter of a first-level cache of 32 KiB. */
  static final int BLOCK_BYTES = 4096;

  /** Of fewer the copies take no longer than the call (docs/decisions/kernels.md). */
  private static final long SUMMED_AT_ONCE_FROM_BYTES = 256;

  /** A thread's own blocks of a unit: memory that one reduction at a time uses. */
  private static final ThreadLocal<BlockedReduction[]> OWN =
      ThreadLocal.withInitial(() -> new BlockedReduction[Unit.values().length]);

  private final Unit unit;
  private final Object in;
  private final Object inout;
  private final MemorySegment inView;
  private final MemorySegment inoutView;
  private final ContiguousCursor cursor = new ContiguousCursor();

  private BlockedReduction(Unit unit) {
    this.unit = unit;
    this.in = unit.newArray(BLOCK_BYTES / unit.bytes);
    this.inout = unit.newArray(BLOCK_BYTES / unit.bytes);
    this.inView = Objects.requireNonNull(Layout.view(in));
    this.inoutView = Objects.requireNonNull(Layout.view(inout));
  }

  private static BlockedReduction own(Unit unit) {
    BlockedReduction[] own = OWN.get();
    BlockedReduction blocks = own[unit.slot];
    if (blocks == null) {
      blocks = new BlockedReduction(unit);
      own[unit.slot] = blocks;
    }
    return blocks;
  }

  /** {@code count} elements of {@code type}; {@code in} and {@code inout} begin at byte offsets. */
  static void apply(
      Op op,
      BasicDatatype type,
      Object in,
      long inOffset,
      Object inout,
      long inoutOffset,
      long count) {
    Unit unit = Unit.of(type);
    long bytes = count * type.width();
    if (inOffset == inoutOffset && unit.fits(in, inOffset) && unit.fits(inout, inoutOffset)) {
      int from = (int) (inOffset / unit.bytes);
      unit.apply(op, type, in, inout, from, (int) (from + bytes / unit.bytes));
      return;
    }
    long done = op == Op.SUM ? sum(unit, in, inOffset, inout, inoutOffset, bytes) : 0;
    if (done < bytes) {
      // A user's function may itself reduce: it must not find its caller's blocks.
      BlockedReduction blocks =
          op instanceof Op.Predefined ? own(unit) : new BlockedReduction(unit);
      blocks.run(op, type, in, inOffset + done, inout, inoutOffset + done, bytes - done);
    }
  }

  /**
   * By vector instructions, as far as they go.
   *
   * @return how many bytes are done
   */
  private static long sum(
      Unit unit, Object in, long inOffset, Object inout, long inoutOffset, long bytes) {
    VectorSum.Numbers numbers = unit.numbers;
    if (numbers == null || bytes < SUMMED_AT_ONCE_FROM_BYTES || !VectorSum.isReady()) {
      return 0;
    }
    MemorySegment from = Layout.view(in);
    MemorySegment to = Layout.view(inout);
    if (from == null || to == null) {
      return 0;
    }
    long whole = bytes & -VectorSum.STEP_BYTES;
    VectorSum.add(numbers, from, inOffset, to, inoutOffset, whole);
    return whole;
  }

  private void run(
      Op op,
      BasicDatatype type,
      Object from,
      long fromOffset,
      Object to,
      long toOffset,
      long bytes) {
    for (long done = 0; done < bytes; done += BLOCK_BYTES) {
      long n = Math.min(BLOCK_BYTES, bytes - done);
      fill(from, fromOffset + done, to, toOffset + done, n);
      unit.apply(op, type, in, inout, 0, (int) (n / unit.bytes));
      cursor.reset(to, toOffset + done, n).write(inoutView, 0, n);
    }
    cursor.clear();
  }

  private void fill(Object from, long fromOffset, Object to, long toOffset, long bytes) {
    cursor.reset(from, fromOffset, bytes).read(inView, 0, bytes);
    cursor.reset(to, toOffset, bytes).read(inoutView, 0, bytes);
  }

  /** MAXLOC or MINLOC of {@code count} pairs; both operands begin at byte offsets. */
  static void applyPairs(
      StructDatatype type,
      boolean max,
      Object in,
      long inOffset,
      Object inout,
      long inoutOffset,
      long count) {
    BlockedReduction blocks = own(Unit.BYTE);
    StructDatatype.Block index = type.blocks().get(1);
    long pairBytes = index.displacement() + index.type().size();
    long length = BLOCK_BYTES / type.extent();
    for (long done = 0; done < count; done += length) {
      int n = (int) Math.min(length, count - done);
      long at = done * type.extent();
      long bytes = (n - 1) * type.extent() + pairBytes;
      blocks.fill(in, inOffset + at, inout, inoutOffset + at, bytes);
      PairLoops.apply(type, max, (byte[]) blocks.in, (byte[]) blocks.inout, n);
      blocks.cursor.reset(inout, inoutOffset + at, bytes).write(blocks.inoutView, 0, bytes);
    }
    blocks.cursor.clear();
  }
}
