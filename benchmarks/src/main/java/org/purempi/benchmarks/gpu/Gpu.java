package org.purempi.benchmarks.gpu;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.purempi.device.DeviceException;
import org.purempi.device.Devices;

/**
 * Runs all jobs, prints the page, and ends with 1 if something was wrong.
 *
 * <p>Arguments: purempi's folder, the class path of ranks, {@code mock} or {@code gpu}, {@code
 * brief} or {@code full}, seconds after which no job begins, the page's file.
 */
public final class Gpu {
  private static final int JOB_SECONDS = 90;
  private static final int TOLD_LINES = 12;

  private final Path root;
  private final String classPath;
  private final Scale scale;
  private final Results results = new Results();

  private Gpu(Path root, String classPath, Scale scale) {
    this.root = root;
    this.classPath = classPath;
    this.scale = scale;
  }

  /** Runs all. */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (Devices.all().isEmpty()) {
      System.err.println("gpu: " + whyNone() + "; --mock runs all of it without one");
      System.exit(2);
    }
    boolean isMock = args[2].equals("mock");
    Scale scale = args[3].equals("brief") ? Scale.brief(isMock) : Scale.full(isMock);
    var gpu = new Gpu(Path.of(args[0]), args[1], scale);
    gpu.run(Long.parseLong(args[4]));
    String page = new GpuPage(gpu.results, scale).text();
    Files.writeString(Path.of(args[5]), page);
    System.out.print(page);
    System.exit(gpu.results.wrong().isEmpty() ? 0 : 1);
  }

  private static String whyNone() {
    try {
      return Devices.first().toString();
    } catch (DeviceException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private void run(long seconds) throws IOException, InterruptedException {
    GpuMachine.facts()
        .forEach((name, words) -> results.add(Results.FACT + " " + name + " " + words));
    Path reports = Files.createTempDirectory("gpu-reports");
    long began = System.nanoTime();
    for (Job job : Job.all(scale, reports)) {
      long taken = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
      if (taken < seconds) {
        System.err.printf("%4d s  %s%n", taken, job.name());
        run(job);
      } else {
        results.addWrong(job.name() + ": not run, the time was over");
      }
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(reports)) {
      for (Path file : files) {
        results.addReport(Files.readAllLines(file));
        Files.delete(file);
      }
    }
    Files.delete(reports);
  }

  private void run(Job job) throws IOException, InterruptedException {
    Path output = Files.createTempFile("gpu", ".out");
    Process process =
        new ProcessBuilder(command(job))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    boolean hasEnded = process.waitFor(2L * JOB_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    int code = hasEnded ? process.exitValue() : -1;
    List<String> lines = Files.readAllLines(output);
    Files.delete(output);
    lines.forEach(results::add);
    if (code != 0) {
      List<String> last = lines.subList(Math.max(0, lines.size() - TOLD_LINES), lines.size());
      results.addWrong(
          job.name() + ": ended with " + code + ", and said: " + String.join(" / ", last));
    }
  }

  private List<String> command(Job job) {
    String devices = "-Dpurempi.devices=" + (scale.isMock() ? "mock" : "auto");
    List<String> command = new ArrayList<>();
    if (job.ranks() == 0) {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("--enable-native-access=ALL-UNNAMED");
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    } else {
      command.add(root.resolve("bin/mpiexec").toString());
      command.addAll(
          List.of("-n", Integer.toString(job.ranks()), "-timeout", Integer.toString(JOB_SECONDS)));
    }
    command.add(devices);
    command.addAll(job.flags());
    if (job.ranks() > 0) {
      command.addAll(List.of("-cp", classPath));
    }
    command.addAll(job.words());
    return command;
  }
}
