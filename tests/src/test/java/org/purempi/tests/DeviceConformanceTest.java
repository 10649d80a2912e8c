package org.purempi.tests;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.purempi.tests.CaseScan.Worlds;
import org.purempi.tests.ProcessJob.Network;
import org.purempi.tests.ProcessJob.Plan;
import org.purempi.tests.device.HostOnly;
import org.purempi.tests.device.OnDevices;

/** The cases with their buffers on mock devices, and those that are about devices. */
class DeviceConformanceTest {
  private static final List<String> SMALL_PIECES =
      List.of("-Dpurempi.device.direct.from=1", "-Dpurempi.device.piece=4096");

  private static final String NO_SHARING = "-Dpurempi.device.sharing=false";
  private static final String NO_PACKING = "-Dpurempi.device.packing=false";

  /** What a case calls its buffers lies on a mock device; see {@link OnDevices}. */
  @TestFactory
  Stream<DynamicNode> onDevices() {
    return onDevices(c -> !HostOnly.isLong(c.fullName()));
  }

  @TestFactory
  @Tag("full")
  Stream<DynamicNode> onDevicesLong() {
    return onDevices(c -> HostOnly.isLong(c.fullName()));
  }

  private static Stream<DynamicNode> onDevices(Predicate<RankCase> which) {
    return CaseScan.sizes().stream()
        .map(
            n ->
                dynamicContainer(
                    n + " threads, on devices",
                    CaseScan.cases(n, Worlds.DEVICES).stream()
                        .filter(which)
                        .map(
                            c ->
                                dynamicTest(
                                    c.name() + " on " + n + " threads, on devices",
                                    () -> onDevices(c, n)))));
  }

  private static void onDevices(RankCase c, int ranks) {
    try {
      ThreadJob.run(c, ranks, false);
    } finally {
      OnDevices.free();
    }
  }

  /** The same on processes, with limits so low that the data of most cases crosses them. */
  @TestFactory
  @Tag("full")
  Stream<DynamicNode> onDevicesOfProcesses() {
    List<String> flags =
        List.of(
            "-Dpurempi.devices=mock",
            "-Dpurempi.device.direct.from=1000",
            "-Dpurempi.device.piece=8192",
            "-Dpurempi.device.reduce.from=256");
    return Arrays.stream(Network.values())
        .flatMap(network -> ProcessNodes.of(new Plan(Worlds.DEVICES, network, true, flags)));
  }

  /** The cases that are about devices, on two processes, with each setting of devices. */
  @TestFactory
  Stream<DynamicNode> withSettingsOfDevices() {
    return Stream.of(
            new Plan(Worlds.OF_DEVICES, Network.TCP, true),
            new Plan(Worlds.OF_DEVICES, Network.TWO_HOSTS, true, SMALL_PIECES),
            new Plan(Worlds.OF_DEVICES, Network.CHOSEN, true, SMALL_PIECES),
            new Plan(Worlds.OF_DEVICES, Network.CHOSEN, true, List.of(NO_SHARING, NO_PACKING)))
        .map(plan -> ProcessNodes.of(2, plan));
  }

  /** Those that are listed as impossible on devices are: each fails there. */
  @TestFactory
  @Tag("full")
  Stream<DynamicNode> onHostsOnly() {
    return CaseScan.sizes().stream()
        .flatMap(n -> CaseScan.cases(n, Worlds.FEW).stream())
        .filter(c -> HostOnly.isFailing(c.fullName()))
        .map(
            c ->
                dynamicTest(
                    c.name() + " cannot run on devices",
                    () ->
                        assertThatThrownBy(() -> onDevices(c.onDevices(), c.deviceRun()))
                            .isInstanceOf(AssertionError.class)));
  }
}
