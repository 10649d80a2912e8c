package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceEvent;
import org.purempi.device.DeviceException;
import org.purempi.device.DevicePieces.Listed;

/**
 * Offsets on their way to a device: each copy stays until the kernel that reads it is done. One
 * thread at a time.
 */
final class CudaUploads {
  private static final long SMALLEST_BYTES = 1 << 16;

  private final CudaDevice device;
  private final long stream;
  private final List<Room> rooms = new ArrayList<>();

  /** Memory of host and device, and until when it is taken. */
  private static final class Room {
    final Arena arena = Arena.ofShared();
    final MemorySegment host;
    final long onDevice;
    @Nullable DeviceEvent end;

    Room(CudaDevice device, long bytes) {
      host = device.allocateHost(bytes, arena);
      try {
        onDevice = device.allocate(CudaCall.ALLOCATE, bytes);
      } catch (DeviceException e) {
        arena.close();
        throw e;
      }
    }

    boolean isFree() {
      return end == null || end.isDone();
    }
  }

  CudaUploads(CudaDevice device, long stream) {
    this.device = device;
    this.stream = stream;
  }

  /**
   * Puts the upload of offsets into the stream, and then what reads them.
   *
   * @param reader gets where they are on the device
   */
  void use(Listed offsets, LongConsumer reader) {
    long bytes = (long) offsets.pieces() * Integer.BYTES;
    Room room = room(bytes);
    MemorySegment.copy(
        offsets.offsets(), offsets.first(), room.host, JAVA_INT, 0, offsets.pieces());
    try (var _ = device.enter()) {
      CudaCall.FROM_HOST.call(room.onDevice, room.host.address(), bytes, stream);
    }
    try {
      reader.accept(room.onDevice);
    } finally {
      room.end = new CudaEvent(device, stream);
    }
  }

  private Room room(long bytes) {
    for (Room room : rooms) {
      if (room.host.byteSize() >= bytes && room.isFree()) {
        room.end = null;
        return room;
      }
    }
    Room made = new Room(device, Math.max(SMALLEST_BYTES, Long.highestOneBit(2 * bytes - 1)));
    rooms.add(made);
    return made;
  }

  void close() {
    for (Room room : rooms) {
      if (room.end != null) {
        room.end.isDone();
      }
      device.give(CudaCall.FREE, room.onDevice);
      room.arena.close();
    }
    rooms.clear();
  }
}
