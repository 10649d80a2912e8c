package org.purempi.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.purempi.tests.CaseScan.Worlds;
import org.purempi.tests.Launcher.Outcome;

/**
 * Runs all cases of one size of world on ranks that are processes. One job runs them all; a case
 * that fails ends the job, and another one goes on behind it.
 */
final class ProcessJob {
  /** More failing cases than this are not looked for. */
  private static final int MOST_JOBS = 12;

  private static final Duration JOB_LIMIT = Duration.ofMinutes(4);

  /** C2 would take half of the short run, for loops that then end; the long run has it. */
  private static final String SHORT_RUN = "-XX:TieredStopAtLevel=1";

  private static final String PASSED = "";

  /** By what the ranks of a job talk. */
  enum Network {
    /** What they choose themselves: shared memory, since they are on one host. */
    CHOSEN(""),
    /** TCP over the loopback interface. */
    TCP(" over TCP"),
    /** As if the upper half of them were on another host. */
    TWO_HOSTS(" on two hosts");

    private final String words;

    Network(String words) {
      this.words = words;
    }

    /** For the name of a test. */
    String words() {
      return words;
    }

    private List<String> flags(int ranks) {
      return switch (this) {
        case CHOSEN -> List.of();
        case TCP -> List.of("-Dpurempi.transport=tcp");
        case TWO_HOSTS -> {
          String hosts =
              IntStream.range(0, ranks)
                  .mapToObj(rank -> rank < ranks - ranks / 2 ? "a" : "b")
                  .collect(Collectors.joining(","));
          yield List.of("-Dpurempi.hosts.of.ranks=" + hosts);
        }
      };
    }
  }

  /**
   * How cases are run on processes: on which worlds, by what they talk, whether in a hurry, with
   * which flags.
   */
  record Plan(Worlds worlds, Network network, boolean isShort, List<String> flags) {
    Plan(Worlds worlds, Network network, boolean isShort) {
      this(worlds, network, isShort, List.of());
    }
  }

  private ProcessJob() {}

  /** For each case why it failed, or an empty string. */
  static Map<RankCase, String> run(int ranks, Plan plan) throws IOException, InterruptedException {
    List<RankCase> cases = CaseScan.cases(ranks, plan.worlds());
    Map<RankCase, String> results = new LinkedHashMap<>();
    for (int job = 0; results.size() < cases.size(); job++) {
      if (job == MOST_JOBS) {
        cases
            .subList(results.size(), cases.size())
            .forEach(c -> results.put(c, "not run: too many cases before it have failed"));
      } else {
        runFrom(results.size(), cases, ranks, plan, results);
      }
    }
    return results;
  }

  private static void runFrom(
      int first, List<RankCase> cases, int ranks, Plan plan, Map<RankCase, String> results)
      throws IOException, InterruptedException {
    Path reports = Files.createDirectories(Path.of("target", "cases"));
    reports = Files.createTempDirectory(reports, ranks + "-ranks-");
    Outcome outcome =
        Launcher.run(
            JOB_LIMIT,
            ranks,
            flags(ranks, plan),
            List.of(
                CaseRunner.class.getName(),
                reports.toAbsolutePath() + "",
                plan.worlds() + "",
                first + ""));
    for (RankCase c : cases.subList(first, cases.size())) {
      String failure = failure(c, reports, ranks);
      if (!failure.equals(PASSED)) {
        results.put(c, failure + "\nthe job:\n" + outcome);
        return;
      }
      results.put(c, PASSED);
    }
    if (outcome.exitCode() != 0) {
      results.put(cases.getLast(), "all cases have passed, but the job failed:\n" + outcome);
    }
  }

  private static List<String> flags(int ranks, Plan plan) {
    List<String> flags = new ArrayList<>(plan.network().flags(ranks));
    flags.add("-Dcase=" + CaseScan.WANTED); // the ranks must find the same cases
    flags.addAll(plan.flags());
    if (plan.isShort()) {
      flags.add(SHORT_RUN);
    }
    return flags;
  }

  private static String failure(RankCase c, Path reports, int ranks) throws IOException {
    var failure = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      CaseReport report = CaseReport.ofRank(reports, rank);
      if (!report.hasPassed(c)) {
        failure.append("rank ").append(rank).append(": has not passed\n");
        failure.append(report.failure(c)).append('\n');
      }
    }
    return failure.toString();
  }
}
