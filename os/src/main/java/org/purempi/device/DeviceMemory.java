package org.purempi.device;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a device's memory. It has no accessors: the host must not touch it, copies go through
 * the device. Parts of it ({@link #slice}) live as long as the whole.
 *
 * <p>Memory from {@link Device#allocate} is freed by {@link #close}; memory that another library
 * has allocated ({@link Device#wrap}) is that library's to free.
 */
public final class DeviceMemory implements AutoCloseable {
  private final Device device;
  private final String kind;
  private final long address;
  private final long bytes;
  private final Life life;

  /** Shared by a piece and its parts. */
  private static final class Life {
    final AtomicBoolean isEnded = new AtomicBoolean();
    final @Nullable Runnable free;

    Life(@Nullable Runnable free) {
      this.free = free;
    }
  }

  /**
   * For providers.
   *
   * @param kind of memory, as MPI names it: {@code cuda:device}
   * @param free what {@link #close} does, once; null if the memory is not ours to free
   */
  public DeviceMemory(
      Device device, String kind, long address, long bytes, @Nullable Runnable free) {
    this(device, kind, address, bytes, new Life(free));
  }

  private DeviceMemory(Device device, String kind, long address, long bytes, Life life) {
    this.device = device;
    this.kind = kind;
    this.address = address;
    this.bytes = bytes;
    this.life = life;
  }

  /** The device whose memory it is. */
  public Device device() {
    return device;
  }

  /**
   * The kind of memory, with MPI's name for it ({@code mpi_memory_alloc_kinds}, section 11.4.3),
   * for example {@code cuda:device} or {@code cuda:managed}.
   */
  public String kind() {
    return kind;
  }

  /** Where the device has it: a number for the driver, and no address of this process. */
  public long address() {
    return address;
  }

  /** Its length in bytes. */
  public long bytes() {
    return bytes;
  }

  /**
   * {@code length} bytes of it from byte {@code offset} on.
   *
   * @throws IndexOutOfBoundsException if it does not have them
   */
  public DeviceMemory slice(long offset, long length) {
    Objects.checkFromIndexSize(offset, length, bytes);
    return new DeviceMemory(device, kind, address + offset, length, life);
  }

  /**
   * Whether it has not been freed here; the owner of wrapped memory may have freed it all the same.
   */
  public boolean isOpen() {
    return !life.isEnded.get();
  }

  /**
   * Copies the whole of {@code from} to byte {@code at} of this memory; returns when that is done.
   *
   * @throws IndexOutOfBoundsException if there is no room
   * @throws DeviceException if the device fails, or the memory was freed
   */
  public void copyFrom(MemorySegment from, long at) {
    device.immediate().fromHost(from, 0, this, at, from.byteSize());
  }

  /**
   * Copies bytes from byte {@code at} of this memory on, until {@code to} is full; returns when
   * that is done.
   *
   * @throws IndexOutOfBoundsException if there are not as many
   * @throws DeviceException if the device fails, or the memory was freed
   */
  public void copyTo(long at, MemorySegment to) {
    device.immediate().toHost(this, at, to, 0, to.byteSize());
  }

  /**
   * For providers: the address of byte {@code at}, of which {@code length} bytes are about to be
   * used.
   *
   * @throws DeviceException if the memory was freed
   * @throws IndexOutOfBoundsException if it does not have them
   */
  public long at(long at, long length) {
    Objects.checkFromIndexSize(at, length, bytes);
    if (!isOpen()) {
      throw new DeviceException(
          DeviceException.Reason.BAD_MEMORY, this + " was freed: close it after its last use");
    }
    return address + at;
  }

  /** Frees all of it, if it was allocated here; nothing happens the second time. */
  @Override
  public void close() {
    Runnable free = life.free;
    if (free != null && life.isEnded.compareAndSet(false, true)) {
      free.run();
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DeviceMemory m
        && m.device == device
        && m.address == address
        && m.bytes == bytes;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(address);
  }

  @Override
  public String toString() {
    return "%d bytes of %s memory at 0x%x on %s".formatted(bytes, kind, address, device);
  }
}
