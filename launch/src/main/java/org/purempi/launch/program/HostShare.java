package org.purempi.launch.program;

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
 * @param jvms how many JVMs of the job share this host; 0: they choose by themselves
 * @param processors how many processors they share; the JVM counts those of its container, too
 */
public record HostShare(int jvms, int processors) {
  /** All JVMs together may fill so much of the memory (of the container's, where there is one). */
  private static final double PERCENT_OF_MEMORY = 60;

  /** What a JVM alone on its host begins with, a sixty-fourth of the memory. */
  private static final double FIRST_PERCENT = 100.0 / 64;

  /**
   * What a JVM with several cores begins with. Its young generation is a tenth of it: large enough
   * that what lives for short is collected there, small enough to leave the memory to long arrays.
   */
  private static final double FIRST_PERCENT_OF_PARALLEL = 6.25;

  private static final String YOUNG_TENTH = "-XX:NewRatio=9";

  /** All JVMs together begin with no more than this. */
  private static final double FIRST_PERCENT_OF_ALL = 25;

  private static final String OWN_HEAP =
      "-Xmx.*|-XX:.*(MaxHeapSize|MaxRAM|RAMPercentage|RAMFraction|CompressedOops).*";
  private static final String OWN_FIRST_HEAP =
      "-Xm[sn].*|-XX:.*(InitialHeapSize|InitialRAMPercentage|InitialRAMFraction|NewSize|NewRatio).*";
  private static final String OWN_COLLECTOR = "-XX:[+-]Use(\\w+GC|ShenandoahGC)";
  private static final String PARALLEL = "-XX:\\+Use(Parallel|G1|Z|Shenandoah)GC";
  private static final String OWN_COLLECTOR_THREADS = "-XX:(ParallelGCThreads|ConcGCThreads).*";
  private static final String OWN_COMPILERS =
      "-XX:(CICompilerCount|TieredStopAtLevel|-TieredCompilation).*|-Xint";

  private static final String OWN_VM_OPTIONS = "-XX:.*";

  /**
   * Compilers take what the ranks leave: a rank that yields to one is back after milliseconds
   * otherwise (docs/decisions/start.md). Who is not root may lower priorities only, and the JVM
   * says so in each rank; it has nothing else to warn of where no option is the user's.
   */
  private static final List<String> COMPILERS_LAST =
      List.of(
          "-XX:ThreadPriorityPolicy=1",
          "-XX:CompilerThreadPriority=5",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-PrintWarnings");

  private static final String TUNABLES = "GLIBC_TUNABLES";
  private static final String SEQUENCES = "glibc.pthread.rseq";

  /**
   * The share of each of so many JVMs.
   *
   * @param isLeftToJvm whether each chooses as it does for a program of its own
   */
  public static HostShare of(int jvms, boolean isLeftToJvm) {
    return isLeftToJvm
        ? new HostShare(0, 0)
        : new HostShare(jvms, Runtime.getRuntime().availableProcessors());
  }

  /** What -verbose says. */
  public String text() {
    return jvms == 0
        ? "collector, heap and compilers are left to the JVM"
        : "%d %s on %d %s: %s (-jvm-defaults leaves these to the JVM)"
            .formatted(
                jvms,
                jvms == 1 ? "JVM" : "JVMs",
                processors,
                processors == 1 ? "processor" : "processors",
                String.join(" ", flags(List.of())));
  }

  /** Flags for one JVM, as far as the user has chosen none. */
  List<String> flags(List<String> users) {
    var flags = new ArrayList<String>();
    if (jvms == 0) {
      return flags;
    }
    if (none(users, OWN_HEAP)) {
      String most = percent(PERCENT_OF_MEMORY / jvms);
      flags.add("-XX:MaxRAMPercentage=" + most);
      flags.add("-XX:MinRAMPercentage=" + most);
      // Without it a share above 32 GiB would make every reference twice as long.
      flags.add("-XX:+UseCompressedOops");
    }
    int cores = Math.max(1, processors / jvms);
    boolean isOurCollector = none(users, OWN_COLLECTOR);
    boolean isParallel = isOurCollector ? cores > 1 : !none(users, PARALLEL);
    if (isOurCollector) {
      flags.add(isParallel ? "-XX:+UseParallelGC" : "-XX:+UseSerialGC");
    }
    if (none(users, OWN_FIRST_HEAP)) {
      boolean isShaped = isOurCollector && isParallel && none(users, OWN_HEAP);
      double first = isShaped ? FIRST_PERCENT_OF_PARALLEL : FIRST_PERCENT;
      flags.add(
          "-XX:InitialRAMPercentage=" + percent(Math.min(first, FIRST_PERCENT_OF_ALL / jvms)));
      if (isShaped) {
        flags.add(YOUNG_TENTH);
      }
    }
    if (isParallel && none(users, OWN_COLLECTOR_THREADS) && cores < processors) {
      flags.add("-XX:ParallelGCThreads=" + cores);
      flags.add("-XX:ConcGCThreads=" + Math.max(1, cores / 4));
    }
    int compilers = compilers(cores);
    if (compilers < compilers(processors) && none(users, OWN_COMPILERS)) {
      flags.add("-XX:CICompilerCount=" + compilers);
    }
    if (none(users, OWN_VM_OPTIONS)) {
      flags.addAll(COMPILERS_LAST);
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

  private static String percent(double of) {
    return String.format(Locale.ROOT, "%.2f", of);
  }

  private static boolean none(List<String> flags, String pattern) {
    Predicate<String> matches = flag -> flag.matches(pattern);
    return flags.stream().noneMatch(matches);
  }
}
