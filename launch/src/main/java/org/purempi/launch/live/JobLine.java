package org.purempi.launch.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code purempi ps} shows of a job.
 *
 * @param pid the process number of its mpiexec
 * @param ranks how many ranks it has, those of spawned worlds among them
 * @param seconds for how long it has run
 * @param hosts where
 * @param program what it runs, as it was named
 */
public record JobLine(long pid, int ranks, long seconds, List<String> hosts, String program) {
  private static final int MOST_HOSTS = 3;
  private static final int FIELDS = 5;
  private static final String TAB = "\t";

  /** Keeps a copy that nobody changes. */
  public JobLine {
    hosts = List.copyOf(hosts);
  }

  /** As it travels. */
  public String text() {
    return String.join(
        TAB,
        "" + pid,
        "" + ranks,
        "" + seconds,
        String.join(",", hosts),
        program.replace(TAB, " "));
  }

  /** Reads what travels; of another version it may be less. */
  static JobLine parse(long pid, String text) {
    List<String> words = List.of(text.strip().split(TAB, FIELDS));
    try {
      return new JobLine(
          pid,
          Integer.parseInt(words.get(1)),
          Long.parseLong(words.get(2)),
          List.of(words.get(3).split(",", -1)),
          words.get(4));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      return new JobLine(pid, 0, 0, List.of(), "(of another version)");
    }
  }

  /** A table of jobs with numbers from 1 on. */
  static List<String> table(List<JobLine> jobs) {
    var lines = new ArrayList<String>();
    lines.add(
        "%2s  %8s  %6s  %9s  %-24s  %s".formatted("#", "JOB", "RANKS", "TIME", "HOSTS", "PROGRAM"));
    for (int i = 0; i < jobs.size(); i++) {
      JobLine job = jobs.get(i);
      lines.add(
          "%2d  %8d  %6d  %9s  %-24s  %s"
              .formatted(i + 1, job.pid, job.ranks, job.time(), job.where(), job.program));
    }
    return lines;
  }

  private String time() {
    Duration time = Duration.ofSeconds(seconds);
    return "%d:%02d:%02d".formatted(time.toHours(), time.toMinutesPart(), time.toSecondsPart());
  }

  private String where() {
    int shown = Math.min(MOST_HOSTS, hosts.size());
    String more = hosts.size() > shown ? " and " + (hosts.size() - shown) + " more" : "";
    return String.join(",", hosts.subList(0, shown)) + more;
  }
}
