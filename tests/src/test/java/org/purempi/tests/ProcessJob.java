package org.purempi.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private ProcessJob() {}

  /** For each case why it failed, or an empty string. */
  static Map<RankCase, String> run(int ranks, Worlds worlds)
      throws IOException, InterruptedException {
    List<RankCase> cases = CaseScan.cases(ranks, worlds);
    Map<RankCase, String> results = new LinkedHashMap<>();
    for (int job = 0; results.size() < cases.size(); job++) {
      if (job == MOST_JOBS) {
        cases
            .subList(results.size(), cases.size())
            .forEach(c -> results.put(c, "not run: too many cases before it have failed"));
      } else {
        runFrom(results.size(), cases, ranks, worlds, results);
      }
    }
    return results;
  }

  private static void runFrom(
      int first, List<RankCase> cases, int ranks, Worlds worlds, Map<RankCase, String> results)
      throws IOException, InterruptedException {
    Path reports = Files.createDirectories(Path.of("target", "cases"));
    reports = Files.createTempDirectory(reports, ranks + "-ranks-");
    Outcome outcome =
        Launcher.run(
            JOB_LIMIT,
            ranks,
            flags(worlds),
            List.of(
                CaseRunner.class.getName(),
                reports.toAbsolutePath() + "",
                worlds + "",
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

  private static List<String> flags(Worlds worlds) {
    String same = "-Dcase=" + CaseScan.WANTED; // the ranks must find the same cases
    return worlds == Worlds.FEW ? List.of(same, SHORT_RUN) : List.of(same);
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
