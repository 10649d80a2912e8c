package org.purempi.os.fast;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.purempi.setting.Setting;

/**
 * Copies many pieces of one length between places in memory, arrays on the heap included, by
 * machine code written for that length ({@link PieceCode}). Loops in Java do as well once the JIT
 * has compiled them for each length and each two kinds of memory; this code is fast from its first
 * call.
 *
 * <p>Linux on x86-64 only. Elsewhere, and until the first question has bound it in the background,
 * {@link #isReady} is false.
 */
public final class PieceCopy {
  /** No collection of this process can begin during one call, so a call does not take long. */
  private static final long BYTES_PER_CALL = 256 << 10;

  private static final Readiness READINESS = new Readiness(Setting.PIECE_COPY, Routines::areBound);

  private PieceCopy() {}

  /** Whether it is being bound, or will be at the first question. */
  public static boolean isPending() {
    return READINESS.isPending();
  }

  /** Whether pieces can be copied now; if not, begins to make it so on another thread. */
  public static boolean isReady() {
    return READINESS.get();
  }

  /**
   * Copies {@code n} pieces of {@code piece} bytes at equal distances to places at equal distances,
   * one after the other. Distances may be negative.
   *
   * @throws IndexOutOfBoundsException when one of them is not within its segment
   */
  public static void strided(
      long piece,
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      long n) {
    if (n <= 0) {
      return;
    }
    check(from, fromAt, fromStride, piece, n);
    check(to, toAt, toStride, piece, n);
    checkWritable(to);
    long blocks = piece / PieceCode.BLOCK_BYTES;
    long moved = blocks * PieceCode.BLOCK_BYTES;
    MemorySegment routine = Routines.STRIDED[Routines.index(piece)];
    long turn = turn(piece);
    for (long done = 0; done < n; done += turn) {
      call(
          routine,
          from,
          fromAt + done * fromStride,
          fromStride - moved,
          to,
          toAt + done * toStride,
          toStride - moved,
          Math.min(turn, n - done),
          blocks);
    }
  }

  private static void call(
      MemorySegment routine,
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      long n,
      long blocks) {
    try {
      Routines.OF_STRIDED.invokeExact(
          routine, from, fromAt, fromStride, to, toAt, toStride, n, blocks);
    } catch (Throwable e) {
      throw MachineCode.thrown(e);
    }
  }

  /** Pieces that {@link #across} copies are shorter. */
  public static final int ACROSS_BELOW_BYTES = PieceCode.BLOCK_BYTES;

  /**
   * Copies {@code rows} rows of {@code n} pieces, the first piece of every row before the second
   * one of any: where the rows of one side lie side by side in the same cache lines, each line is
   * touched once.
   *
   * @param piece less than {@link #ACROSS_BELOW_BYTES}
   * @param fromStride bytes from a piece to the next one of its row
   * @param fromRowStride bytes from a row to the next one
   * @throws IndexOutOfBoundsException when a piece is not within its segment
   */
  public static void across(
      int piece,
      MemorySegment from,
      long fromAt,
      long fromStride,
      long fromRowStride,
      MemorySegment to,
      long toAt,
      long toStride,
      long toRowStride,
      long n,
      long rows) {
    if (n <= 0 || rows <= 0) {
      return;
    }
    Objects.checkIndex(piece, ACROSS_BELOW_BYTES);
    check(from, fromAt + Math.min(0, (rows - 1) * fromRowStride), fromStride, piece, n);
    check(from, fromAt + Math.max(0, (rows - 1) * fromRowStride), fromStride, piece, n);
    check(to, toAt + Math.min(0, (rows - 1) * toRowStride), toStride, piece, n);
    check(to, toAt + Math.max(0, (rows - 1) * toRowStride), toStride, piece, n);
    checkWritable(to);
    long turn = turn(piece * rows);
    for (long done = 0; done < n; done += turn) {
      call(
          Routines.ACROSS[piece],
          from,
          fromAt + done * fromStride,
          fromRowStride,
          to,
          toAt + done * toStride,
          toRowStride,
          fromStride,
          toStride,
          rows,
          Math.min(turn, n - done));
    }
  }

