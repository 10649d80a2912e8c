package org.purempi.tests;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.purempi.tests.CaseScan.Worlds;

/**
 * All cases on threads, each on all its worlds, and on virtual threads those for three ranks. The
 * long run leaves nothing out.
 */
class ConformanceTest {
  /** The size of world that virtual threads are tried with in the short run. */
  private static final int VIRTUAL = 3;

  /** Every kind of communicator with every datatype: on virtual threads in the long run only. */
  private static final String GRID = ".grid.";

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
}
