package org.purempi.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.device.Child;
import org.purempi.device.DeviceException;
import org.purempi.device.Devices;
import org.purempi.device.Sharing;

/**
 * The devices of CUDA, by a driver that is none ({@code src/test/c/standin.h}): that every call is
 * made as the documentation has it, and that the kernels do what they should. That a GPU does the
 * same, this does not show.
 */
@Timeout(120)
class CudaTest {
  @TestFactory
  Stream<DynamicTest> devicesAndCopies() throws Exception {
    return CaseRunner.run(CudaCases.class, StandIn.environment());
  }

  @TestFactory
  Stream<DynamicTest> addresses() throws Exception {
    return CaseRunner.run(PointerCases.class, StandIn.environment());
  }

  @TestFactory
  Stream<DynamicTest> addressesOfADriverThatTellsNothingWithoutAContext() throws Exception {
    return CaseRunner.run(PointerCases.class, StandIn.environment("STANDIN_REFUSE", "lookup"));
  }

  @TestFactory
  Stream<DynamicTest> kernels() throws Exception {
    return CaseRunner.run(KernelCases.class, StandIn.environment());
  }

  @TestFactory
  Stream<DynamicTest> noKernels() throws Exception {
    return CaseRunner.run(FallbackCases.class, StandIn.environment("STANDIN_REFUSE", "ptx"));
  }

  @TestFactory
  Stream<DynamicTest> noKernelsAndNoRows() throws Exception {
    return CaseRunner.run(FallbackCases.class, StandIn.environment("STANDIN_REFUSE", "ptx,pitch"));
  }

  @TestFactory
  Stream<DynamicTest> lost() throws Exception {
    return CaseRunner.run(LostCases.class, StandIn.environment());
  }

  @Test
  void twoProcessesShareMemory() throws Exception {
    Sharing.test(StandIn.environment(), StandIn.environment(), StandIn.OPTIONS);
  }

  /** The memory is of the second device, and the other process sees only the first one. */
  @Test
  void memoryOfADeviceThatAProcessDoesNotSeeIsShared() throws Exception {
    Sharing.test(
        StandIn.environment(), StandIn.environment("STANDIN_DEVICES", "1"), StandIn.OPTIONS);
  }

  // ---- Why there is none

  /** Says why there is no device. */
  static final class Why {
    private Why() {}

    public static void main(String[] args) {
      try {
        System.out.println("there is " + Devices.first());
      } catch (DeviceException e) {
        System.out.println(e.reason() + " " + e.getMessage());
      }
      System.out.println(Devices.all().size() + " " + Devices.memoryAt(4096, 1));
    }
  }

  private static String why(Map<String, String> environment, List<String> options)
      throws Exception {
    try (Child child = new Child(environment, options, List.of(Why.class.getName()))) {
      List<String> lines = child.lines();
      assertThat(lines).hasSize(2);
      assertThat(lines.getLast()).isEqualTo("0 null");
      return lines.getFirst();
    }
  }

  private static String why(String... variables) throws Exception {
    return why(StandIn.environment(variables), StandIn.OPTIONS);
  }

  @Test
  void nativeCallsThatAreNotEnabled() throws Exception {
    assertThat(why(StandIn.environment(), List.of()))
        .isEqualTo(
            "UNAVAILABLE there is no device here: cuda: calls of native functions are not enabled:"
                + " add --enable-native-access=org.purempi.os (module path) or"
                + " --enable-native-access=ALL-UNNAMED (class path)");
  }

  /** An empty file hides what may be installed. */
  @Test
  void noDriver(@TempDir Path folder) throws Exception {
    Files.createFile(folder.resolve(CudaCall.LIBRARY));
    assertThat(why(Map.of("LD_LIBRARY_PATH", folder.toString()), StandIn.OPTIONS))
        .isEqualTo(
            "UNAVAILABLE there is no device here: cuda: there is no libcuda.so.1: no NVIDIA driver"
                + " is installed here, or not where the dynamic linker looks");
  }

  @Test
  void aDriverThatDoesNotStart() throws Exception {
    assertThat(why("STANDIN_DEVICES", "0"))
        .endsWith("cuInit: CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)");
    assertThat(why("STANDIN_INIT", "304"))
        .endsWith(
            "cuInit: CUDA_ERROR_OPERATING_SYSTEM (OS call failed or operation not supported on"
                + " this OS)");
    assertThat(why("STANDIN_INIT", "12345")).endsWith("cuInit: error 12345 (error 12345)");
  }

  @Test
  void anOldDriver() throws Exception {
    assertThat(why("STANDIN_VERSION", "9020"))
        .endsWith("the driver is of CUDA 9.2, which is too old: 10.2 or newer is needed");
  }

  @Test
  void devicesThatNobodyWants() throws Exception {
    assertThat(why(StandIn.environment(), List.of("-Dpurempi.devices=none")))
        .endsWith("none is looked for with purempi.devices=none");
  }
}
