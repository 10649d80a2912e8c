package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a reader must know about where the figures come from. */
final class Machine {

  private Machine() {}

  /** The facts, in the order they are printed. */
  static Map<String, String> facts(String loadBefore) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
    facts.put(
        "processor",
        word("/proc/cpuinfo", "model name")
            + ", "
            + Runtime.getRuntime().availableProcessors()
            + " cores");
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("Java", Runtime.version().toString());
    facts.put("MPICH", version(List.of("mpiexec.hydra", "--version"), "Version:"));
    facts.put("Open MPI", version(List.of("mpirun.openmpi", "--version"), "(OpenRTE)"));

    facts.put("file system of files", fileSystem());
    facts.put("load average before the run", loadBefore);
    return facts;
  }

  /** How busy the machine has been in the last minute. */
  static String load() {
    try {
      return Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0];
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** Of the folder where the race has its files. */
  private static String fileSystem() {
    try {
      return Files.getFileStore(Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp"))).type();
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String word(String file, String key) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String version(List<String> command, String marker) {
    try {
      return Commands.output(command)
          .lines()
          .filter(line -> line.contains(marker))
          .map(line -> line.substring(line.indexOf(marker) + marker.length()).strip())
          .findFirst()
          .orElse("unknown");
    } catch (Crew.Failure e) {
      return "not there: " + e.what();
    }
  }
}
