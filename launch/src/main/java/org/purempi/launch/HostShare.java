package org.purempi.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The share of the host that one of several JVMs gets unless its user says otherwise: the JVM
 * itself would take a quarter of the memory, and threads for all cores, in every rank.
 *
 * @param jvms how many JVMs of the job share this host
 * @param processors how many processors they share; the JVM counts those of its container, too
 */
record HostShare(int jvms, int processors) {
  /** All JVMs together may fill so much of the memory (of the container's, where there is one). */
  private static final double PERCENT_OF_MEMORY = 60;

  private static final String OWN_HEAP =
      "-Xmx.*|-XX:.*(MaxHeapSize|MaxRAM|RAMPercentage|RAMFraction|CompressedOops).*";
  private static final String PARALLEL = "-XX:\\+Use(Parallel|G1|Z|Shenandoah)GC";
  private static final String OWN_COLLECTOR_THREADS = "-XX:(ParallelGCThreads|ConcGCThreads).*";
  private static final String OWN_COMPILERS =
      "-XX:(CICompilerCount|TieredStopAtLevel|-TieredCompilation).*|-Xint";

  private static final String TUNABLES = "GLIBC_TUNABLES";
  private static final String SEQUENCES = "glibc.pthread.rseq";

  /** The share of each of so many JVMs. */
  static HostShare of(int jvms) {
    return new HostShare(jvms, Runtime.getRuntime().availableProcessors());
  }

  /** Flags for one JVM, as far as the user has chosen none. */
  List<String> flags(List<String> users) {
    var flags = new ArrayList<String>();
    if (none(users, OWN_HEAP)) {
      String percent = String.format(Locale.ROOT, "%.2f", PERCENT_OF_MEMORY / jvms);
      flags.add("-XX:MaxRAMPercentage=" + percent);
      flags.add("-XX:MinRAMPercentage=" + percent);
      // Without it a share above 32 GiB would make every reference twice as long.
      flags.add("-XX:+UseCompressedOops");
    }
    int cores = Math.max(1, processors / jvms);
    if (!none(users, PARALLEL) && none(users, OWN_COLLECTOR_THREADS) && cores < processors) {
      flags.add("-XX:ParallelGCThreads=" + cores);
      flags.add("-XX:ConcGCThreads=" + Math.max(1, cores / 4));
    }
    int compilers = compilers(cores);
    if (compilers < compilers(processors) && none(users, OWN_COMPILERS)) {
      flags.add("-XX:CICompilerCount=" + compilers);
    }
    return flags;
  }

  /**
   * The variables of one JVM. Where JVMs share processors and so switch for every message, a switch
   * takes a fourteenth less time if the system does not keep the block of restartable sequences
   * that the C library registers for each thread, and of which the JVM makes no use.
   */
  Map<String, String> variables(Map<String, String> users) {
    String chosen = users.getOrDefault(TUNABLES, "");
    if (jvms <= processors || chosen.contains(SEQUENCES)) {
      return users;
    }
    var variables = new HashMap<>(users);
    variables.put(TUNABLES, (chosen.isEmpty() ? "" : chosen + ":") + SEQUENCES + "=0");
    return variables;
  }

  /** As many compiler threads as the JVM would start on so many cores. */
  static int compilers(int cores) {
    int log = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, cores));
    int logLog = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, log));
    int least = 2;
    return Math.max(log * logLog * 3 / 2, least);
  }

  private static boolean none(List<String> flags, String pattern) {
    Predicate<String> matches = flag -> flag.matches(pattern);
    return flags.stream().noneMatch(matches);
  }
}
