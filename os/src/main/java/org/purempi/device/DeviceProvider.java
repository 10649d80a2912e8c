package org.purempi.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds devices of a kind. Found by {@code ServiceLoader}, beside those that purempi brings. */
public interface DeviceProvider {
  /** The kind of devices: {@code cuda}. */
  String kind();

  /** Whether they are used only if the setting {@code purempi.devices} names their kind. */
  default boolean isForTests() {
    return false;
  }

  /**
   * The devices that this process may use, in the order of their ordinals; each time the same.
   *
   * @throws DeviceException ({@code UNAVAILABLE}) that says why there is none
   */
  List<? extends Device> devices();

  /**
   * The memory at an address of unknown kind; null if it is no memory of these devices.
   *
   * @throws DeviceException if it is, but cannot be used
   */
  @Nullable DeviceMemory memoryAt(long address, long bytes);
}
