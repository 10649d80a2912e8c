package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;

/** The driver's error numbers ({@code CUresult}), and what they mean for whoever called. */
final class CudaError {
  static final int NONE = 0;
  static final int INVALID_VALUE = 1;
  static final int OUT_OF_MEMORY = 2;
  static final int INVALID_CONTEXT = 201;
  static final int NOT_READY = 600;

  private static final int DEINITIALIZED = 4;

  private CudaError() {}

  /**
   * Throws what a call has returned.
   *
   * @throws DeviceException if that is an error
   */
  static void check(CudaCall call, int error) {
    if (error != NONE) {
      throw new DeviceException(reason(call, error), text(call, error) + hint(call, error));
    }
  }

  /**
   * As {@link #check}, for what gives something back: when the process ends, the driver may be gone
   * before us, and everything with it.
   */
  static void checkGivenBack(CudaCall call, int error) {
    if (error != DEINITIALIZED) {
      check(call, error);
    }
  }

  /** The call, and the error's name and meaning in the driver's words. */
  static String text(CudaCall call, int error) {
    return "%s: %s (%s)"
        .formatted(
            call.symbol(), word(CudaCall.ERROR_NAME, error), word(CudaCall.ERROR_TEXT, error));
  }

  private static String word(CudaCall call, int error) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      long text = call.answer(error, word.address()) == NONE ? word.get(JAVA_LONG, 0) : 0;
      return text == 0 ? "error " + error : string(text);
    }
  }

  @SuppressWarnings("restricted")
  private static String string(long address) {
    return MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE).getString(0);
  }

  private static Reason reason(CudaCall call, int error) {
    return switch (error) {
      case INVALID_VALUE -> isAboutMemory(call) ? Reason.BAD_MEMORY : Reason.FAILED;
      case OUT_OF_MEMORY -> Reason.NO_MEMORY;
      // Not initialized, deinitialized, a stub, taken, none, no such device, the system, not ready,
      // versions that do not fit.
      case 3, DEINITIALIZED, 34, 46, 100, 101, 304, 802, 803, 804 -> Reason.UNAVAILABLE;
      // No binary for this device, no peer access, PTX that it does not understand or no compiler
      // for it, not permitted, not supported.
      case 209, 217, 218, 221, 222, 223, 800, 801 -> Reason.UNSUPPORTED;
      default -> Reason.FAILED;
    };
  }

  private static boolean isAboutMemory(CudaCall call) {
    return switch (call) {
      case FREE, FREE_HOST, EXPORT, OPEN, CLOSE, POINTER_ATTRIBUTES, ADDRESS_RANGE -> true;
      case TO_HOST, FROM_HOST, COPY, COPY_PEER, COPY_PITCHED -> true;
      default -> false;
    };
  }

  private static String hint(CudaCall call, int error) {
    return switch (error) {
      case INVALID_VALUE ->
          isAboutMemory(call) ? ": the memory was freed, or is not as long, or never was" : "";
      // An address that is not there, a misaligned one, an instruction, a launch that failed.
      case 700, 715, 716, 717, 718, 719 ->
          ": this process cannot use the device any more, start it again";
      default -> "";
    };
  }
}