  private static void call(
      MemorySegment routine,
      MemorySegment from,
      long fromAt,
      long fromRowStride,
      MemorySegment to,
      long toAt,
      long toRowStride,
      long fromStride,
      long toStride,
      long rows,
      long n) {
    try {
      Routines.OF_ACROSS.invokeExact(
          routine,
          from,
          fromAt,
          fromRowStride,
          to,
          toAt,
          toRowStride,
          fromStride,
          toStride,
          rows,
          n);
    } catch (Throwable e) {
      throw MachineCode.thrown(e);
    }
  }

  /**
   * Copies the pieces at {@code n} offsets from {@code fromAt} to memory without gaps.
   *
   * @param fromAt negative where memory begins behind the place that offsets count from
   * @param offsets not negative; the first one used is {@code first}
   * @throws IndexOutOfBoundsException when one of them is not within its segment; those before it
   *     may have been copied
   */
  public static void gather(
      long piece,
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long toAt,
      int[] offsets,
      int first,
      int n) {
    check(to, toAt, piece, piece, n);
    listed(true, piece, from, fromAt, to, toAt, from.byteSize() - fromAt, offsets, first, n);
  }

  /** The way back: from memory without gaps to pieces at offsets from {@code toAt}. */
  public static void scatter(
      long piece,
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long toAt,
      int[] offsets,
      int first,
      int n) {
    check(from, fromAt, piece, piece, n);
    listed(false, piece, from, fromAt, to, toAt, to.byteSize() - toAt, offsets, first, n);
  }

  /** The side with the offsets has {@code room} bytes. */
  private static void listed(
      boolean isGather,
      long piece,
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long toAt,
      long room,
      int[] offsets,
      int first,
      int n) {
    Objects.checkFromIndexSize(first, n, offsets.length);
    checkWritable(to);
    long listedAt = isGather ? fromAt : toAt;
    if (n > 0 && (room < piece || (listedAt < 0 && lowest(offsets, first, n) < -listedAt))) {
      throw new IndexOutOfBoundsException(
          "pieces of " + piece + " bytes from " + fromAt + " to " + toAt + ": there is no room");
    }
    MemorySegment routine = (isGather ? Routines.GATHER : Routines.SCATTER)[Routines.index(piece)];
    MemorySegment list = MemorySegment.ofArray(offsets);
    long turn = turn(piece);
    for (long done = 0; done < n; done += turn) {
      long dense = done * piece;
      long left =
          call(
              routine,
              from,
              isGather ? fromAt : fromAt + dense,
              to,
              isGather ? toAt + dense : toAt,
              list,
              first + done,
              Math.min(turn, n - done),
              room - piece,
              piece / PieceCode.BLOCK_BYTES);
      if (left != 0) {
        throw new IndexOutOfBoundsException(
            "a piece of " + piece + " bytes lies outside of " + room + " bytes");
      }
    }
  }

  private static int lowest(int[] offsets, int first, int n) {
    int lowest = offsets[first];
    for (int i = first + 1; i < first + n; i++) {
      lowest = Math.min(lowest, offsets[i]);
    }
    return lowest;
  }

  private static long call(
      MemorySegment routine,
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long toAt,
      MemorySegment offsets,
      long first,
      long n,
      long limit,
      long blocks) {
    try {
      return (long)
          Routines.OF_LISTED.invokeExact(
              routine, from, fromAt, to, toAt, offsets, first, n, limit, blocks);
    } catch (Throwable e) {
      throw MachineCode.thrown(e);
    }
  }

  /** Copies all pieces of a table to memory without gaps (gather), or back (scatter). */
  static long runs(
      boolean isGather,
      MemorySegment from,
      long fromAt,
      MemorySegment to,
      long toAt,
      MemorySegment table,
      long runs,
      long room) {
    MemorySegment routine = isGather ? Routines.GATHER_RUNS : Routines.SCATTER_RUNS;
    try {
      return (long)
          Routines.OF_RUNS.invokeExact(routine, from, fromAt, to, toAt, table, runs, room);
    } catch (Throwable e) {
      throw MachineCode.thrown(e);
    }
  }

  private static long turn(long piece) {
    return Math.max(1, BYTES_PER_CALL / piece);
  }

  static void checkWritable(MemorySegment to) {
    if (to.isReadOnly()) {
      throw new IllegalArgumentException("pieces cannot be copied to read-only memory: " + to);
    }
  }

