package org.purempi.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.purempi.device.Device;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DevicePieces.Grid;
import org.purempi.device.Devices;
import org.purempi.device.cuda.OtherLibrary.Counted;

/** Cases of a driver that takes no kernels, and perhaps no copies of rows. */
final class FallbackCases {
  private final Device device = Devices.first();

  void nothingIsReduced() {
    for (DeviceNumber number : DeviceNumber.values()) {
      assertThat(device.reduces(DeviceOperator.MAX, number)).isFalse();
    }
    try (DeviceMemory memory = device.allocate(64)) {
      assertThatThrownBy(
              () ->
                  device
                      .immediate()
                      .reduce(DeviceOperator.SUM, DeviceNumber.FLOAT64, memory, 0, memory, 8, 2))
          .hasMessageContaining("the driver does not take the kernels of purempi")
          .hasMessageContaining("cuModuleLoadData: CUDA_ERROR_INVALID_PTX")
          .extracting(e -> ((DeviceException) e).reason())
          .isEqualTo(DeviceException.Reason.UNSUPPORTED);
    }
  }

  void gridsAreCopiedByTheDriver() {
    long pitched = Counted.COPY_PITCHED.now();
    long plain = Counted.COPY_DEVICE.now();
    for (Grid grid : KernelCases.GRIDS) {
      KernelCases.pack(device, grid, 5);
    }
    assertThat(Counted.KERNELS.now()).isZero();
    assertThat(Counted.COPY_DEVICE.now()).isGreaterThan(plain);
    boolean hasPitched = !System.getenv("STANDIN_REFUSE").contains("pitch");
    assertThat(Counted.COPY_PITCHED.now() > pitched).isEqualTo(hasPitched);
  }

  void listedPiecesAreCopiedOneByOne() {
    long plain = Counted.COPY_DEVICE.now();
    KernelCases.packListed(device, 12, 50);
    assertThat(Counted.COPY_DEVICE.now() - plain).isEqualTo(100);
    assertThat(Counted.KERNELS.now()).isZero();
  }
}
