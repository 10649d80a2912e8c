package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.setting.Setting;

/** Copies between a device's memory and the host's, done when they return; what fails is MPI's. */
final class DeviceAccess {
  /** Longer data passes through the host in such pieces. */
  static final long PIECE_BYTES = Setting.DEVICE_PIECE.number();

  /** What is no longer is copied at once; pieces that overlap save less than they cost. */
  static final long SHORT_BYTES = Math.min(64 << 10, PIECE_BYTES);

  private DeviceAccess() {}

  static void read(DeviceMemory from, long at, MemorySegment to, long toAt, long bytes) {
    if (bytes > 0) {
      guarded(() -> from.device().immediate().toHost(from, at, to, toAt, bytes));
    }
  }

  static void write(DeviceMemory to, long at, MemorySegment from, long fromAt, long bytes) {
    if (bytes > 0) {
      guarded(() -> to.device().immediate().fromHost(from, fromAt, to, at, bytes));
    }
  }

  static void copy(DeviceMemory from, long at, DeviceMemory to, long toAt, long bytes) {
    if (bytes > 0) {
      guarded(() -> to.device().immediate().copy(from, at, to, toAt, bytes));
    }
  }

  /** Does something with a device. */
  static void guarded(Runnable action) {
    try {
      action.run();
    } catch (DeviceException e) {
      throw translated(e);
    }
  }

  static MpiException translated(DeviceException e) {
    ErrorClass errorClass =
        switch (e.reason()) {
          case BAD_MEMORY -> ErrorClass.BUFFER;
          case NO_MEMORY -> ErrorClass.NO_MEM;
          case UNAVAILABLE, UNSUPPORTED, FAILED -> ErrorClass.OTHER;
        };
    return new MpiException(errorClass, String.valueOf(e.getMessage()), e);
  }
}
