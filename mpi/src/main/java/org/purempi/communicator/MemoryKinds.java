package org.purempi.communicator;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.device.Devices;
import org.purempi.setting.Setting;

/**
 * The kinds of memory that buffers may be in (section 11.4.3): those that were asked for and are
 * there. Devices are looked for only if somebody asks for their kind.
 */
public final class MemoryKinds {
  /** The key of the hint. */
  public static final String KEY = "mpi_memory_alloc_kinds";

  /** An assertion that buffers are in some of these kinds only. */
  static final String ASSERTED = "mpi_assert_memory_alloc_kinds";

  private static final Map<String, Set<String>> RESTRICTIONS =
      Map.of("system", Set.of(), "mpi", Set.of("alloc_mem", "win_allocate", "win_allocate_shared"));

  private static final Set<String> OF_DEVICES = Set.of("host", "device", "managed");

  private MemoryKinds() {}

  /** What every communicator answers: mpiexec may have been told kinds. */
  private static final class Initial {
    static final String KINDS = granted(Setting.MEMORY_KINDS.text());

    private Initial() {}
  }

  /** Those of the job. */
  static String initial() {
    return Initial.KINDS;
  }

  /**
   * Those that are supported: always {@code system} and {@code mpi}, and of others if asked for.
   */
  public static String granted(@Nullable String wanted) {
    var granted = new LinkedHashSet<String>(List.of("system", "mpi"));
    for (String word : wanted == null ? new String[0] : wanted.split(",", -1)) {
      String kind = word.strip();
      if (isSupported(kind)) {
        granted.add(kind);
      }
    }
    return String.join(",", granted);
  }

  private static boolean isSupported(String kind) {
    String[] parts = kind.split(":", -1);
    Set<String> known = RESTRICTIONS.get(parts[0]);
    if (known == null) {
      boolean isThere = false;
      for (Device device : Devices.all()) {
        isThere |= device.kind().equals(parts[0]);
      }
      known = isThere ? OF_DEVICES : null;
    }
    return known != null && known.containsAll(List.of(parts).subList(1, parts.length));
  }

  /** Whether all of these kinds are among those that are granted, as they stand or unrestricted. */
  static boolean areAmong(String kinds, String granted) {
    Set<String> there = Set.of(granted.split(",", -1));
    for (String kind : kinds.split(",", -1)) {
      if (!there.contains(kind.strip()) && !there.contains(kind.strip().split(":", -1)[0])) {
        return false;
      }
    }
    return true;
  }
}
