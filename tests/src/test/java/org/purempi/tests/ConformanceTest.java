package org.purempi.tests;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** All cases on all transports. */
class ConformanceTest {
  @TestFactory
  Stream<DynamicNode> onThreads() {
    return CaseScan.sizes().stream().map(n -> threads(n, false));
  }

  @TestFactory
  Stream<DynamicNode> onVirtualThreads() {
    return CaseScan.sizes().stream().map(n -> threads(n, true));
  }

  @TestFactory
  Stream<DynamicNode> onProcesses() {
    return CaseScan.sizes().stream()
        .map(n -> dynamicContainer(n + " processes", Stream.of(n).flatMap(this::processes)));
  }

  private DynamicNode threads(int ranks, boolean virtual) {
    String name = ranks + (virtual ? " virtual threads" : " threads");
    return dynamicContainer(
        name,
        CaseScan.cases(ranks).stream()
            .map(
                c ->
                    dynamicTest(c.name() + " on " + name, () -> ThreadJob.run(c, ranks, virtual))));
  }

  private Stream<DynamicTest> processes(int ranks) {
    try {
      Map<RankCase, String> results = ProcessJob.run(ranks);
      return results.entrySet().stream()
          .map(
              e ->
                  dynamicTest(
                      e.getKey().name() + " on " + ranks + " processes",
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
