package org.purempi.tests;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.purempi.tests.CaseScan.Worlds;
import org.purempi.tests.ProcessJob.Network;
import org.purempi.tests.ProcessJob.Plan;

/** All cases on processes, each on one of its worlds; the long run leaves nothing out. */
class ProcessConformanceTest {
  @TestFactory
  Stream<DynamicNode> onProcesses() {
    return ProcessNodes.of(new Plan(Worlds.FEW, Network.CHOSEN, true));
  }

  /** Two ranks that share memory and one that does not: both kinds of peers. */
  @TestFactory
  Stream<DynamicNode> onTwoHosts() {
    return Stream.of(ProcessNodes.of(3, new Plan(Worlds.ALL, Network.TWO_HOSTS, true)));
  }

  /** C2 has its turn over shared memory: it would compile the same cases for each network. */
  @TestFactory
  @Tag("full")
  Stream<DynamicNode> onMoreProcesses() {
    return Arrays.stream(Network.values())
        .flatMap(
            network -> ProcessNodes.of(new Plan(Worlds.ALL, network, network != Network.CHOSEN)));
  }
}
