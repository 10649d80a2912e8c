package org.purempi.device.mock;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.device.DeviceEvent;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DevicePieces.Grid;
import org.purempi.device.DevicePieces.Listed;
import org.purempi.device.DeviceStream;
import org.purempi.device.Sharing;

/** The device that is none. */
@Timeout(60)
class MockDeviceTest {
  private final MockProvider provider = new MockProvider();
  private final MockDevice device = provider.devices().getFirst();

  private static byte[] counting(int bytes) {
    byte[] all = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      all[i] = (byte) i;
    }
    return all;
  }

  private static DeviceMemory filled(MockDevice device, byte[] bytes) {
    DeviceMemory memory = device.allocate(bytes.length);
    memory.copyFrom(MemorySegment.ofArray(bytes), 0);
    return memory;
  }

  private static byte[] bytes(DeviceMemory memory) {
    byte[] all = new byte[(int) memory.bytes()];
    memory.copyTo(0, MemorySegment.ofArray(all));
    return all;
  }

  @Test
  void copiesAreMadeAndCounted() {
    MockDevice other = provider.devices().getLast();
    try (DeviceMemory a = filled(device, counting(100));
        DeviceMemory b = filled(other, new byte[10])) {
      device.immediate().copy(a, 20, b, 2, 5);
      assertThat(bytes(b)).containsExactly(0, 0, 20, 21, 22, 23, 24, 0, 0, 0);
      assertThat(device.counts().copies.sum()).isOne();
      assertThat(device.counts().fromHost.sum()).isOne();
      assertThat(device.counts().fromHostBytes.sum()).isEqualTo(100);
      assertThat(device.counts().toHost.sum()).isZero();
      assertThat(other.counts().toHost.sum()).isOne();
      assertThat(other.counts().toHostBytes.sum()).isEqualTo(10);
      assertThat(a.kind()).isEqualTo("mock:device");
    }
  }

  @Test
  void streamsDoNothingBeforeSomebodyWaits() {
    try (DeviceMemory memory = filled(device, counting(8));
        DeviceStream stream = device.stream();
        DeviceStream second = device.stream();
        Arena arena = Arena.ofConfined()) {
      MemorySegment host = arena.allocate(8);
      stream.toHost(memory, 0, host, 0, 4);
      DeviceEvent event = stream.mark();
      stream.toHost(memory, 4, host, 4, 4);
      second.await();
      assertThat(event.isDone()).isFalse();
      assertThat(event.isDone()).isFalse();
      assertThat(host.toArray(JAVA_BYTE)).isEqualTo(new byte[8]);
      assertThat(event.isDone()).isTrue();
      assertThat(host.toArray(JAVA_BYTE)).containsExactly(0, 1, 2, 3, 0, 0, 0, 0);
      stream.await();
      assertThat(host.toArray(JAVA_BYTE)).isEqualTo(counting(8));
      MemorySegment array = MemorySegment.ofArray(new byte[8]);
      assertThatThrownBy(() -> stream.toHost(memory, 0, array, 0, 8))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whatFailsInAStreamIsSaidToWhoWaits() {
    DeviceMemory memory = filled(device, counting(8));
    try (DeviceStream stream = device.stream();
        Arena arena = Arena.ofConfined()) {
      stream.toHost(memory, 0, arena.allocate(8), 0, 8);
      memory.close();
      assertThatThrownBy(stream::await).hasMessageContaining("was freed");
      stream.await();
    }
  }

  @Test
  void memoryThatWasFreedIsRefused() {
    DeviceMemory memory = device.allocate(8);
    DeviceMemory wrapped = device.wrap(memory.address(), 8);
    memory.close();
    memory.close();
    MemorySegment array = MemorySegment.ofArray(new byte[8]);
    assertThatThrownBy(() -> memory.copyTo(0, array)).hasMessageContaining("was freed");
    assertThatThrownBy(() -> wrapped.copyTo(0, array))
        .hasMessageContaining("they were freed, or never allocated")
        .extracting(e -> ((DeviceException) e).reason())
        .isEqualTo(Reason.BAD_MEMORY);
  }

  @Test
  void aFullDeviceSaysHowMuchIsLeft() {
    try (DeviceMemory small = device.allocate(100)) {
      assertThatThrownBy(() -> device.allocate(MockDevice.CAPACITY_BYTES))
          .hasMessageContaining("bytes left of " + MockDevice.CAPACITY_BYTES)
          .extracting(e -> ((DeviceException) e).reason())
          .isEqualTo(Reason.NO_MEMORY);
      assertThat(small.isOpen()).isTrue();
    }
    assertThatThrownBy(() -> device.allocate(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void addressesAreRecognized() {
    try (DeviceMemory memory = device.allocate(100);
        Arena arena = Arena.ofConfined()) {
      assertThat(provider.memoryAt(memory.address() + 50, 50)).isEqualTo(memory.slice(50, 50));
      assertThat(provider.memoryAt(arena.allocate(8).address(), 8)).isNull();
      assertThatThrownBy(() -> provider.memoryAt(memory.address() + 50, 51))
          .isInstanceOf(DeviceException.class);
    }
  }

  @Test
  void piecesArePackedAndUnpacked() {
    try (DeviceMemory loose = filled(device, counting(100));
        DeviceMemory packed = filled(device, new byte[13])) {
      DeviceStream now = device.immediate();
      now.gather(loose, new Grid(10, 2, 3, 4, 2, 50), packed, 1);
      assertThat(bytes(packed)).containsExactly(0, 10, 11, 14, 15, 18, 19, 60, 61, 64, 65, 68, 69);
      now.scatter(packed, 1, loose, new Grid(0, 3, 2, 3, 1, 0));
      assertThat(Arrays.copyOf(bytes(loose), 7)).containsExactly(10, 11, 14, 15, 18, 19, 6);
      now.gather(loose, new Listed(50, new int[] {9, 7, -1}, 1, 2, 2), packed, 0);
      assertThat(Arrays.copyOf(bytes(packed), 5)).containsExactly(57, 58, 49, 50, 15);
      now.scatter(packed, 0, loose, new Listed(50, new int[] {0, 3}, 0, 2, 1));
      assertThat(Arrays.copyOfRange(bytes(loose), 49, 55)).containsExactly(49, 57, 51, 52, 58, 54);
    }
  }

  @Test
  void numbersAreReduced() {
    try (Arena arena = Arena.ofConfined();
        DeviceMemory a = device.allocate(8);
        DeviceMemory b = device.allocate(8)) {
      MemorySegment floats = arena.allocateFrom(java.lang.foreign.ValueLayout.JAVA_FLOAT, 2, -3);
      a.copyFrom(floats, 0);
      b.copyFrom(arena.allocateFrom(java.lang.foreign.ValueLayout.JAVA_FLOAT, 5, 4), 0);
      for (DeviceOperator operator : DeviceOperator.values()) {
        assertThat(device.reduces(operator, DeviceNumber.FLOAT32)).isTrue();
      }
      device.immediate().reduce(DeviceOperator.PROD, DeviceNumber.FLOAT32, a, 0, b, 0, 2);
      b.copyTo(0, floats);
      assertThat(floats.toArray(java.lang.foreign.ValueLayout.JAVA_FLOAT))
          .containsExactly(10f, -12f);
    }
  }

  @Test
  void nothingIsExportedWhereThatIsNotPossible() {
    try (DeviceMemory memory = device.allocate(8)) {
      device.share(false);
      assertThat(device.export(memory)).isNull();
    }
  }

  @Test
  void twoProcessesShareMemory() throws Exception {
    Sharing.test(Map.of(), Map.of(), List.of("-Dpurempi.devices=mock"));
  }
}
