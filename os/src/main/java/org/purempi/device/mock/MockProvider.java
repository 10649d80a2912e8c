package org.purempi.device.mock;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceProvider;

/** Two devices that are none. */
public final class MockProvider implements DeviceProvider {
  /** The kind of these devices. */
  public static final String KIND = "mock";

  private final List<MockDevice> devices = List.of(new MockDevice(0), new MockDevice(1));

  /** Makes them; they are this provider's. */
  public MockProvider() {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean isForTests() {
    return true;
  }

  @Override
  public List<MockDevice> devices() {
    return devices;
  }

  @Override
  public @Nullable DeviceMemory memoryAt(long address, long bytes) {
    for (MockDevice device : devices) {
      if (device.blocks.isInside(address)) {
        return device.wrap(address, bytes);
      }
    }
    return null;
  }
}
