package org.purempi.device.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;
import org.purempi.device.cuda.CudaSharing.Uuid;
import org.purempi.os.Native;

/** Starts the driver, and finds its devices. */
final class CudaDriver {
  /** CUDA 10.2, the first that tells how long the allocation at an address is. */
  private static final int OLDEST_VERSION = 10020;

  private static final int NAME_BYTES = 256;

  private CudaDriver() {}

  /**
   * All devices that this process may use.
   *
   * @throws DeviceException ({@code UNAVAILABLE}) that says why there is none
   */
  static List<CudaDevice> start() {
    if (!CudaDriver.class.getModule().isNativeAccessEnabled()) {
      throw unavailable(
          "calls of native functions are not enabled: add --enable-native-access=org.purempi.os"
              + " (module path) or --enable-native-access=ALL-UNNAMED (class path)");
    }
    if (!Native.isAvailable()) {
      throw unavailable("there is no CUDA on " + System.getProperty("os.name"));
    }
    String why = CudaCall.load();
    if (why == null) {
      why = initialize();
    }
    if (why != null) {
      throw unavailable(why);
    }
    try {
      return find();
    } catch (DeviceException e) {
      throw unavailable(e.getMessage());
    }
  }

  private static DeviceException unavailable(@Nullable String why) {
    return new DeviceException(Reason.UNAVAILABLE, String.valueOf(why));
  }

  private static @Nullable String initialize() {
    int error = CudaCall.INIT.answer(0);
    if (error != CudaError.NONE) {
      return CudaError.text(CudaCall.INIT, error);
    }
    int version = (int) CudaCall.DRIVER_VERSION.get();
    return version < OLDEST_VERSION
        ? "the driver is of CUDA %d.%d, which is too old: 10.2 or newer is needed"
            .formatted(version / 1000, version % 1000 / 10)
        : null;
  }

  private static List<CudaDevice> find() {
    int count = (int) CudaCall.DEVICE_COUNT.get();
    if (count == 0) {
      throw unavailable("the driver shows no device to this process");
    }
    List<Uuid> uuids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      uuids.add(uuid((int) CudaCall.DEVICE.get(i)));
    }
    List<CudaDevice> devices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int device = (int) CudaCall.DEVICE.get(i);
      devices.add(new CudaDevice(i, device, name(device), uuids));
    }
    return List.copyOf(devices);
  }

  private static String name(int device) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(NAME_BYTES);
      CudaCall.DEVICE_NAME.call(name.address(), NAME_BYTES - 1, device);
      return name.getString(0);
    }
  }

  private static Uuid uuid(int device) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment uuid = arena.allocate(2L * Long.BYTES);
      CudaCall ask =
          CudaCall.DEVICE_PART_UUID.exists() ? CudaCall.DEVICE_PART_UUID : CudaCall.DEVICE_UUID;
      ask.call(uuid.address(), device);
      return Uuid.of(uuid);
    }
  }
}
