package org.purempi.transport.fast;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.Devices;
import org.purempi.device.ExportedMemory;
import org.purempi.setting.Setting;
import org.purempi.transport.Lease;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Sink;
import org.purempi.transport.Transport;

/**
 * Memory of devices lent to other processes of the host. What the lender's driver says of it lies
 * in a record of the shared memory; who borrows opens it, and keeps it open for the next time.
 *
 * <pre>
 *   descriptor  bit 61 · where the record lies
 *   record      device, 2 × 8 bytes · number of the allocation, its bytes · offset in it, bytes · handle, 64 bytes
 * </pre>
 */
public final class DeviceLoans {
  private static final long DEVICE = 1L << 61;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int NUMBERS = 6;
  private static final long RECORD_BYTES =
      NUMBERS * (long) Long.BYTES + ExportedMemory.HANDLE_BYTES;

  /** Allocations of others that stay open; those used longest ago are closed. */
  private static final int MOST_OPEN = 16;

  private record Key(int peer, long deviceLow, long allocation) {}

  private final MemorySegment shared;
  private final int rank;
  private final LongUnaryOperator allocate;
  private final Releaser free;
  private final long fromBytes = Setting.DEVICE_DIRECT_FROM.number();
  private final boolean isOn = Setting.DEVICE_SHARING.isOn();
  private final Map<Long, DeviceMemory> own = new HashMap<>();
  private final Map<Key, DeviceMemory> open = new LinkedHashMap<>(16, 0.75f, true);

  /** Gives a block of shared memory back. */
  public interface Releaser {
    /** Frees so many bytes at an offset. */
    void free(long offset, long bytes);
  }

  /**
   * Those of a rank.
   *
   * @param shared the shared memory
   * @param allocate gives the offset of a block of so many bytes there, or {@link Transport#NONE}
   */
  public DeviceLoans(MemorySegment shared, int rank, LongUnaryOperator allocate, Releaser free) {
    this.shared = shared;
    this.rank = rank;
    this.allocate = allocate;
    this.free = free;
  }

  /** Whether a descriptor is one of {@link #lend}. */
  public static boolean isOfDevice(long descriptor) {
    return descriptor >>> 61 == 1;
  }

  /** The descriptor of memory, or NONE: too short, or it cannot be shared. */
  public long lend(DeviceMemory memory) {
    if (!isOn || memory.bytes() < fromBytes) {
      return Transport.NONE;
    }
    ExportedMemory exported;
    try {
      exported = memory.device().export(memory);
    } catch (DeviceException e) {
      return Transport.NONE; // it is sent, and if that fails, too, the sender is told
    }
    long at = exported == null ? Transport.NONE : allocate.applyAsLong(RECORD_BYTES);
    if (exported == null || at == Transport.NONE) {
      return Transport.NONE;
    }
    write(exported, at);
    own.put(DEVICE | at, memory);
    return DEVICE | at;
  }

  private void write(ExportedMemory e, long at) {
    long[] numbers = {
      e.deviceHigh(), e.deviceLow(), e.allocation(), e.allocationBytes(), e.offset(), e.bytes()
    };
    for (int i = 0; i < NUMBERS; i++) {
      shared.set(LONG, at + i * (long) Long.BYTES, numbers[i]);
    }
    MemorySegment.copy(
        e.handle(),
        0,
        shared,
        ValueLayout.JAVA_BYTE,
        at + NUMBERS * (long) Long.BYTES,
        ExportedMemory.HANDLE_BYTES);
  }

  private ExportedMemory read(long at) {
    if (at < 0 || at > shared.byteSize() - RECORD_BYTES) {
      throw new MalformedException("a record of device memory outside of the shared memory");
    }
    long[] n = new long[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
      n[i] = shared.get(LONG, at + i * (long) Long.BYTES);
    }
    byte[] handle = new byte[ExportedMemory.HANDLE_BYTES];
    MemorySegment.copy(
        shared,
        ValueLayout.JAVA_BYTE,
        at + NUMBERS * (long) Long.BYTES,
        handle,
        0,
        ExportedMemory.HANDLE_BYTES);
    return new ExportedMemory(n[0], n[1], handle, n[2], n[3], n[4], n[5]);
  }

  /** Ends a loan. */
  public void takeBack(long descriptor) {
    if (own.remove(descriptor) != null) {
      free.free(descriptor ^ DEVICE, RECORD_BYTES);
    }
  }

  /** The memory that a peer of this host lends by this descriptor. */
  public Lease borrow(int peer, long descriptor) {
    return (sink, positionBytes, bytes) -> {
      try {
        return copy(peer, descriptor, sink, positionBytes, bytes);
      } catch (DeviceException e) {
        return false;
      }
    };
  }

  private boolean copy(int peer, long descriptor, Sink sink, long position, long bytes) {
    DeviceMemory from;
    long at = position;
    if (peer == rank) { // a process cannot open its own
      from = own.get(descriptor);
    } else {
      ExportedMemory exported = read(descriptor ^ DEVICE);
      check(exported, position, bytes);
      from = opened(peer, exported);
      at += exported.offset();
      if (from != null && at > from.bytes() - bytes) { // opened when it was said to be shorter
        throw new MalformedException("device memory that is longer than its allocation");
      }
    }
    if (from == null) {
      return false;
    }
    if (sink.copyFrom(from, at, bytes)) {
      return true;
    }
    MemorySegment to = sink.contiguous();
    if (to == null) {
      return false;
    }
    long cursor = to.byteSize() - sink.remainingBytes();
    from.device().immediate().toHost(from, at, to, cursor, bytes);
    sink.position(cursor + bytes);
    return true;
  }

  private static void check(ExportedMemory e, long position, long bytes) {
    if (e.offset() < 0 || e.bytes() < 0 || e.offset() > e.allocationBytes() - e.bytes()) {
      throw new MalformedException("device memory that is no part of its allocation");
    }
    if (position > e.bytes() - bytes) {
      throw new MalformedException("device memory that is shorter than its message");
    }
  }

  private @Nullable DeviceMemory opened(int peer, ExportedMemory exported) {
    Key key = new Key(peer, exported.deviceLow(), exported.allocation());
    DeviceMemory memory = open.get(key);
    if (memory != null) {
      return memory;
    }
    memory = tryOpen(exported);
    if (memory == null) { // what it has freed meanwhile may be in the way
      closeThose(peer);
      memory = tryOpen(exported);
    }
    if (memory != null) {
      if (open.size() == MOST_OPEN) {
        Key oldest = open.keySet().iterator().next();
        close(open.remove(oldest));
      }
      open.put(key, memory);
    }
    return memory;
  }

  private static @Nullable DeviceMemory tryOpen(ExportedMemory exported) {
    for (Device device : Devices.all()) {
      try {
        return device.open(exported);
      } catch (DeviceException e) {
        // Another device's, or not to be had: then it is sent.
      }
    }
    return null;
  }

  private void closeThose(int peer) {
    open.entrySet()
        .removeIf(
            entry -> {
              boolean isItsOwn = entry.getKey().peer == peer;
              if (isItsOwn) {
                close(entry.getValue());
              }
              return isItsOwn;
            });
  }

  private static void close(@Nullable DeviceMemory memory) {
    try {
      if (memory != null) {
        memory.close();
      }
    } catch (DeviceException e) {
      // Its owner has ended, or the device has: nothing is to be closed.
    }
  }

  /** Closes what is open. */
  public void close() {
    open.values().forEach(DeviceLoans::close);
    open.clear();
  }
}
