package org.purempi.device.cuda;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceProvider;

/** The GPUs that the CUDA driver shows. */
public final class CudaProvider implements DeviceProvider {
  /** The kind of these devices. */
  public static final String KIND = "cuda";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public List<Device> devices() {
    throw new DeviceException(DeviceException.Reason.UNAVAILABLE, "there is no libcuda.so.1");
  }

  @Override
  public @Nullable DeviceMemory memoryAt(long address, long bytes) {
    return null;
  }
}
