package org.purempi.launch.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.text.UsageException;
import org.purempi.os.Affinity;

/**
 * The processors this process may use, and what they share, as Linux tells below {@code /sys}.
 *
 * @param root the folder below which {@code sys} lies, {@code /} but in tests
 */
public record CpuTopology(Path root) {
  /** This machine's. */
  public static final Path MACHINE = Path.of("/");

  private static final int MOST_PROCESSORS = 1 << 16;

  /** The groups of a kind in turn, each a list like "0,2"; empty when the kind is unknown. */
  public List<String> groups(String kind) throws UsageException {
    return switch (kind) {
      case "hwthread", "pu", "cpu" -> by(processor -> "" + processor);
      case "core", "rr", "auto" -> by(this::core);
      case "socket", "package" -> by(p -> topology(p, "physical_package_id"));
      case "numa" -> by(this::node);
      case "l1cache", "l2cache", "l3cache" -> by(p -> cache(p, kind.charAt(1)));
      case "machine", "board" -> by(p -> "");
      default -> List.of();
    };
  }

  private List<String> by(IntFunction<String> property) throws UsageException {
    var groups = new LinkedHashMap<String, List<String>>();
    for (int processor : allowed()) {
      groups.computeIfAbsent(property.apply(processor), p -> new ArrayList<>()).add("" + processor);
    }
    return groups.values().stream().map(group -> String.join(",", group)).toList();
  }

  /** The processors that may be used, in their order. */
  List<Integer> allowed() throws UsageException {
    try {
      if (!root.equals(MACHINE)) {
        return parse(Files.readString(root.resolve("sys/devices/system/cpu/online")).strip());
      }
      return Affinity.allowed();
    } catch (IOException e) {
      throw new UsageException("-bind-to: this system's processors are unknown: " + e, e);
    }
  }

  private static List<Integer> parse(String list) throws UsageException {
    try {
      return Ranges.parse("-bind-to", list, MOST_PROCESSORS);
    } catch (HostsException e) {
      throw new UsageException(String.valueOf(e.getMessage()), e);
    }
  }

  private Path folder(int processor) {
    return root.resolve("sys/devices/system/cpu/cpu" + processor);
  }

  private String topology(int processor, String name) {
    return text(folder(processor).resolve("topology").resolve(name), processor);
  }

  private String core(int processor) {
    return topology(processor, "physical_package_id")
        + "."
        + text(folder(processor).resolve("topology/die_id"), 0)
        + "."
        + topology(processor, "core_id");
  }

  private String cache(int processor, char level) {
    Path caches = folder(processor).resolve("cache");
    for (int index = 0; Files.exists(caches.resolve("index" + index)); index++) {
      Path cache = caches.resolve("index" + index);
      boolean data = !text(cache.resolve("type"), processor).equals("Instruction");
      if (data && text(cache.resolve("level"), processor).equals("" + level)) {
        return text(cache.resolve("shared_cpu_list"), processor);
      }
    }
    return "processor " + processor;
  }

  private String node(int processor) {
    try (Stream<Path> links = Files.list(folder(processor))) {
      return links
          .map(path -> path.getFileName().toString())
          .filter(name -> name.matches("node[0-9]+"))
          .findFirst()
          .orElse("");
    } catch (IOException | UncheckedIOException e) {
      return ""; // a machine of one node need not say so
    }
  }

  /** A file's text; a processor that says nothing of it stands for itself. */
  private static String text(Path file, int otherwise) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "processor " + otherwise;
    }
  }
}
