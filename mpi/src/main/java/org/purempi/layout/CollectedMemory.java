package org.purempi.layout;

import java.lang.ref.Cleaner;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;

/** A device's memory that nobody closes: the collector frees it. */
final class CollectedMemory {
  private static final Cleaner CLEANER = Cleaner.create();

  private CollectedMemory() {}

  /**
   * So many bytes, for as long as the object that is returned is kept: its slices alone keep
   * nothing.
   *
   * @throws org.purempi.device.DeviceException if the device has none left
   */
  static DeviceMemory allocate(Device device, long bytes) {
    DeviceMemory memory = device.allocate(bytes);
    DeviceMemory handed = memory.slice(0, bytes);
    CLEANER.register(handed, memory::close);
    return handed;
  }
}
