package org.purempi.tests;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.purempi.tests.ProcessJob.Plan;

/** The tests of a job of processes, which starts when the first is asked for: one for each case. */
final class ProcessNodes {
  private ProcessNodes() {}

  /** On each size of world that a plan has cases for. */
  static Stream<DynamicNode> of(Plan plan) {
    return CaseScan.sizes().stream()
        .filter(n -> !CaseScan.cases(n, plan.worlds()).isEmpty())
        .map(n -> of(n, plan));
  }

  /** On so many ranks. */
  static DynamicNode of(int ranks, Plan plan) {
    String name = ranks + " processes" + plan.network().words() + words(plan.flags());
    return dynamicContainer(name, Stream.of(ranks).flatMap(n -> job(n, plan, name)));
  }

  private static String words(List<String> flags) {
    return flags.isEmpty() ? "" : " with " + String.join(" ", flags).replace("-Dpurempi.", "");
  }

  private static Stream<DynamicTest> job(int ranks, Plan plan, String name) {
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
