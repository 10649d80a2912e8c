package org.purempi.os.fast;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What Linux says of the first processor in {@code /proc/cpuinfo}. */
final class CpuInfo {
  private static final Path FILE = Path.of("/proc/cpuinfo");

  private CpuInfo() {}

  /** The words of the line that begins with {@code key}; none where there is no such line. */
  static List<String> words(String key) {
    try (var lines = Files.lines(FILE, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.startsWith(key))
          .findFirst()
          .map(line -> List.of(line.substring(line.indexOf(':') + 1).strip().split(" +")))
          .orElse(List.of());
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // not told
    }
  }
}
