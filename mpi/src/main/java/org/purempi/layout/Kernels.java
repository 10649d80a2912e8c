package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.os.fast.PieceCopy;
import org.purempi.setting.Setting;

/**
 * The {@link Kernel}s between two kinds of memory, one for each length of piece: machine code where
 * there can be such; elsewhere each is a hidden class of its own with {@link StraightCode}.
 *
 * <p>Those classes are many because the JIT compiles an access to a segment for the class of
 * segment that its profile has seen. A loop that has met both heap and native segments looks up the
 * class at every access, and is ten times slower for good. So no two kinds share a loop, though
 * they share its text.
 */
final class Kernels {
  private static final int NATIVE = 0;
  private static final int MAPPED = 1;

  /** Read-only heap memory does not tell its array. */
  private static final int OTHER = 2;

  private static final int BYTES = 3;
  private static final int SHORTS = 4;
  private static final int CHARS = 5;
  private static final int INTS = 6;
  private static final int LONGS = 7;
  private static final int FLOATS = 8;
  private static final int DOUBLES = 9;
  private static final int KINDS = 10;

  /** Longer pieces are copied one by one. */
  static final int MOST_BYTES = 64;

  /** So many pieces in one loop, which an int counts. */
  private static final int TURN = 1 << 20;

  /** Whether classes can be defined at run time; written and read plainly, it changes once. */
  private static boolean isAble = Setting.STRAIGHT_CODE.isOn();

  /** Machine code is faster up to here; the JVM's own copy from here on. */
  private static final int MOST_BYTES_IN_MACHINE_CODE = 2 << 10;

  /** Fewer pieces are not worth a call of their own. */
  private static final int FEW_PIECES = 3;

  private static final int LINE_BYTES = 64;

  /** So many rows side by side are moved together: more would be more streams on the other side. */
  private static final int ROWS_ACROSS = 8;

  /** So many classes are made; a program that needs more of them shares slower loops. */
  private static final int MOST_CLASSES = 256;

  private static final AtomicInteger CLASSES = new AtomicInteger();

  private static final AtomicReferenceArray<@Nullable Kernels> TABLE =
      new AtomicReferenceArray<>(KINDS * KINDS);

  private final AtomicReferenceArray<@Nullable Kernel> byLength =
      new AtomicReferenceArray<>(MOST_BYTES + 1);

  private static final Kernel[] MACHINE =
      IntStream.rangeClosed(0, MOST_BYTES).mapToObj(MachineKernel::new).toArray(Kernel[]::new);

  private Kernels() {}

  /** Which class of segment this is. */
  static int kind(MemorySegment segment) {
    if (segment.isNative()) {
      return segment.isMapped() ? MAPPED : NATIVE;
    }
    Object base = segment.heapBase().orElse(null);
    return switch (base) {
      case null -> OTHER;
      case byte[] a -> BYTES;
      case short[] a -> SHORTS;
      case char[] a -> CHARS;
      case int[] a -> INTS;
      case long[] a -> LONGS;
      case float[] a -> FLOATS;
      case double[] a -> DOUBLES;
      default -> OTHER;
    };
  }

  /** The kernels from one kind of memory to another. */
  static Kernels of(int fromKind, int toKind) {
    int i = fromKind * KINDS + toKind;
    // Acquire: with the release below. Two threads may make one each; the first one's stays.
    Kernels kernels = TABLE.getAcquire(i);
    if (kernels == null) {
      Kernels made = new Kernels();
      kernels = TABLE.compareAndExchangeRelease(i, null, made);
      kernels = kernels == null ? made : kernels;
    }
    return kernels;
  }

