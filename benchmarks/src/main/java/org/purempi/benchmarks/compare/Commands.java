package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs short commands to their end. */
final class Commands {

  private static final int LIMIT_SECONDS = 60;

  private Commands() {}

  /**
   * What the command prints, its errors included.
   *
   * @throws Crew.Failure if it cannot be run, fails, or takes more than a minute
   */
  static String output(List<String> command) throws Crew.Failure {
    try {
      Path kept = Files.createTempFile("compare", ".out");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(kept.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        Jobs.watch(process);
        finish(List.of(process), command, kept);
        return Files.readString(kept);
      } finally {
        Files.delete(kept);
      }
    } catch (IOException e) {
      throw new Crew.Failure("cannot run " + command.getFirst() + ": " + e.getMessage());
    }
  }

  /**
   * How many milliseconds it takes until so many of these commands, started at once, have all
   * ended.
   *
   * @throws Crew.Failure if one cannot be run, fails, or takes more than a minute
   */
  static double millis(List<String> command, int copies) throws Crew.Failure {
    try {
      var builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD);
      List<Process> processes = new ArrayList<>();
      long begin = System.nanoTime();
      for (int i = 0; i < copies; i++) {
        Process process = builder.start();
        Jobs.watch(process);
        processes.add(process);
      }
      finish(processes, command, null);
      return (System.nanoTime() - begin) / 1e6;
    } catch (IOException e) {
      throw new Crew.Failure("cannot run " + command.getFirst() + ": " + e.getMessage());
    }
  }

  private static void finish(List<Process> processes, List<String> command, @Nullable Path output)
      throws Crew.Failure, IOException {
    try {
      for (Process process : processes) {
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (!ended || process.exitValue() != 0) {
          throw new Crew.Failure(
              "%s %s: %s"
                  .formatted(
                      String.join(" ", command),
                      ended ? "failed with exit code " + process.exitValue() : "does not end",
                      output == null
                          ? "its output was not kept"
                          : Files.readString(output).strip()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Crew.Failure("interrupted");
    } finally {
      processes.forEach(Jobs::end);
    }
  }
}
