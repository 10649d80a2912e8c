package org.purempi.layout;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * One {@link CopyKernel} for each two kinds of memory that data moves between, each defined as a
 * hidden class of its own.
 *
 * <p>The JIT compiles an access to a segment for the class of segment that its profile has seen. A
 * loop that has met both heap and native segments looks up the class at every access, and is ten
 * times slower for good. So no two kinds share a loop, though they share its text.
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

  /** Right for all kinds, slow once it has seen many. */
  static final Kernel SHARED = new CopyKernel();

  private static final AtomicReferenceArray<@Nullable Kernel> TABLE =
      new AtomicReferenceArray<>(KINDS * KINDS);

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

  /** The kernel from one kind of memory to another. */
  static Kernel of(int fromKind, int toKind) {
    int i = fromKind * KINDS + toKind;
    // Acquire: with the release below. Two threads may make one each; the first one's stays.
    Kernel kernel = TABLE.getAcquire(i);
    if (kernel == null) {
      Kernel made = Maker.make();
      kernel = TABLE.compareAndExchangeRelease(i, null, made);
      kernel = kernel == null ? made : kernel;
    }
    return kernel;
  }

  /** Defines the class once more. */
  private static final class Maker {
    private static final byte[] CLASS_FILE = read();

    private static byte[] read() {
      try (InputStream in = CopyKernel.class.getResourceAsStream("CopyKernel.class")) {
        return in == null ? new byte[0] : in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Where there are no class files to read, as in a native image, all share one class. */
    static Kernel make() {
      if (CLASS_FILE.length == 0) {
        return SHARED;
      }
      try {
        MethodHandles.Lookup own = MethodHandles.lookup().defineHiddenClass(CLASS_FILE, true);
        MethodHandle constructor =
            own.findConstructor(own.lookupClass(), MethodType.methodType(void.class));
        return (Kernel) constructor.invoke();
      } catch (Throwable e) {
        throw new LinkageError("CopyKernel cannot be defined as a hidden class", e);
      }
    }
  }
}
