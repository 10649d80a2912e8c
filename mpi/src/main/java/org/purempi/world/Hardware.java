package org.purempi.world;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.os.Affinity;

/**
 * The kinds of hardware resources that Linux tells of (section 9.1.2), by the names of hwloc, and
 * whether the processors that this process may run on belong to one of a kind. Elsewhere only the
 * machine is known.
 */
final class Hardware {
  private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");

  private Hardware() {}

  static Info info() {
    Info info = Info.of("hwloc://Machine", "true");
    try {
      List<Integer> allowed = Affinity.allowed();
      info = with(info, "Package", packages(allowed));
      info = with(info, "NUMANode", nodes(allowed));
      info = with(info, "Core", cores(allowed));
      return with(info, "PU", new HashSet<>(allowed));
    } catch (IOException e) {
      // No Linux, or a sandbox that shows nothing: what is not known is not told.
      return info;
    }
  }

  /** See {@link org.purempi.communicator.Rank#resource}: the lowest processor of the resource. */
  static int resource(String type) {
    try {
      List<Integer> allowed = Affinity.allowed();
      Set<?> used =
          switch (type) {
            case "hwloc://Machine" -> Set.of(0);
            case "hwloc://Package" -> packages(allowed);
            case "hwloc://NUMANode" -> nodes(allowed);
            case "hwloc://Core" -> cores(allowed);
            case "hwloc://PU" -> new HashSet<>(allowed);
            default -> Set.of();
          };
      if (used.size() != 1) {
        return Mpi.UNDEFINED;
      }
      return switch (type) {
        case "hwloc://Machine" -> 0;
        case "hwloc://Package" -> first(topology(allowed.getFirst(), "package_cpus_list"));
        case "hwloc://NUMANode" -> first(String.valueOf(used.iterator().next()));
        case "hwloc://Core" -> first(topology(allowed.getFirst(), "core_cpus_list"));
        default -> allowed.getFirst();
      };
    } catch (IOException e) {
      return Mpi.UNDEFINED; // as in info: what is not known is not told
    }
  }

  /** The first number of a list of processors, or of the name of a node. */
  private static int first(String list) {
    return Integer.parseInt(list.replaceFirst("^\\D+", "").replaceFirst("\\D.*", ""));
  }

  private static Info with(Info info, String kind, Set<?> used) {
    return used.isEmpty() ? info : info.with("hwloc://" + kind, String.valueOf(used.size() == 1));
  }

  private static String topology(int processor, String what) throws IOException {
    return Files.readString(PROCESSORS.resolve("cpu" + processor + "/topology/" + what)).strip();
  }

  private static Set<String> packages(List<Integer> processors) throws IOException {
    Set<String> found = new HashSet<>();
    for (int p : processors) {
      found.add(topology(p, "physical_package_id"));
    }
    return found;
  }

  private static Set<String> cores(List<Integer> processors) throws IOException {
    Set<String> found = new HashSet<>();
    for (int p : processors) {
      found.add(topology(p, "physical_package_id") + "." + topology(p, "core_id"));
    }
    return found;
  }

  private static Set<String> nodes(List<Integer> processors) throws IOException {
    Set<String> found = new HashSet<>();
    for (int p : processors) {
      try (Stream<Path> files = Files.list(PROCESSORS.resolve("cpu" + p))) {
        files
            .map(f -> f.getFileName().toString())
            .filter(name -> name.matches("node\\d+"))
            .forEach(found::add);
      }
    }
    return found;
  }
}
