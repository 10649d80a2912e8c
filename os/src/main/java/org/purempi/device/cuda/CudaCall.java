package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceException;
import org.purempi.device.ExportedMemory;

/**
 * The functions of the CUDA driver API that are used, each bound at its first call. All return an
 * error number, 0 for none. The parameters are written as letters: {@code i} is an {@code int},
 * {@code l} one of the 64 bit words (a size, an address of the host or the device, a handle) and
 * {@code h} a {@code CUipcMemHandle}, by value.
 *
 * @see <a href="https://docs.nvidia.com/cuda/cuda-driver-api/">CUDA driver API</a>
 */
enum CudaCall {
  INIT("cuInit", "i"),
  DRIVER_VERSION("cuDriverGetVersion", "l"),
  ERROR_NAME("cuGetErrorName", "il"),
  ERROR_TEXT("cuGetErrorString", "il"),

  DEVICE_COUNT("cuDeviceGetCount", "l"),
  DEVICE("cuDeviceGet", "li"),
  DEVICE_NAME("cuDeviceGetName", "lii"),
  /** Newer than {@link #DEVICE_UUID}: tells the parts of one that is divided (MIG) apart. */
  DEVICE_PART_UUID("cuDeviceGetUuid_v2", "li"),
  DEVICE_UUID("cuDeviceGetUuid", "li"),

  CONTEXT_RETAIN("cuDevicePrimaryCtxRetain", "li"),
  CONTEXT_STATE("cuDevicePrimaryCtxGetState", "ill"),
  CONTEXT_CURRENT("cuCtxGetCurrent", "l"),
  CONTEXT_SET("cuCtxSetCurrent", "l"),

  ALLOCATE("cuMemAlloc_v2", "ll"),
  ALLOCATE_MANAGED("cuMemAllocManaged", "lli"),
  FREE("cuMemFree_v2", "l"),
  ALLOCATE_HOST("cuMemAllocHost_v2", "ll"),
  FREE_HOST("cuMemFreeHost", "l"),
  REGISTER_HOST("cuMemHostRegister_v2", "lli"),
  UNREGISTER_HOST("cuMemHostUnregister", "l"),
  MEMORY_INFO("cuMemGetInfo_v2", "ll"),

  POINTER_ATTRIBUTES("cuPointerGetAttributes", "illl"),
  ADDRESS_RANGE("cuMemGetAddressRange_v2", "lll"),
  EXPORT("cuIpcGetMemHandle", "ll"),
  OPEN("cuIpcOpenMemHandle_v2", "lhi"),
  CLOSE("cuIpcCloseMemHandle", "l"),

  TO_HOST("cuMemcpyDtoHAsync_v2", "llll"),
  FROM_HOST("cuMemcpyHtoDAsync_v2", "llll"),
  COPY("cuMemcpyDtoDAsync_v2", "llll"),
  COPY_PEER("cuMemcpyPeerAsync", "llllll"),
  COPY_PITCHED("cuMemcpy2DAsync_v2", "ll"),

  STREAM_CREATE("cuStreamCreate", "li"),
  STREAM_AWAIT("cuStreamSynchronize", "l"),
  STREAM_DESTROY("cuStreamDestroy_v2", "l"),
  EVENT_CREATE("cuEventCreate", "li"),
  EVENT_RECORD("cuEventRecord", "ll"),
  EVENT_QUERY("cuEventQuery", "l"),
  EVENT_AWAIT("cuEventSynchronize", "l"),
  EVENT_DESTROY("cuEventDestroy_v2", "l"),

  MODULE_LOAD("cuModuleLoadData", "ll"),
  MODULE_FUNCTION("cuModuleGetFunction", "lll"),
  LAUNCH("cuLaunchKernel", "liiiiiiilll");

  static final String LIBRARY = "libcuda.so.1";

  private static final StructLayout HANDLE =
      MemoryLayout.structLayout(
          MemoryLayout.sequenceLayout(ExportedMemory.HANDLE_BYTES, JAVA_BYTE));

  private final String symbol;
  private final String parameters;

