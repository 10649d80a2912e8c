package org.purempi.tests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts programs under bin/mpiexec, with the class path of the tests. */
public final class Launcher {
  private static final java.util.regex.Pattern LIBRARY =
      java.util.regex.Pattern.compile("/purempi(-os|-transport|-pmi|-launch)?-\\d[^/]*\\.jar$");

  private Launcher() {}

  /** How a job ended and what it said. */
  public record Outcome(int exitCode, String out, String err) {
    @Override
    public String toString() {
      return "exit code " + exitCode + "\n" + out + err;
    }
  }

  /** Runs a main class with its arguments on {@code ranks} ranks. */
  public static Outcome run(Duration limit, int ranks, List<String> program)
      throws IOException, InterruptedException {
    return run(limit, ranks, List.of(), program);
  }

  /** As {@link #run(Duration, int, List)}, with flags for each rank's JVM. */
  public static Outcome run(Duration limit, int ranks, List<String> jvmFlags, List<String> program)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(Tree.ROOT.resolve("bin/mpiexec").toString(), "-n", ranks + ""));
    command.addAll(jvmFlags);
    command.addAll(List.of("-cp", classPath()));
    command.addAll(program);
    return start(limit, command);
  }

  /** Runs any command with its output kept; kills it and everything below when the time is over. */
  public static Outcome start(Duration limit, List<String> command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("purempi-out", ".txt");
    Path err = Files.createTempFile("purempi-err", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder
          .environment()
          .put("PUREMPI_NO_BUILD", "1"); // the jars are built: this is a test of them
      Process process = builder.start();
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      String note = ended ? "" : "killed: not done after " + limit.toSeconds() + " s\n";
      return new Outcome(
          process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8) + note);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /**
   * The class path of this test, less the library, which mpiexec brings along with what makes its
   * start fast.
   */
  public static String classPath() {
    return Stream.of(wholeClassPath().split(":", -1))
        .filter(part -> !LIBRARY.matcher(part).find())
        .collect(Collectors.joining(":"));
  }

  /** The class path of this test: Surefire may hide it behind a jar that only has a manifest. */
  public static String wholeClassPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