  /** Copies pieces of any length. */
  void strided(
      MemorySegment from,
      long fromAt,
      long fromStride,
      MemorySegment to,
      long toAt,
      long toStride,
      long pieceBytes,
      long n) {
    if (n >= FEW_PIECES && pieceBytes <= MOST_BYTES_IN_MACHINE_CODE && PieceCopy.isReady()) {
      PieceCopy.strided(pieceBytes, from, fromAt, fromStride, to, toAt, toStride, n);
      return;
    }
    if (pieceBytes > MOST_BYTES || n < FEW_PIECES) {
      for (long i = 0; i < n; i++) {
        MemorySegment.copy(from, fromAt + i * fromStride, to, toAt + i * toStride, pieceBytes);
      }
      return;
    }
    Kernel kernel = of((int) pieceBytes);
    for (long done = 0; done < n; done += TURN) {
      int turn = (int) Math.min(TURN, n - done);
      long f = fromAt + done * fromStride;
      long t = toAt + done * toStride;
      if (toStride == pieceBytes) {
        kernel.pack(from, f, fromStride, to, t, toStride, turn);
      } else if (fromStride == pieceBytes) {
        kernel.unpack(from, f, fromStride, to, t, toStride, turn);
      } else {
        kernel.strided(from, f, fromStride, to, t, toStride, turn);
      }
    }
  }

  /** Copies {@code rows} rows of {@code n} pieces of any length. */
  void grid(
      MemorySegment from,
      long fromAt,
      long fromStride,
      long fromRowStride,
      MemorySegment to,
      long toAt,
      long toStride,
      long toRowStride,
      long pieceBytes,
      long n,
      long rows) {
    boolean isAcross =
        rows > 1
            && n >= FEW_PIECES
            && pieceBytes < PieceCopy.ACROSS_BELOW_BYTES
            && (isSideBySide(fromStride, fromRowStride) || isSideBySide(toStride, toRowStride))
            && PieceCopy.isReady();
    for (long r = 0; r < rows; r += isAcross ? ROWS_ACROSS : 1) {
      long f = fromAt + r * fromRowStride;
      long t = toAt + r * toRowStride;
      if (isAcross) {
        int piece = (int) pieceBytes;
        long turn = Math.min(ROWS_ACROSS, rows - r);
        PieceCopy.across(
            piece, from, f, fromStride, fromRowStride, to, t, toStride, toRowStride, n, turn);
      } else {
        strided(from, f, fromStride, to, t, toStride, pieceBytes, n);
      }
    }
  }

  /** Whether a cache line holds pieces of several rows, and not two of the same. */
  private static boolean isSideBySide(long stride, long rowStride) {
    return Math.abs(rowStride) < LINE_BYTES && Math.abs(stride) >= LINE_BYTES;
  }

  /** The kernel for pieces of so many bytes, at most {@link #MOST_BYTES}. */
  Kernel of(int pieceBytes) {
    if (PieceCopy.isReady()) {
      return MACHINE[pieceBytes];
    }
    return PieceCopy.isPending() ? new CopyKernel(pieceBytes) : written(pieceBytes);
  }

  /** The class written at run time for pieces of so many bytes. */
  Kernel written(int pieceBytes) {
    // Acquire and release as above.
    Kernel kernel = byLength.getAcquire(pieceBytes);
    if (kernel == null) {
      Kernel made = make(pieceBytes);
      kernel = byLength.compareAndExchangeRelease(pieceBytes, null, made);
      kernel = kernel == null ? made : kernel;
    }
    return kernel;
  }

  private static Kernel make(int pieceBytes) {
    if (!isAble || CLASSES.incrementAndGet() > MOST_CLASSES) {
      return new CopyKernel(pieceBytes);
    }
    try {
      MethodHandles.Lookup own =
          MethodHandles.lookup().defineHiddenClass(StraightCode.classFile(pieceBytes), true);
      MethodType noArguments = MethodType.methodType(void.class);
      return (Kernel) own.findConstructor(own.lookupClass(), noArguments).invoke();
    } catch (UnsupportedOperationException e) {
      isAble = false; // in a native image no class is defined at run time
      return new CopyKernel(pieceBytes);
    } catch (Throwable e) {
      throw new LinkageError("a kernel cannot be defined as a hidden class", e);
    }
  }
}