  @SuppressWarnings("ImmutableEnumChecker") // whoever sets it sets it to the same function
  private volatile @Nullable MethodHandle bound;

  CudaCall(String symbol, String parameters) {
    this.symbol = symbol;
    this.parameters = parameters;
  }

  /** Loaded when it is first used. */
  private static final class Library {
    static final SymbolLookup SYMBOLS = load();

    private Library() {}

    @SuppressWarnings("restricted")
    private static SymbolLookup load() {
      return SymbolLookup.libraryLookup(LIBRARY, Arena.global());
    }
  }

  /**
   * Loads the library.
   *
   * @return null, or why it cannot be loaded
   */
  static @Nullable String load() {
    try {
      boolean isThere = Library.SYMBOLS.find(INIT.symbol).isPresent();
      return isThere ? null : LIBRARY + " has no " + INIT.symbol + ": it is not the CUDA driver's";
    } catch (ExceptionInInitializerError e) {
      return "there is no "
          + LIBRARY
          + ": no NVIDIA driver is installed here, or not where the dynamic linker looks";
    } catch (NoClassDefFoundError e) {
      return "there is no " + LIBRARY;
    }
  }

  /** Whether the driver has it; some are newer than others. */
  boolean exists() {
    return Library.SYMBOLS.find(symbol).isPresent();
  }

  String symbol() {
    return symbol;
  }

  private MethodHandle handle() {
    MethodHandle known = bound;
    if (known == null) {
      known = bind();
      bound = known;
    }
    return known;
  }

  @SuppressWarnings("restricted")
  private MethodHandle bind() {
    MemorySegment function =
        Library.SYMBOLS
            .find(symbol)
            .orElseThrow(
                () ->
                    new DeviceException(
                        DeviceException.Reason.UNSUPPORTED,
                        LIBRARY + " has no " + symbol + ": the driver is too old"));
    MemoryLayout[] layouts =
        parameters.chars().mapToObj(CudaCall::layout).toArray(MemoryLayout[]::new);
    MethodHandle exact =
        Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.of(JAVA_INT, layouts));
    if (parameters.indexOf('h') >= 0) {
      return exact;
    }
    int count = parameters.length();
    MethodType longs = MethodType.methodType(int.class, Collections.nCopies(count, long.class));
    return MethodHandles.explicitCastArguments(exact, longs).asSpreader(long[].class, count);
  }

  private static MemoryLayout layout(int letter) {
    return switch (letter) {
      case 'i' -> JAVA_INT;
      case 'l' -> JAVA_LONG;
      default -> HANDLE;
    };
  }

  /** Calls it, all but {@link #OPEN}; the error number. */
  int answer(long... arguments) {
    MethodHandle handle = handle();
    try {
      return (int) handle.invokeExact(arguments);
    } catch (Throwable impossible) {
      throw new AssertionError(symbol + " threw", impossible);
    }
  }

  /**
   * Calls it.
   *
   * @throws DeviceException if there was an error
   */
  void call(long... arguments) {
    CudaError.check(this, answer(arguments));
  }

  /**
   * Calls it with the address of a word as its first argument, before the others.
   *
   * @return what it has put there
   * @throws DeviceException if there was an error
   */
  long get(long... others) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      long[] arguments = new long[others.length + 1];
      arguments[0] = word.address();
      System.arraycopy(others, 0, arguments, 1, others.length);
      call(arguments);
      return word.get(JAVA_LONG, 0);
    }
  }

  /**
   * Calls {@link #OPEN}.
   *
   * @param exported 64 bytes of memory of the host
   * @return the address of the memory
   * @throws DeviceException if there was an error
   */
  static long open(MemorySegment exported, int flags) {
    MethodHandle handle = OPEN.handle();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      int error;
      try {
        error = (int) handle.invokeExact(word.address(), exported, flags);
      } catch (Throwable impossible) {
        throw new AssertionError(OPEN.symbol + " threw", impossible);
      }
      CudaError.check(OPEN, error);
      return word.get(JAVA_LONG, 0);
    }
  }
}
