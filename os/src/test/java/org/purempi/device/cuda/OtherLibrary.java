package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** What another library of the process would do with the driver, and what the stand-in counts. */
@SuppressWarnings("restricted")
final class OtherLibrary {
  private static final SymbolLookup DRIVER =
      SymbolLookup.libraryLookup(CudaCall.LIBRARY, Arena.global());
  private static final Linker LINKER = Linker.nativeLinker();

  /** Whether the driver is ours; else it counts nothing. */
  static final boolean IS_STAND_IN = DRIVER.find("standInCount").isPresent();

  private OtherLibrary() {}

  /** What the stand-in counts, in its order. */
  enum Counted {
    COPY_PINNED,
    COPY_PAGEABLE,
    COPY_PITCHED,
    COPY_DEVICE,
    COPY_PEER,
    KERNELS,
    BLOCKS,
    STREAMS,
    EVENTS;

    @SuppressWarnings("EnumOrdinal") // the order is that of the C enum
    long now() {
      if (!IS_STAND_IN) {
        return 0;
      }
      try {
        MethodHandle count =
            LINKER.downcallHandle(
                DRIVER.findOrThrow("standInCount"), FunctionDescriptor.of(JAVA_LONG, JAVA_INT));
        return (long) count.invokeExact(ordinal());
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }
  }

  /** Makes a context of its own and leaves it current on this thread. */
  static long makeContext(int device) {
    FunctionDescriptor type = FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment made = arena.allocate(JAVA_LONG);
      MethodHandle create = LINKER.downcallHandle(DRIVER.findOrThrow("cuCtxCreate_v2"), type);
      CudaError.check(CudaCall.CONTEXT_SET, (int) create.invokeExact(made.address(), 0, device));
      return made.get(JAVA_LONG, 0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Memory of the default pool of the current device. */
  static long allocateFromPool(long bytes) {
    FunctionDescriptor type = FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment made = arena.allocate(JAVA_LONG);
      MethodHandle allocate = LINKER.downcallHandle(DRIVER.findOrThrow("cuMemAllocAsync"), type);
      CudaError.check(CudaCall.ALLOCATE, (int) allocate.invokeExact(made.address(), bytes, 0L));
      return made.get(JAVA_LONG, 0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
