package org.purempi.device.cuda;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceProvider;

/** The GPUs that the CUDA driver shows. */
public final class CudaProvider implements DeviceProvider {
  /** The kind of these devices. */
  public static final String KIND = "cuda";

  private @Nullable List<CudaDevice> found;

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public synchronized List<CudaDevice> devices() {
    List<CudaDevice> devices = found;
    if (devices == null) {
      devices = CudaDriver.start();
      found = devices;
    }
    return devices;
  }

  @Override
  public @Nullable DeviceMemory memoryAt(long address, long bytes) {
    CudaPointer pointer = CudaPointer.at(address, devices());
    if (pointer == null) {
      return null;
    }
    for (CudaDevice device : devices()) {
      if (device.ordinal() == pointer.device()) {
        return device.wrap(pointer, address, bytes);
      }
    }
    throw new DeviceException(
        Reason.BAD_MEMORY,
        "the memory at 0x%x is of device %d, which this process does not see"
            .formatted(address, pointer.device()));
  }
}
