package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The primary context of a device: the state that this process has there, which the CUDA runtime
 * and so most other libraries use, too. The driver's functions work in the context that is current
 * on their thread.
 */
final class CudaContext {
  private final long handle;

  private CudaContext(long handle) {
    this.handle = handle;
  }

  /** The one of a device, which is made if there is none. It stays until the process ends. */
  static CudaContext of(int device) {
    return new CudaContext(CudaCall.CONTEXT_RETAIN.get(device));
  }

  /** Whether some library of this process has made the one of a device. */
  static boolean isMade(int device) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment flags = arena.allocate(JAVA_INT);
      MemorySegment active = arena.allocate(JAVA_INT);
      CudaCall.CONTEXT_STATE.call(device, flags.address(), active.address());
      return active.get(JAVA_INT, 0) != 0;
    }
  }

  /** The driver's name for it. */
  long handle() {
    return handle;
  }

  /**
   * Makes it current on this thread until the result is closed; then that which was before. The
   * thread must wait in between for nothing but the driver, not even for a lock: it might be a
   * virtual one, which goes on by another carrier then.
   */
  Current enter() {
    return new Current(handle);
  }

  /** The time in which a context is current. */
  static final class Current implements AutoCloseable {
    private final long entered;
    private final long before;

    Current(long entered) {
      this.entered = entered;
      this.before = CudaCall.CONTEXT_CURRENT.get();
      if (before != entered) {
        CudaCall.CONTEXT_SET.call(entered);
      }
    }

    @Override
    public void close() {
      if (before != entered) {
        CudaCall.CONTEXT_SET.call(before);
      }
    }
  }
}
