package org.purempi.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The processors this process may use, by core. */
final class Processors {
  private static final String ALLOWED = "Cpus_allowed_list:";

  private Processors() {}

  /** For each core in turn, its processors as a list like "0,2". */
  static List<String> cores() throws UsageException {
    var byCore = new LinkedHashMap<String, String>();
    for (int processor : allowed()) {
      byCore.merge(core(processor), Integer.toString(processor), (a, b) -> a + "," + b);
    }
    return List.copyOf(byCore.values());
  }

  private static List<Integer> allowed() throws UsageException {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith(ALLOWED)) {
          return parse(line.substring(ALLOWED.length()).strip());
        }
      }
      throw new IOException("/proc/self/status has no " + ALLOWED);
    } catch (IOException e) {
      throw new UsageException("-bind-to core: this system's processors are unknown: " + e, e);
    }
  }

  /** Reads a list like "0-3,8". */
  static List<Integer> parse(String list) {
    var numbers = new ArrayList<Integer>();
    for (String range : Words.parts(list, ",")) {
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  private static String core(int processor) {
    Path topology = Path.of("/sys/devices/system/cpu/cpu" + processor, "topology");
    try {
      return Files.readString(topology.resolve("physical_package_id")).strip()
          + "."
          + Files.readString(topology.resolve("core_id")).strip();
    } catch (IOException e) {
      return "processor " + processor; // no topology told: each stands for itself
    }
  }
}
