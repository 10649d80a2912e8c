package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      Jobs.watch(process);
      process.getOutputStream().close();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      finish(List.of(process), command, text);
      return text;
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
      finish(processes, command, "its output was not kept");
      return (System.nanoTime() - begin) / 1e6;
    } catch (IOException e) {
      throw new Crew.Failure("cannot run " + command.getFirst() + ": " + e.getMessage());
    }
  }

  private static void finish(List<Process> processes, List<String> command, String output)
      throws Crew.Failure {
    try {
      for (Process process : processes) {
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (!ended || process.exitValue() != 0) {
          throw new Crew.Failure(
              "%s %s: %s"
                  .formatted(
                      String.join(" ", command),
                      ended ? "failed with exit code " + process.exitValue() : "does not end",
                      output.strip()));
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
