package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.purempi.device.Device;
import org.purempi.device.DeviceEvent;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DevicePieces.Listed;
import org.purempi.device.DeviceStream;
import org.purempi.device.Devices;
import org.purempi.device.cuda.OtherLibrary.Counted;

/** Cases of devices, streams, events and copies. */
final class CudaCases {
  private final Device device = Devices.first();
  private final Device other = Devices.get("cuda", 1);

  static long allocateAsAnother(Device device, long bytes) {
    try (var _ = ((CudaDevice) device).enter()) {
      return CudaCall.ALLOCATE.get(bytes);
    }
  }

  static void freeAsAnother(Device device, long address) {
    try (var _ = ((CudaDevice) device).enter()) {
      CudaCall.FREE.call(address);
    }
  }

  void devicesAreFound() {
    assertThat(Devices.all()).containsExactly(device, other);
    assertThat(device).hasToString("cuda 0 (Stand-in A)").isSameAs(Devices.all().getFirst());
    assertThat(other.name()).isEqualTo("Stand-in B");
    assertThat(other.kind()).isEqualTo("cuda");
    assertThat(other.ordinal()).isEqualTo(1);
    assertThatThrownBy(() -> Devices.get("cuda", 2))
        .hasMessageContaining("cuda 0 (Stand-in A), cuda 1 (Stand-in B)");
  }

  void arraysAndNativeMemoryAreCopiedThereAndBack() {
    byte[] bytes = Twins.random(2_500_001, 1);
    try (Arena arena = Arena.ofConfined();
        DeviceMemory memory = device.allocate(bytes.length + 7)) {
      assertThat(memory.kind()).isEqualTo("cuda:device");
      memory.copyFrom(MemorySegment.ofArray(bytes), 7);
      byte[] back = new byte[bytes.length];
      memory.copyTo(7, MemorySegment.ofArray(back));
      assertThat(back).isEqualTo(bytes);
      MemorySegment nativeMemory = arena.allocate(1000);
      device.immediate().toHost(memory, 20, nativeMemory, 10, 900);
      assertThat(nativeMemory.asSlice(10, 900).toArray(JAVA_BYTE))
          .isEqualTo(Arrays.copyOfRange(bytes, 13, 913));
      nativeMemory.fill((byte) 3);
      device.immediate().fromHost(nativeMemory, 1, memory.slice(50, 100), 2, 3);
      byte[] few = new byte[5];
      memory.copyTo(51, MemorySegment.ofArray(few));
      assertThat(few).containsExactly(bytes[44], 3, 3, 3, bytes[48]);
    }
  }

  void nothingIsCopiedWhereNothingIsToBeCopied() {
    try (DeviceMemory memory = device.allocate(8);
        DeviceStream stream = device.stream()) {
      memory.copyFrom(MemorySegment.ofArray(new byte[0]), 8);
      memory.copyTo(8, MemorySegment.NULL);
      stream.copy(memory, 0, memory, 8, 0);
      stream.toHost(memory, 8, MemorySegment.NULL, 0, 0);
    }
  }

