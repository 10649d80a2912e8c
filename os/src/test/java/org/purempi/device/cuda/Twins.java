package org.purempi.device.cuda;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceStream;
import org.purempi.device.mock.MockProvider;

/** Two pieces of memory on a device, and the same on a mock, which shows what is right. */
final class Twins implements AutoCloseable {
  private static final Device MOCK = new MockProvider().devices().getFirst();

  final DeviceMemory a;
  final DeviceMemory b;
  private final DeviceMemory mockA;
  private final DeviceMemory mockB;

  /** What is done on both. */
  interface Work {
    void on(DeviceStream stream, DeviceMemory a, DeviceMemory b);
  }

  Twins(Device device, byte[] inA, byte[] inB) {
    a = filled(device, inA);
    b = filled(device, inB);
    mockA = filled(MOCK, inA);
    mockB = filled(MOCK, inB);
  }

  static byte[] random(int bytes, long seed) {
    byte[] all = new byte[bytes];
    new Random(seed).nextBytes(all);
    return all;
  }

  static DeviceMemory filled(Device device, byte[] bytes) {
    DeviceMemory memory = device.allocate(bytes.length);
    memory.copyFrom(MemorySegment.ofArray(bytes), 0);
    return memory;
  }

  static byte[] bytes(DeviceMemory memory) {
    byte[] all = new byte[(int) memory.bytes()];
    memory.copyTo(0, MemorySegment.ofArray(all));
    return all;
  }

  void doNow(Work work) {
    work.on(a.device().immediate(), a, b);
    doOnMock(work);
  }

  void doOnMock(Work work) {
    work.on(MOCK.immediate(), mockA, mockB);
  }

  byte[] expectedA() {
    return bytes(mockA);
  }

  byte[] expectedB() {
    return bytes(mockB);
  }

  @Override
  public void close() {
    a.close();
    b.close();
    mockA.close();
    mockB.close();
  }
}
