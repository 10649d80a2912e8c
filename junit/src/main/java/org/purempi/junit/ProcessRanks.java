package org.purempi.junit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;

/**
 * Runs a test on ranks that are processes: mpiexec of this class path starts them with this class
 * path, on this JDK.
 */
record ProcessRanks(int size, Duration limit) {
  static final String CALL = "call";

  private static final String MPIEXEC = "org.purempi.launch.Mpiexec";
  private static final int TIMED_OUT = 124;
  private static final int GRACE_SECONDS = 15;

  /** What mpiexec writes when it is asked, before all else of the report. */
  private static final String REPORT = "what its ranks are doing:";

  private static final Duration REPORT_PATIENCE = Duration.ofSeconds(3);

  /** How long looping ranks of a test that was interrupted may take to end: less than that. */
  private static final int RANKS_GRACE_SECONDS = 2;

  private static final long LOOK_MILLIS = 20;

  static Path failure(Path folder, int rank) {
    return folder.resolve("failure-of-rank-" + rank);
  }

  void run(RankCall call) throws Throwable {
    Path folder = Files.createTempDirectory("purempi-junit");
    try {
      SavedCall.of(call).write(folder.resolve(CALL));
      Path log = folder.resolve("log");
      int code = mpiexec(folder, log);
      String output = text(log);
      judge(folder, code, output);
    } finally {
      delete(folder);
    }
  }

  private void judge(Path folder, int code, String output) throws Throwable {
    var outcomes = new Outcomes(size);
    for (Path file : failures(folder)) {
      String name = file.getFileName().toString();
      int rank = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
      outcomes.threw(rank, SavedFailure.read(file));
    }
    if (outcomes.anyThrew()) {
      throw outcomes.failure();
    }
    if (code != 0) {
      String why =
          code == TIMED_OUT
              ? "not done after " + limit.toSeconds() + " s:"
              : "the job ended with exit code " + code + ":";
      throw new AssertionFailedError("on " + size + " ranks: " + why + "\n" + output);
    }
    System.out.print(output);
  }

  /** Oldest first: later ones may be consequences. */
  private static List<Path> failures(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(f -> f.getFileName().toString().matches("failure-of-rank-\\d+"))
          .sorted(Comparator.comparing(f -> f.toFile().lastModified()))
          .toList();
    }
  }

  private int mpiexec(Path folder, Path log) throws IOException, InterruptedException {
    String classPath = classPath();
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath, MPIEXEC));
    words.addAll(List.of("-n", size + "", "-timeout", Math.max(1, limit.toSeconds()) + ""));
    words.addAll(List.of("-grace", RANKS_GRACE_SECONDS + "", "-hang-page", "none"));
    words.addAll(List.of("-cp", classPath, RankMain.class.getName(), folder.toString()));
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    try {
      if (!process.waitFor(limit.toSeconds() + GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      // JUnit's own time limit, or the user: the ranks end too, and say first where they are.
      String report = report(process, log);
      Thread.currentThread().interrupt();
      throw new AssertionFailedError("on " + size + " ranks: interrupted\n" + report, e);
    }
    return process.exitValue();
  }

  /** Ends mpiexec, which is asked before what its ranks are doing; all that it has written. */
  private static String report(Process process, Path log) throws IOException {
    try {
      askForReport(process, log);
    } catch (IOException | InterruptedException e) {
      // No shell, or no time: without a report.
    } finally {
      process.destroy();
    }
    try {
      boolean unused = process.waitFor(REPORT_PATIENCE);
    } catch (InterruptedException e) {
      // It ends without us.
    }
    return text(log);
  }

  /** The shell's own kill: small images have no program of that name. */
  private static void askForReport(Process process, Path log)
      throws IOException, InterruptedException {
    String signal = "kill -USR1 " + process.pid();
    int asked = new ProcessBuilder("/bin/sh", "-c", signal).start().waitFor();
    long until = System.nanoTime() + REPORT_PATIENCE.toNanos();
    while (asked == 0
        && !text(log).contains(REPORT)
        && System.nanoTime() < until
        && process.isAlive()) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static String text(Path log) throws IOException {
    return Files.readString(log, Charset.defaultCharset());
  }

  /** All that the test sees; Surefire may hide it behind a jar that only has a manifest. */
  private static String classPath() {
    String modules = System.getProperty("jdk.module.path", "");
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return modules.isEmpty() ? classes : classes + File.pathSeparator + modules;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
