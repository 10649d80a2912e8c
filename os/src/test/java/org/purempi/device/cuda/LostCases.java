package org.purempi.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DeviceStream;
import org.purempi.device.Devices;

/** The case of a kernel that goes wrong, which ends the use of the device. */
final class LostCases {
  void allLaterCallsFail() {
    CudaDevice device = (CudaDevice) Devices.first();
    DeviceMemory memory = device.allocate(64);
    DeviceStream stream = device.stream();
    CudaStream other = new CudaStream(device);
    String kernel = KernelText.name(DeviceOperator.SUM, DeviceNumber.INT64);
    long at = memory.address();
    device.kernels().launch(kernel, Launch.over(2), other.handle(), at, at + 4, 2);
    for (Runnable use : new Runnable[] {other::await, stream::await, memory::close}) {
      assertThatThrownBy(use::run)
          .hasMessageContaining("CUDA_ERROR_MISALIGNED_ADDRESS (misaligned address): this process")
          .hasMessageContaining("cannot use the device any more, start it again")
          .extracting(e -> ((DeviceException) e).reason())
          .isEqualTo(DeviceException.Reason.FAILED);
    }
    assertThat(memory.isOpen()).isFalse();
  }
}
