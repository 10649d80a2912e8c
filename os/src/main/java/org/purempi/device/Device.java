package org.purempi.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A device with memory of its own. */
public interface Device {
  /** The kind of device, which begins the names of its kinds of memory: {@code cuda}. */
  String kind();

  /** Its number among the devices of its kind that this process sees, from 0. */
  int ordinal();

  /** What its maker calls it. */
  String name();

  /**
   * Memory of the device, of undefined contents.
   *
   * @throws DeviceException if the device has no memory left
   */
  DeviceMemory allocate(long bytes);

  /**
   * Memory that host and device share: the driver moves its pages to who uses them.
   *
   * @throws DeviceException if the device has none left, or cannot do that
   */
  DeviceMemory allocateManaged(long bytes);

  /**
   * Memory of the host from and to which the device copies fastest (pinned); freed with the arena.
   *
   * @throws DeviceException if there is none left
   */
  MemorySegment allocateHost(long bytes, Arena arena);

  /**
   * Memory of this device that another library in this process has allocated, such as a tensor's.
   *
   * @param address as the library, or the driver, tells it
   * @throws DeviceException if it is not this device's, or not as long
   */
  DeviceMemory wrap(long address, long bytes);

  // ---- For the library

  /** A stream whose methods return when all is done; it takes arrays' segments, too. */
  DeviceStream immediate();

  /** A new stream, which works beside the others. */
  DeviceStream stream();

  /**
   * What another process of this host needs to {@link #open} this memory; null if it cannot be
   * shared.
   */
  @Nullable ExportedMemory export(DeviceMemory memory);

  /**
   * Another process's memory, until it is closed here.
   *
   * @throws DeviceException if that is not possible, or not allowed
   */
  DeviceMemory open(ExportedMemory exported);

  /**
   * Makes copies from and to this memory of the host as fast as from {@link #allocateHost}; false
   * if that is not possible. It stays so until {@link #unpin}, which comes before the memory is
   * freed.
   */
  boolean pin(MemorySegment memory);

  /** Ends {@link #pin}. */
  void unpin(MemorySegment memory);

  /** Whether {@link DeviceStream#reduce} can do that. */
  boolean reduces(DeviceOperator operator, DeviceNumber number);
}
