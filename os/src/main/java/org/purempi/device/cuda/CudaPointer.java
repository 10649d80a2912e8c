package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;

/**
 * What the driver knows of an address.
 *
 * @param isManaged whether the driver moves it between host and device
 * @param device the ordinal of the device whose memory it is
 * @param context in which it was allocated; 0 for memory of a pool, or mapped by hand
 * @param start where its allocation begins
 * @param bytes the length of the allocation
 * @param allocation a number that no other allocation of this process ever has
 */
record CudaPointer(
    boolean isManaged, int device, long context, long start, long bytes, long allocation) {
  private static final int DEVICE_MEMORY = 2;

  private static final int CONTEXT = 1;
  private static final int MEMORY_TYPE = 2;
  private static final int BUFFER_ID = 7;
  private static final int IS_MANAGED = 8;
  private static final int DEVICE_ORDINAL = 9;
  private static final int RANGE_START = 11;
  private static final int RANGE_SIZE = 12;

  private static final int[] ATTRIBUTES = {
    MEMORY_TYPE, IS_MANAGED, DEVICE_ORDINAL, CONTEXT, RANGE_START, RANGE_SIZE, BUFFER_ID
  };

  /**
   * Of an address; null if it is none of a device's memory, so that it is the host's, or nobody's.
   *
   * @param devices those whose memory it might be, if this thread has no context
   * @throws DeviceException if the driver does not tell
   */
  static @Nullable CudaPointer at(long address, List<CudaDevice> devices) {
    int count = ATTRIBUTES.length;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(JAVA_LONG, 2L * count);
      MemorySegment attributes = arena.allocateFrom(JAVA_INT, ATTRIBUTES);
      for (int i = 0; i < count; i++) {
        words.setAtIndex(JAVA_LONG, i, words.address() + (count + i) * JAVA_LONG.byteSize());
      }
      long[] question = {count, attributes.address(), words.address(), address};
      int error = CudaCall.POINTER_ATTRIBUTES.answer(question);
      if (error == CudaError.INVALID_CONTEXT) {
        error = askIn(devices, question);
      }
      if (error == CudaError.INVALID_VALUE || error == CudaError.INVALID_CONTEXT) {
        return null;
      }
      CudaError.check(CudaCall.POINTER_ATTRIBUTES, error);
      return of(words.asSlice(count * JAVA_LONG.byteSize()));
    }
  }

  /** Asks in a context that is there already; who only asks makes none. */
  private static int askIn(List<CudaDevice> devices, long[] question) {
    for (CudaDevice device : devices) {
      if (device.isInUse()) {
        try (var _ = device.enter()) {
          return CudaCall.POINTER_ATTRIBUTES.answer(question);
        }
      }
    }
    return CudaError.INVALID_CONTEXT;
  }

  private static @Nullable CudaPointer of(MemorySegment values) {
    int type = values.getAtIndex(JAVA_INT, 0);
    boolean isManaged = values.getAtIndex(JAVA_INT, 2) != 0;
    if (type != DEVICE_MEMORY && !isManaged) {
      return null;
    }
    return new CudaPointer(
        isManaged,
        values.getAtIndex(JAVA_INT, 4),
        values.getAtIndex(JAVA_LONG, 3),
        values.getAtIndex(JAVA_LONG, 4),
        values.getAtIndex(JAVA_LONG, 5),
        values.getAtIndex(JAVA_LONG, 6));
  }

  /**
   * Asks before a kernel goes there: one that touches what is not there costs the process its
   * device.
   *
   * @throws DeviceException ({@code BAD_MEMORY}) if no device has that memory
   */
  static CudaPointer require(long address, long bytes) {
    CudaPointer known = at(address, List.of());
    if (known == null) {
      throw new DeviceException(
          Reason.BAD_MEMORY,
          "no device has memory at 0x%x: it was freed, or never allocated".formatted(address));
    }
    known.requireRoom(address, bytes);
    return known;
  }

  /**
   * Checks that the allocation is long enough.
   *
   * @throws DeviceException ({@code BAD_MEMORY}) if it is not
   */
  void requireRoom(long address, long bytes) {
    long room = start + this.bytes - address;
    if (this.bytes != 0 && bytes > room) { // 0: the driver does not tell
      throw new DeviceException(
          Reason.BAD_MEMORY,
          "%d bytes at 0x%x are more than the %d that were allocated from there on"
              .formatted(bytes, address, room));
    }
  }
}
