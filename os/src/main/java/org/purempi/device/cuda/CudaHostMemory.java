package org.purempi.device.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Memory of the host that stays where it is (pinned), so that the device copies by itself. */
final class CudaHostMemory {
  /** Pinned for all contexts. */
  private static final int PORTABLE = 1;

  private final CudaDevice device;

  /** The addresses of what was pinned here. */
  private final Set<Long> pinned = ConcurrentHashMap.newKeySet();

  CudaHostMemory(CudaDevice device) {
    this.device = device;
  }

  @SuppressWarnings("restricted")
  MemorySegment allocate(long bytes, Arena arena) {
    long address = device.allocate(CudaCall.ALLOCATE_HOST, bytes);
    return MemorySegment.ofAddress(address)
        .reinterpret(bytes, arena, all -> device.give(CudaCall.FREE_HOST, all.address()));
  }

  /** False for an array, and where the driver does not: too much is pinned, or it is already. */
  boolean pin(MemorySegment memory) {
    if (!memory.isNative() || memory.byteSize() == 0) {
      return false;
    }
    long address = address(memory, 0, memory.byteSize(), true);
    try (var _ = device.enter()) {
      int error = CudaCall.REGISTER_HOST.answer(address, memory.byteSize(), PORTABLE);
      return error == CudaError.NONE && pinned.add(address);
    }
  }

  void unpin(MemorySegment memory) {
    if (pinned.remove(memory.address())) {
      device.give(CudaCall.UNREGISTER_HOST, memory.address());
    }
  }

  /**
   * Where the driver finds a part of native memory of the host.
   *
   * @throws IndexOutOfBoundsException if it is not that long
   * @throws IllegalArgumentException if it is an array's, or is to be written and cannot be
   * @throws IllegalStateException if it was freed
   */
  static long address(MemorySegment memory, long at, long bytes, boolean isWritten) {
    if (!memory.isNative()) {
      throw new IllegalArgumentException("an array may move before a stream copies it");
    }
    if (isWritten && memory.isReadOnly()) {
      throw new IllegalArgumentException("the memory cannot be written to");
    }
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException("the memory of the host was freed");
    }
    return memory.asSlice(at, bytes).address();
  }
}
