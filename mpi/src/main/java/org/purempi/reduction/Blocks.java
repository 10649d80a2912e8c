package org.purempi.reduction;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import org.purempi.BasicDatatype;
import org.purempi.Op;
import org.purempi.StructDatatype;
import org.purempi.layout.ContiguousCursor;

/**
 * Combines basic elements in memory of any kind, block by block through arrays that stay in the
 * first-level cache.
 */
final class Blocks {
  /** Two blocks fill a quarter of a first-level cache of 32 KiB. */
  static final int BLOCK_BYTES = 4096;

  /** A thread's own blocks: memory that one thread at a time uses. */
  private static final ThreadLocal<Blocks> OWN = ThreadLocal.withInitial(Blocks::new);

  private final Map<Unit, Object> inBlocks = new EnumMap<>(Unit.class);
  private final Map<Unit, Object> inoutBlocks = new EnumMap<>(Unit.class);
  private final ContiguousCursor cursor = new ContiguousCursor();

  private Blocks() {}

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
    long units = count * (type.width() / unit.bytes);
    boolean inFits = unit.fits(in, inOffset);
    boolean inoutFits = unit.fits(inout, inoutOffset);
    if (inFits && inoutFits) {
      int i = (int) (inOffset / unit.bytes);
      int j = (int) (inoutOffset / unit.bytes);
      unit.apply(op, type, in, i, inout, j, (int) units);
      return;
    }
    // A user's function may itself reduce: it must not find its caller's blocks.
    Blocks blocks = op instanceof Op.Predefined ? OWN.get() : new Blocks();
    blocks.run(unit, op, type, in, inOffset, inFits, inout, inoutOffset, inoutFits, units);
  }

  private void run(
      Unit unit,
      Op op,
      BasicDatatype type,
      Object in,
      long inOffset,
      boolean inFits,
      Object inout,
      long inoutOffset,
      boolean inoutFits,
      long units) {
    int length = BLOCK_BYTES / unit.bytes;
    Object a = inFits ? in : block(inBlocks, unit);
    Object b = inoutFits ? inout : block(inoutBlocks, unit);
    for (long done = 0; done < units; done += length) {
      int n = (int) Math.min(length, units - done);
      long doneBytes = done * unit.bytes;
      long bytes = (long) n * unit.bytes;
      int i = 0;
      int j = 0;
      if (inFits) {
        i = (int) ((inOffset + doneBytes) / unit.bytes);
      } else {
        cursor.reset(in, inOffset + doneBytes, bytes).read(Unit.view(a), 0, bytes);
      }
      if (inoutFits) {
        j = (int) ((inoutOffset + doneBytes) / unit.bytes);
      } else {
        cursor.reset(inout, inoutOffset + doneBytes, bytes).read(Unit.view(b), 0, bytes);
      }
      unit.apply(op, type, a, i, b, j, n);
      if (!inoutFits) {
        MemorySegment result = Unit.view(b);
        cursor.reset(inout, inoutOffset + doneBytes, bytes).write(result, 0, bytes);
      }
    }
    cursor.clear();
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
    Blocks blocks = OWN.get();
    byte[] a = (byte[]) block(blocks.inBlocks, Unit.BYTE);
    byte[] b = (byte[]) block(blocks.inoutBlocks, Unit.BYTE);
    StructDatatype.Block index = type.blocks().get(1);
    long pairBytes = index.displacement() + index.type().size();
    long length = BLOCK_BYTES / type.extent();
    for (long done = 0; done < count; done += length) {
      int n = (int) Math.min(length, count - done);
      long at = done * type.extent();
      long bytes = (n - 1) * type.extent() + pairBytes;
      blocks.cursor.reset(in, inOffset + at, bytes).read(MemorySegment.ofArray(a), 0, bytes);
      blocks.cursor.reset(inout, inoutOffset + at, bytes).read(MemorySegment.ofArray(b), 0, bytes);
      PairLoops.apply(type, max, a, b, n);
      blocks.cursor.reset(inout, inoutOffset + at, bytes).write(MemorySegment.ofArray(b), 0, bytes);
    }
    blocks.cursor.clear();
  }

  private static Object block(Map<Unit, Object> blocks, Unit unit) {
    return blocks.computeIfAbsent(unit, u -> u.newArray(BLOCK_BYTES / u.bytes));
  }
}
