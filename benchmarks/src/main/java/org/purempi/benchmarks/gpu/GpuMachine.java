package org.purempi.benchmarks.gpu;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/** What Linux tells of the machine, its GPU and how it is connected. */
final class GpuMachine {
  private static final Path DRIVER = Path.of("/proc/driver/nvidia/version");
  private static final Path DEVICES = Path.of("/sys/bus/pci/devices");
  private static final String NVIDIA = "0x10de";

  /** Displays and 3D controllers. */
  private static final String CLASS = "0x03";

  private static final String UNKNOWN = "unknown";

  private GpuMachine() {}

  /** The facts, in the order in which they are printed. */
  static Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
    facts.put("driver", firstLine(DRIVER, ""));
    facts.put("link", link());
    facts.put(
        "processor",
        firstLine(Path.of("/proc/cpuinfo"), "model name").replaceFirst(".*: ", "")
            + ", "
            + Runtime.getRuntime().availableProcessors()
            + " cores");
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("java", Runtime.version().toString());
    facts.put("load", firstLine(Path.of("/proc/loadavg"), ""));
    return facts;
  }

  /** Of the first device of the maker; at rest a link is slower than it can be. */
  private static String link() {
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(DEVICES)) {
      for (Path device : devices) {
        if (firstLine(device.resolve("vendor"), "").equals(NVIDIA)
            && firstLine(device.resolve("class"), "").startsWith(CLASS)) {
          return "%s × %s now, %s × %s at most"
              .formatted(
                  firstLine(device.resolve("current_link_speed"), ""),
                  firstLine(device.resolve("current_link_width"), ""),
                  firstLine(device.resolve("max_link_speed"), ""),
                  firstLine(device.resolve("max_link_width"), ""));
        }
      }
      return UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static String firstLine(Path file, String beginning) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(beginning))
          .findFirst()
          .map(String::strip)
          .orElse(UNKNOWN);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