  private static void check(MemorySegment in, long at, long stride, long piece, long n) {
    long last = (n - 1) * stride;
    long low = at + Math.min(0, last);
    long high = at + Math.max(0, last) + piece;
    if (n > 0 && (low < 0 || high > in.byteSize())) {
      throw new IndexOutOfBoundsException(
          "%d pieces of %d bytes from %d on, %d apart, are not within %d bytes"
              .formatted(n, piece, at, stride, in.byteSize()));
    }
  }

  /** Bound when this class is first used. */
  static final class Routines {
    /** By the rest; those with blocks behind those without. */
    static final MemorySegment[] STRIDED = new MemorySegment[2 * PieceCode.BLOCK_BYTES];

    static final MemorySegment[] GATHER = new MemorySegment[STRIDED.length];
    static final MemorySegment[] SCATTER = new MemorySegment[STRIDED.length];

    static final MemorySegment[] ACROSS = new MemorySegment[PieceCode.BLOCK_BYTES];

    /** Where the turns begin in the area, by the rest as above. */
    static final int[] GATHER_TURNS = new int[STRIDED.length];

    static final int[] SCATTER_TURNS = new int[STRIDED.length];

    private static final byte[] RUNS_OF_GATHER = PieceCode.runs(true, 0);

    private static final MemorySegment AREA = write();

    static final MemorySegment GATHER_RUNS = AREA;
    static final MemorySegment SCATTER_RUNS = at(AREA, RUNS_OF_GATHER.length);

    static final MethodHandle OF_STRIDED =
        handle(
            FunctionDescriptor.ofVoid(
                ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG));
    static final MethodHandle OF_ACROSS =
        handle(
            FunctionDescriptor.ofVoid(
                ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG, JAVA_LONG));
    static final MethodHandle OF_LISTED =
        handle(
            FunctionDescriptor.of(
                JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG,
                JAVA_LONG, JAVA_LONG));
    static final MethodHandle OF_RUNS =
        handle(
            FunctionDescriptor.of(
                JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG));

    static boolean areBound() {
      return AREA != MachineCode.NOWHERE;
    }

    static int index(long piece) {
      int rest = (int) (piece % PieceCode.BLOCK_BYTES);
      return piece < PieceCode.BLOCK_BYTES ? rest : rest + PieceCode.BLOCK_BYTES;
    }

    private static MemorySegment write() {
      var all = new ByteArrayOutputStream();
      all.writeBytes(RUNS_OF_GATHER);
      all.writeBytes(PieceCode.runs(false, -all.size()));
      int[] starts = new int[3 * STRIDED.length];
      int[] acrossStarts = new int[ACROSS.length];
      for (int i = 0; i < ACROSS.length; i++) {
        acrossStarts[i] = all.size();
        all.writeBytes(PieceCode.across(i));
      }
      for (int i = 0; i < STRIDED.length; i++) {
        int rest = i % PieceCode.BLOCK_BYTES;
        boolean hasBlocks = i >= PieceCode.BLOCK_BYTES;
        starts[3 * i] = all.size();
        all.writeBytes(PieceCode.strided(rest, hasBlocks));
        starts[3 * i + 1] = all.size();
        all.writeBytes(PieceCode.gather(rest, hasBlocks));
        starts[3 * i + 2] = all.size();
        all.writeBytes(PieceCode.scatter(rest, hasBlocks));
      }
      MemorySegment area = MachineCode.pages(all.toByteArray());
      for (int i = 0; i < ACROSS.length; i++) {
        ACROSS[i] = at(area, acrossStarts[i]);
      }
      for (int i = 0; i < STRIDED.length; i++) {
        STRIDED[i] = at(area, starts[3 * i]);
        GATHER[i] = at(area, starts[3 * i + 1]);
        SCATTER[i] = at(area, starts[3 * i + 2]);
        GATHER_TURNS[i] = starts[3 * i + 1] + PieceCode.LISTED_TURNS;
        SCATTER_TURNS[i] = starts[3 * i + 2] + PieceCode.LISTED_TURNS;
      }
      return area;
    }

    private static MemorySegment at(MemorySegment area, long offset) {
      return MemorySegment.ofAddress(area.address() + offset);
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(FunctionDescriptor descriptor) {
      // Critical: takes arrays, which then stay where they are.
      return Linker.nativeLinker().downcallHandle(descriptor, Linker.Option.critical(true));
    }
  }
}
