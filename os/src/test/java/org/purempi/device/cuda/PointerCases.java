package org.purempi.device.cuda;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.purempi.device.Device;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;
import org.purempi.device.DeviceMemory;
import org.purempi.device.Devices;
import org.purempi.device.ExportedMemory;

/** Cases of addresses of unknown kind, of what other libraries do, and of sharing. */
final class PointerCases {
  /** On a thread that has no context. */
  private static <T> T elsewhere(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofPlatform().start(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  /** The first case by its name: who asks for an address puts no state on any device. */
  void aLookAtAnAddressMakesNoContext() {
    Devices.first();
    try (Arena arena = Arena.ofConfined()) {
      assertThat(Devices.memoryAt(arena.allocate(8).address(), 8)).isNull();
    }
    assertThat(CudaContext.isMade(0)).isFalse();
    assertThat(CudaContext.isMade(1)).isFalse();
    assertThat(CudaCall.CONTEXT_CURRENT.get()).isZero();
  }

  void addressesAreRecognized() throws Exception {
    Device device = Devices.get("cuda", 1);
    try (Arena arena = Arena.ofConfined();
        DeviceMemory memory = device.allocate(1000);
        DeviceMemory managed = device.allocateManaged(1000)) {
      DeviceMemory found = elsewhere(() -> Devices.memoryAt(memory.address() + 10, 990));
      assertThat(found).isEqualTo(memory.slice(10, 990));
      assertThat(found.kind()).isEqualTo("cuda:device");
      found.close();
      assertThat(memory.isOpen()).isTrue();
      assertThat(requireNonNull(Devices.memoryAt(managed.address(), 1)).kind())
          .isEqualTo("cuda:managed");
      MemorySegment pinned = device.allocateHost(8, arena);
      MemorySegment plain = arena.allocate(8);
      assertThat(Devices.memoryAt(pinned.address(), 8)).isNull();
      assertThat(Devices.memoryAt(plain.address(), 8)).isNull();
      device.pin(plain);
      assertThat(Devices.memoryAt(plain.address(), 8)).isNull();
      device.unpin(plain);
      assertThat(Devices.memoryAt(0, 8)).isNull();
      assertThatThrownBy(() -> Devices.memoryAt(memory.address() + 10, 991))
          .hasMessageContaining("991 bytes at 0x")
          .hasMessageContaining("are more than the 990 that were allocated from there on")
          .extracting(e -> ((DeviceException) e).reason())
          .isEqualTo(Reason.BAD_MEMORY);
    }
  }

  void memoryOfOthersIsWrapped() {
    Device device = Devices.get("cuda", 1);
    try (DeviceMemory memory = Twins.filled(device, new byte[] {1, 2, 3, 4})) {
      DeviceMemory wrapped = device.wrap(memory.address() + 1, 3);
      assertThat(Twins.bytes(wrapped)).containsExactly(2, 3, 4);
      assertThatThrownBy(() -> device.wrap(memory.address() + 1, 4))
          .hasMessageContaining("4 bytes");
      assertThatThrownBy(() -> Devices.first().wrap(memory.address(), 4))
          .hasMessageContaining("is of cuda 1, not of cuda 0 (Stand-in A)");
      assertThatThrownBy(() -> device.wrap(1234567, 4))
          .hasMessageContaining("no device has memory at 0x12d687");
    }
  }

  void memoryOfPoolsIsUsedButNotShared() {
    CudaDevice device = (CudaDevice) Devices.first();
    long address;
    try (var _ = device.enter()) {
      address = OtherLibrary.allocateFromPool(64);
    }
    DeviceMemory wrapped = device.wrap(address, 64);
    wrapped.copyFrom(MemorySegment.ofArray(new byte[64]), 0);
    assertThat(Twins.bytes(wrapped)).isEqualTo(new byte[64]);
    assertThat(Devices.memoryAt(address, 64)).isEqualTo(wrapped);
    assertThat(device.export(wrapped)).isNull();
    CudaCases.freeAsAnother(device, address);
  }

  /** A library may have a context of its own; it stays current on its threads whatever we do. */
  void theContextOfAnotherLibraryStaysCurrent() throws Exception {
    elsewhere(
        () -> {
          Device device = Devices.first();
          long theirs = OtherLibrary.makeContext(0);
          byte[] bytes = Twins.random(100, 1);
          try (DeviceMemory memory = Twins.filled(device, bytes);
              var stream = device.stream()) {
            assertThat(Twins.bytes(memory)).isEqualTo(bytes);
            KernelCases.packListed(device, 4, 20);
            stream.mark().await();
            assertThatThrownBy(() -> device.wrap(1, 1)).isInstanceOf(DeviceException.class);
          }
          assertThat(CudaCall.CONTEXT_CURRENT.get()).isEqualTo(theirs);
          return null;
        });
    elsewhere(
        () -> {
          Devices.first().allocate(8).close();
          assertThat(CudaCall.CONTEXT_CURRENT.get()).isZero();
          return null;
        });
  }

  void memoryOfAnotherContextIsRefused() throws Exception {
    elsewhere(
        () -> {
          OtherLibrary.makeContext(0);
          long address = CudaCall.ALLOCATE.get(16);
          for (Runnable use :
              new Runnable[] {
                () -> Devices.memoryAt(address, 16), () -> Devices.first().wrap(address, 16)
              }) {
            assertThatThrownBy(use::run)
                .hasMessageContaining("was allocated in a CUDA context of its own")
                .extracting(e -> ((DeviceException) e).reason())
                .isEqualTo(Reason.UNSUPPORTED);
          }
          CudaCall.FREE.call(address);
          return null;
        });
  }

  void whatIsExportedSaysWhatItIs() {
    Device device = Devices.first();
    Device other = Devices.get("cuda", 1);
    try (DeviceMemory a = device.allocate(1000);
        DeviceMemory b = other.allocate(500)) {
      ExportedMemory exported = requireNonNull(device.export(a.slice(100, 50)));
      assertThat(exported.allocationBytes()).isEqualTo(1000);
      assertThat(exported.offset()).isEqualTo(100);
      assertThat(exported.bytes()).isEqualTo(50);
      assertThat(exported.handle()).hasSize(64);
      assertThat(exported.deviceHigh()).isEqualTo(0x0011_2233_4455_6677L);
      ExportedMemory others = requireNonNull(other.export(b));
      assertThat(others.deviceHigh()).isEqualTo(0x0112_2334_4556_6778L);
      assertThat(others.deviceLow()).isNotEqualTo(exported.deviceLow());
      assertThat(others.allocation()).isNotEqualTo(exported.allocation());
      assertThat(requireNonNull(device.export(a)).allocation()).isEqualTo(exported.allocation());
    }
  }

  void aProcessCannotOpenItsOwnMemory() {
    Device device = Devices.first();
    try (DeviceMemory memory = device.allocate(1000)) {
      ExportedMemory exported = requireNonNull(device.export(memory));
      assertThatThrownBy(() -> device.open(exported))
          .hasMessageContaining("cannot be opened on cuda 0 (Stand-in A): cuIpcOpenMemHandle_v2: ")
          .hasMessageContaining("CUDA_ERROR_INVALID_CONTEXT")
          .extracting(e -> ((DeviceException) e).reason())
          .isEqualTo(Reason.UNSUPPORTED);
    }
  }
}
