package org.purempi.tests;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.purempi.tests.CaseScan.Worlds;
import org.purempi.tests.ProcessJob.Network;
import org.purempi.tests.ProcessJob.Plan;
import org.purempi.tests.device.HostOnly;
import org.purempi.tests.device.OnDevices;

/**
 * All cases: on threads each on all its worlds, on processes each on one of them, on virtual
 * threads those for three ranks. The long run leaves nothing out.
 */
class ConformanceTest {
  /** The size of world that virtual threads are tried with in the short run. */
  private static final int VIRTUAL = 3;

  /** Every kind of communicator with every datatype: on virtual threads in the long run only. */
  private static final String GRID = ".grid.";

  private static final List<String> SMALL_PIECES =
      List.of("-Dpurempi.device.direct.from=1", "-Dpurempi.device.piece=4096");

  private static final String NO_SHARING = "-Dpurempi.device.sharing=false";
  private static final String NO_PACKING = "-Dpurempi.device.packing=false";

  @TestFactory
  Stream<DynamicNode> onThreads() {
    return CaseScan.sizes().stream().map(n -> threads(n, false, c -> true));
  }

  @TestFactory
  Stream<DynamicNode> onVirtualThreads() {
    return Stream.of(threads(VIRTUAL, true, c -> !c.fullName().contains(GRID)));
  }

  /** Two worlds that have met: to ranks of the other one there is a link. */
  @TestFactory
  Stream<DynamicNode> onTwoWorlds() {
    return CaseScan.sizes().stream()
        .filter(n -> n > 1)
        .map(
            n ->
                dynamicContainer(
                    n + " threads of two worlds",
                    CaseScan.cases(n, Worlds.FEW).stream()
                        .filter(c -> !c.where().ofOneWorld())
                        .map(
                            c ->
                                dynamicTest(
                                    c.name() + " on " + n + " threads of two worlds",
                                    () -> ThreadJob.runOnTwoWorlds(c, n)))));
  }

  @TestFactory
  @Tag("full")
  Stream<DynamicNode> onMoreVirtualThreads() {
    return CaseScan.sizes().stream()
        .map(n -> threads(n, true, c -> n != VIRTUAL || c.fullName().contains(GRID)));
  }

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
        .flatMap(network -> processes(new Plan(Worlds.DEVICES, network, true, flags)));
  }

  /** The cases that are about devices, on two processes, with each setting of devices. */
  @TestFactory
  Stream<DynamicNode> withSettingsOfDevices() {
    return Stream.of(
            new Plan(Worlds.OF_DEVICES, Network.TCP, true),
            new Plan(Worlds.OF_DEVICES, Network.TWO_HOSTS, true, SMALL_PIECES),
            new Plan(Worlds.OF_DEVICES, Network.CHOSEN, true, SMALL_PIECES),
            new Plan(Worlds.OF_DEVICES, Network.CHOSEN, true, List.of(NO_SHARING, NO_PACKING)))
        .map(plan -> processes(2, plan));
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

  @TestFactory
  Stream<DynamicNode> onProcesses() {
    return processes(new Plan(Worlds.FEW, Network.CHOSEN, true));
  }

  /** Two ranks that share memory and one that does not: both kinds of peers. */
  @TestFactory
  Stream<DynamicNode> onTwoHosts() {
    return Stream.of(processes(3, new Plan(Worlds.ALL, Network.TWO_HOSTS, true)));
  }

  /** C2 has its turn over shared memory: it would compile the same cases for each network. */
  @TestFactory
  @Tag("full")
  Stream<DynamicNode> onMoreProcesses() {
    return Arrays.stream(Network.values())
        .flatMap(network -> processes(new Plan(Worlds.ALL, network, network != Network.CHOSEN)));
  }

  private DynamicNode threads(int ranks, boolean virtual, Predicate<RankCase> which) {
    String name = ranks + (virtual ? " virtual threads" : " threads");
    return dynamicContainer(
        name,
        CaseScan.cases(ranks, Worlds.ALL).stream()
            .filter(which)
            .map(
                c ->
                    dynamicTest(c.name() + " on " + name, () -> ThreadJob.run(c, ranks, virtual))));
  }

  private Stream<DynamicNode> processes(Plan plan) {
    return CaseScan.sizes().stream()
        .filter(n -> !CaseScan.cases(n, plan.worlds()).isEmpty())
        .map(n -> processes(n, plan));
  }

  private DynamicNode processes(int ranks, Plan plan) {
    String name = ranks + " processes" + plan.network().words() + words(plan.flags());
    return dynamicContainer(name, Stream.of(ranks).flatMap(n -> job(n, plan, name)));
  }

  private static String words(List<String> flags) {
    return flags.isEmpty() ? "" : " with " + String.join(" ", flags).replace("-Dpurempi.", "");
  }

  private Stream<DynamicTest> job(int ranks, Plan plan, String name) {
    try {
      Map<RankCase, String> results = ProcessJob.run(ranks, plan);
      return results.entrySet().stream()
          .map(
              e ->
                  dynamicTest(
                      e.getKey().name() + " on " + name,
                      () -> {
                        if (!e.getValue().isEmpty()) {
                          fail(e.getValue());
                        }
                      }));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
