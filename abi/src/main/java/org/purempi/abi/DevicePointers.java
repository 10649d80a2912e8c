package org.purempi.abi;

import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.Devices;
import org.purempi.setting.Setting;

/**
 * Finds out whether an address of the program is a device's. The driver is asked, once the program
 * has loaded it: before, no address can be. Whether it has is looked up at the first buffer in each
 * part of memory, for a device's lie apart from those seen before.
 */
final class DevicePointers {
  private static final String DRIVER = "libcuda.so.1";
  private static final int PART_SHIFT = 21;
  private static final int PARTS = 256;

  private static final boolean MAY_BE = mayBe();
  private static final long[] SEEN = new long[PARTS];

  private static volatile boolean isThere = "cuda".equals(Setting.DEVICES.text());

  private DevicePointers() {}

  /** Whether the user has not excluded it. */
  private static boolean mayBe() {
    String kinds = Setting.MEMORY_KINDS.text();
    boolean areHosts = kinds != null && kinds.matches("((system|mpi)[a-z_:]*,?)*");
    return !areHosts && !"none".equals(Setting.DEVICES.text());
  }

  /** The buffer, if it lies in a device's memory; else null. */
  static @Nullable Buf find(long address, long count, Datatype type) {
    if (!MAY_BE || address == 0 || count <= 0 || !isDriverThere(address)) {
      return null;
    }
    long before = type.originBytes(count);
    long steps = Math.max(0, (count - 1) * type.extent());
    long end = steps + Math.max(type.trueLb() + type.trueExtent(), type.lb() + type.extent());
    DeviceMemory memory = at(address - before, before + Math.max(end, 0));
    return memory == null ? null : Buf.of(memory, before, count, type);
  }

  /** The memory, if it is a device's; else null. */
  static @Nullable DeviceMemory find(long address, long bytes) {
    return MAY_BE && bytes > 0 && isDriverThere(address) ? at(address, bytes) : null;
  }

  private static @Nullable DeviceMemory at(long address, long bytes) {
    try {
      return Devices.memoryAt(address, bytes);
    } catch (DeviceException e) {
      throw new MpiException(ErrorClass.BUFFER, String.valueOf(e.getMessage()), e);
    }
  }

  private static boolean isDriverThere(long address) {
    if (isThere) {
      return true;
    }
    long part = address >>> PART_SHIFT;
    int at = (int) (part & (PARTS - 1));
    if (SEEN[at] == part) { // no order is needed: who misses it asks once more
      return false;
    }
    boolean isLoaded = Helpers.hasLoaded(DRIVER);
    SEEN[at] = part;
    isThere = isLoaded;
    return isLoaded;
  }
}