  void lengthsAreChecked() {
    try (DeviceMemory memory = device.allocate(100);
        Arena arena = Arena.ofConfined()) {
      MemorySegment host = arena.allocate(50);
      DeviceStream now = device.immediate();
      assertThatThrownBy(() -> now.toHost(memory, 0, host, 10, 41))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> now.fromHost(host, 0, memory, 60, 41))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> now.copy(memory, 60, memory, 0, 41))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> device.allocate(0)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  void streamsTakeOnlyMemoryThatStaysWhereItIs() {
    Arena closed = Arena.ofShared();
    MemorySegment freed = closed.allocate(8);
    closed.close();
    try (DeviceMemory memory = device.allocate(100);
        DeviceStream stream = device.stream();
        Arena arena = Arena.ofConfined()) {
      MemorySegment array = MemorySegment.ofArray(new byte[8]);
      assertThatThrownBy(() -> stream.toHost(memory, 0, array, 0, 8))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("an array may move");
      MemorySegment constant = arena.allocate(8).asReadOnly();
      assertThatThrownBy(() -> stream.toHost(memory, 0, constant, 0, 8))
          .isInstanceOf(IllegalArgumentException.class);
      stream.fromHost(constant, 0, memory, 0, 8);
      assertThatThrownBy(() -> stream.toHost(memory, 0, freed, 0, 8))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  void streamsAreLateAndEventsTellWhenTheyAreDone() {
    byte[] bytes = Twins.random(64, 2);
    DeviceStream stream = device.stream();
    try (DeviceMemory memory = Twins.filled(device, bytes);
        Arena arena = Arena.ofConfined()) {
      MemorySegment host = arena.allocate(64);
      stream.toHost(memory, 0, host, 0, 32);
      DeviceEvent first = stream.mark();
      stream.toHost(memory, 32, host, 32, 32);
      DeviceEvent second = stream.mark();
      assertThat(first.isDone()).isFalse();
      assertThat(host.toArray(JAVA_BYTE)).isEqualTo(new byte[64]);
      assertThat(first.isDone()).isTrue();
      assertThat(first.isDone()).isTrue();
      first.await();
      assertThat(host.toArray(JAVA_BYTE)).isEqualTo(Arrays.copyOf(Arrays.copyOf(bytes, 32), 64));
      second.await();
      assertThat(host.toArray(JAVA_BYTE)).isEqualTo(bytes);
      assertThat(second.isDone()).isTrue();
      host.fill((byte) 0);
      stream.toHost(memory, 0, host, 0, 64);
      stream.await();
      assertThat(host.toArray(JAVA_BYTE)).isEqualTo(bytes);
      DeviceEvent now = device.immediate().mark();
      assertThat(now.isDone()).isTrue();
      now.await();
      device.immediate().close();
      host.fill((byte) 0);
      stream.toHost(memory, 0, host, 0, 64);
      stream.close();
      stream.close();
      assertThat(host.toArray(JAVA_BYTE)).isEqualTo(bytes);
    }
  }

  void copiesWithinADeviceAndBetweenTwo() {
    byte[] bytes = Twins.random(1000, 3);
    try (DeviceMemory a = Twins.filled(device, bytes);
        DeviceMemory b = Twins.filled(other, new byte[1000])) {
      long peer = Counted.COPY_PEER.now();
      device.immediate().copy(a, 0, a, 500, 300);
      assertThat(Counted.COPY_PEER.now()).isEqualTo(peer);
      System.arraycopy(bytes, 0, bytes, 500, 300);
      assertThat(Twins.bytes(a)).isEqualTo(bytes);
      device.immediate().copy(a, 10, b, 20, 900);
      byte[] expected = new byte[1000];
      System.arraycopy(bytes, 10, expected, 20, 900);
      assertThat(Twins.bytes(b)).isEqualTo(expected);
      try (DeviceStream stream = other.stream()) {
        stream.copy(b, 20, a, 0, 5);
      }
      assertThat(Arrays.copyOf(Twins.bytes(a), 5)).isEqualTo(Arrays.copyOfRange(bytes, 10, 15));
      assertThat(Counted.COPY_PEER.now() - peer).isEqualTo(2);
    }
  }

  void memoryOfTheHostIsPinned() {
    try (DeviceMemory memory = device.allocate(100);
        DeviceStream stream = device.stream();
        Arena arena = Arena.ofConfined()) {
      MemorySegment pinned = device.allocateHost(100, arena);
      assertThat(pinned.byteSize()).isEqualTo(100);
      pinned.fill((byte) 8);
      assertThat(pageable(() -> stream.fromHost(pinned, 0, memory, 0, 100))).isFalse();
      MemorySegment plain = arena.allocate(100);
      assertThat(pageable(() -> stream.fromHost(plain, 0, memory, 0, 100))).isTrue();
      assertThat(device.pin(plain)).isTrue();
      assertThat(pageable(() -> stream.fromHost(plain, 0, memory, 0, 100))).isFalse();
      assertThat(device.pin(plain)).isFalse();
      assertThat(device.pin(pinned)).isFalse();
      assertThat(device.pin(MemorySegment.ofArray(new byte[8]))).isFalse();
      device.unpin(plain);
      assertThat(pageable(() -> stream.fromHost(plain, 0, memory, 0, 100))).isTrue();
      device.unpin(plain);
      device.unpin(pinned);
      assertThat(pageable(() -> stream.fromHost(pinned, 0, memory, 0, 100))).isFalse();
      stream.await();
    }
  }

  void nothingIsLeftBehind() {
    useAll();
    long blocks = Counted.BLOCKS.now();
    long streams = Counted.STREAMS.now();
    long events = Counted.EVENTS.now();
    for (int i = 0; i < 3; i++) {
      useAll();
    }
    assertThat(Counted.BLOCKS.now()).isEqualTo(blocks);
    assertThat(Counted.STREAMS.now()).isEqualTo(streams);
    assertThat(Counted.EVENTS.now()).isEqualTo(events);
  }

  private void useAll() {
    try (DeviceMemory memory = device.allocate(1000);
        DeviceMemory managed = device.allocateManaged(1000);
        Arena arena = Arena.ofConfined();
        DeviceStream stream = device.stream()) {
      stream.toHost(memory, 0, device.allocateHost(1000, arena), 0, 1000);
      DeviceEvent event = stream.mark();
      for (int i = 0; i < 3; i++) {
        stream.gather(memory, new Listed(0, new int[] {4, 0}, 0, 2, 4), managed, 0);
      }
      event.await();
      DeviceEvent second = stream.mark();
      stream.await();
      assertThat(second.isDone()).isTrue();
      MemorySegment plain = arena.allocate(10);
      device.pin(plain);
      device.unpin(plain);
      memory.copyFrom(MemorySegment.ofArray(new byte[10]), 0);
    }
  }

  private static boolean pageable(Runnable copy) {
    long before = Counted.COPY_PAGEABLE.now();
    long pinned = Counted.COPY_PINNED.now();
    copy.run();
    boolean isPageable = Counted.COPY_PAGEABLE.now() > before;
    assertThat(Counted.COPY_PINNED.now() - pinned).isEqualTo(isPageable ? 0 : 1);
    return isPageable;
  }

  @SuppressWarnings("restricted") // the host may touch it
  void managedMemoryIsSharedWithTheHost() {
    byte[] bytes = Twins.random(99, 4);
    try (DeviceMemory memory = device.allocateManaged(99)) {
      assertThat(memory.kind()).isEqualTo("cuda:managed");
      memory.copyFrom(MemorySegment.ofArray(bytes), 0);
      MemorySegment seen = MemorySegment.ofAddress(memory.address()).reinterpret(99);
      assertThat(seen.toArray(JAVA_BYTE)).isEqualTo(bytes);
      assertThat(device.export(memory)).isNull();
    }
  }

  void aFullDeviceSaysHowMuchIsLeft() {
    try (DeviceMemory most = device.allocate(200L << 20)) {
      assertThatThrownBy(() -> device.allocate(100L << 20))
          .hasMessageContaining("cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (out of memory)")
          .hasMessageContaining("no room for 104857600 bytes: cuda 0 (Stand-in A) has ")
          .hasMessageContaining(" left of 268435456")
          .extracting(e -> ((DeviceException) e).reason())
          .isEqualTo(DeviceException.Reason.NO_MEMORY);
      assertThat(most.isOpen()).isTrue();
      other.allocate(100L << 20).close();
    }
    device.allocate(100L << 20).close();
  }

  void memoryThatWasClosedIsRefused() {
    DeviceMemory memory = device.allocate(10);
    DeviceMemory part = memory.slice(2, 3);
    part.close();
    part.close();
    assertThatThrownBy(() -> memory.copyTo(0, MemorySegment.ofArray(new byte[1])))
        .hasMessageContaining("was freed: close it after its last use");
    assertThatThrownBy(() -> device.wrap(memory.address(), 1))
        .hasMessageContaining("it was freed, or never allocated");
  }

  /** The driver says so; after a copy, it still works. */
  void memoryThatAnotherHasFreedIsRefused() {
    long address = allocateAsAnother(device, 100);
    DeviceMemory wrapped = device.wrap(address, 100);
    freeAsAnother(device, address);
    wrapped.close();
    assertThatThrownBy(() -> wrapped.copyTo(0, MemorySegment.ofArray(new byte[1])))
        .hasMessageContaining("cuMemcpyDtoHAsync_v2: CUDA_ERROR_INVALID_VALUE (invalid argument)")
        .hasMessageContaining("the memory was freed, or is not as long")
        .extracting(e -> ((DeviceException) e).reason())
        .isEqualTo(DeviceException.Reason.BAD_MEMORY);
    try (DeviceMemory own = Twins.filled(device, new byte[] {1, 2})) {
      assertThatThrownBy(() -> device.immediate().copy(own, 0, wrapped, 0, 2))
          .hasMessageContaining("cuMemcpyDtoDAsync_v2");
      assertThatThrownBy(() -> device.export(wrapped))
          .hasMessageContaining("it was freed, or never allocated");
      assertThat(Twins.bytes(own)).containsExactly(1, 2);
    }
  }

  void manyThreadsCopyAtOnce() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        int seed = i;
        Device mine = i % 2 == 0 ? device : other;
        Callable<Void> work =
            () -> {
              byte[] bytes = Twins.random(5000 + seed, seed);
              try (DeviceMemory memory = Twins.filled(mine, bytes);
                  DeviceMemory copy = mine.allocate(bytes.length)) {
                for (int j = 0; j < 20; j++) {
                  mine.immediate().copy(memory, 0, copy, 0, bytes.length);
                  assertThat(Twins.bytes(copy)).isEqualTo(bytes);
                }
              }
              return null;
            };
        all.add(threads.submit(work));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
  }

  void anotherKindOfDeviceIsRefused() {
    Device mock = new org.purempi.device.mock.MockProvider().devices().getFirst();
    try (DeviceMemory mine = device.allocate(8);
        DeviceMemory theirs = mock.allocate(8)) {
      assertThatThrownBy(() -> device.immediate().copy(mine, 0, theirs, 0, 8))
          .hasMessageContaining("cuda cannot reach")
          .extracting(e -> ((DeviceException) e).reason())
          .isEqualTo(DeviceException.Reason.UNSUPPORTED);
    }
  }
}
