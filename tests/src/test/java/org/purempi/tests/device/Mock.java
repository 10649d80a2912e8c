package org.purempi.tests.device;

import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.device.Devices;
import org.purempi.device.mock.MockDevice;

/** The devices of this JVM: mocks, unless it was started with those of another kind. */
final class Mock {
  /** How many there are. */
  static final int DEVICES = 2;

  static {
    if (System.getProperty("purempi.devices") == null) {
      System.setProperty("purempi.devices", "mock");
    }
  }

  private Mock() {}

  /** The first one, of whichever kind. */
  static Device first() {
    return Devices.first();
  }

  /** A mock, by its number. */
  static MockDevice device(int ordinal) {
    return (MockDevice) Devices.get("mock", ordinal);
  }

  /** Memory of a device that holds these bytes. */
  static DeviceMemory of(MockDevice device, byte[] bytes) {
    DeviceMemory memory = device.allocate(bytes.length);
    memory.copyFrom(java.lang.foreign.MemorySegment.ofArray(bytes), 0);
    return memory;
  }

  /** What it holds. */
  static byte[] bytes(DeviceMemory memory) {
    byte[] bytes = new byte[Math.toIntExact(memory.bytes())];
    memory.copyTo(0, java.lang.foreign.MemorySegment.ofArray(bytes));
    return bytes;
  }
}
