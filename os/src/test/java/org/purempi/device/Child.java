package org.purempi.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A JVM with an environment of its own. */
public final class Child implements AutoCloseable {
  private static final int PATIENCE_S = 60;

  private final Process process;
  private final BufferedReader output;
  private final PrintWriter input;

  /**
   * Starts one, whose errors are among its output.
   *
   * @param options of the JVM
   * @param command the name of the class, and its arguments
   */
  public Child(Map<String, String> environment, List<String> options, List<String> command)
      throws IOException {
    List<String> all = new ArrayList<>();
    all.add(java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    all.addAll(options);
    all.addAll(List.of("-cp", System.getProperty("java.class.path")));
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.environment().putAll(environment);
    process = builder.start();
    output = process.inputReader();
    input = new PrintWriter(process.outputWriter(), true);
  }

  /** Its next line; null after the last one. */
  public String line() throws IOException {
    return output.readLine();
  }

  /** Says something to it. */
  public void say(String line) {
    input.println(line);
  }

  /** All lines that are left, of a process that ends without an error. */
  public List<String> lines() throws IOException, InterruptedException {
    List<String> lines = output.readAllLines();
    assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
    return lines;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
