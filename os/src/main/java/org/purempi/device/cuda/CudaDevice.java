package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DeviceStream;
import org.purempi.device.ExportedMemory;

/** A GPU. This process has no state there before the first use. */
final class CudaDevice implements Device {
  private static final int ATTACH_GLOBAL = 1;

  private final int ordinal;
  private final int handle;
  private final String name;
  private final CudaSharing sharing;
  private final CudaHostMemory hostMemory = new CudaHostMemory(this);
  private final CudaKernels kernels = new CudaKernels(this);
  private final CudaImmediate immediate = new CudaImmediate(this);
  private volatile @Nullable CudaContext context;

  /** The uuids are of all devices that this process sees, by their ordinals. */
  CudaDevice(int ordinal, int handle, String name, List<CudaSharing.Uuid> uuids) {
    this.ordinal = ordinal;
    this.handle = handle;
    this.name = name;
    this.sharing = new CudaSharing(this, uuids);
  }

  CudaContext context() {
    CudaContext made = context;
    return made == null ? makeContext() : made;
  }

  private synchronized CudaContext makeContext() {
    CudaContext made = context;
    if (made == null) {
      made = CudaContext.of(handle);
      context = made;
    }
    return made;
  }

  /** Whether this process has state there, ours or some other library's. */
  boolean isInUse() {
    return CudaContext.isMade(handle);
  }

  CudaContext.Current enter() {
    return context().enter();
  }

  CudaKernels kernels() {
    return kernels;
  }

  @Override
  public String kind() {
    return CudaProvider.KIND;
  }

  @Override
  public int ordinal() {
    return ordinal;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public DeviceMemory allocate(long bytes) {
    long address = allocate(CudaCall.ALLOCATE, bytes);
    return memory("device", address, bytes, () -> give(CudaCall.FREE, address));
  }

  @Override
  public DeviceMemory allocateManaged(long bytes) {
    long address = allocate(CudaCall.ALLOCATE_MANAGED, bytes, ATTACH_GLOBAL);
    return memory("managed", address, bytes, () -> give(CudaCall.FREE, address));
  }

  /** Allocates by one of the driver's ways, which takes a length and perhaps flags. */
  long allocate(CudaCall way, long... bytesAndFlags) {
    long bytes = bytesAndFlags[0];
    if (bytes <= 0) {
      throw new IllegalArgumentException("cannot allocate " + bytes + " bytes");
    }
    try (var _ = enter()) {
      return way.get(bytesAndFlags);
    } catch (DeviceException e) {
      if (e.reason() != Reason.NO_MEMORY) {
        throw e;
      }
      throw new DeviceException(
          Reason.NO_MEMORY, "%s: no room for %d bytes%s".formatted(e.getMessage(), bytes, left()));
    }
  }

  private String left() {
    try (var _ = enter();
        Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(JAVA_LONG, 2);
      int error =
          CudaCall.MEMORY_INFO.answer(words.address(), words.address() + JAVA_LONG.byteSize());
      return error == CudaError.NONE
          ? ": %s has %d left of %d"
              .formatted(this, words.get(JAVA_LONG, 0), words.getAtIndex(JAVA_LONG, 1))
          : " on " + this;
    }
  }

  /** Gives memory or an object of the driver back. */
  void give(CudaCall way, long what) {
    try (var _ = enter()) {
      CudaError.checkGivenBack(way, way.answer(what));
    }
  }

  DeviceMemory memory(String restriction, long address, long bytes, @Nullable Runnable free) {
    return new DeviceMemory(this, kind() + ":" + restriction, address, bytes, free);
  }

  @Override
  public MemorySegment allocateHost(long bytes, Arena arena) {
    return hostMemory.allocate(bytes, arena);
  }

  @Override
  public DeviceMemory wrap(long address, long bytes) {
    CudaPointer pointer;
    try (var _ = enter()) {
      pointer = CudaPointer.require(address, bytes);
    }
    if (pointer.device() != ordinal) {
      throw new DeviceException(
          Reason.BAD_MEMORY,
          "the memory at 0x%x is of cuda %d, not of %s".formatted(address, pointer.device(), this));
    }
    return wrap(pointer, address, bytes);
  }

  /** Memory of which the driver has already said that it is this device's. */
  DeviceMemory wrap(CudaPointer pointer, long address, long bytes) {
    pointer.requireRoom(address, bytes);
    // Memory of pools and memory mapped by hand has no context, and is for all.
    if (pointer.context() != 0 && pointer.context() != context().handle()) {
      throw new DeviceException(
          Reason.UNSUPPORTED,
          "the memory at 0x%x was allocated in a CUDA context of its own; allocate it in the"
                  .formatted(address)
              + " device's primary context (cuDevicePrimaryCtxRetain), as the CUDA runtime does");
    }
    return memory(pointer.isManaged() ? "managed" : "device", address, bytes, null);
  }

  @Override
  public DeviceStream immediate() {
    return immediate;
  }

  @Override
  public DeviceStream stream() {
    return new CudaStream(this);
  }

  @Override
  public @Nullable ExportedMemory export(DeviceMemory memory) {
    return sharing.export(memory);
  }

  @Override
  public DeviceMemory open(ExportedMemory exported) {
    return sharing.open(exported);
  }

  @Override
  public boolean pin(MemorySegment memory) {
    return hostMemory.pin(memory);
  }

  @Override
  public void unpin(MemorySegment memory) {
    hostMemory.unpin(memory);
  }

  @Override
  public boolean reduces(DeviceOperator operator, DeviceNumber number) {
    return kernels.canReduce();
  }

  @Override
  public String toString() {
    return kind() + " " + ordinal + " (" + name + ")";
  }
}
