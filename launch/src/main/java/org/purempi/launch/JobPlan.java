package org.purempi.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one call of mpiexec asks for.
 *
 * @param segments the programs, in the order of their ranks
 * @param threads how many ranks one JVM holds as threads, or null if ranks are processes
 * @param label what goes before each line of output, or null for nothing
 * @param outPattern the name of each rank's file of standard output, or null for ours
 * @param errPattern the same for standard error
 * @param merge whether equal lines of several ranks become one
 * @param joined whether standard error goes the way of standard output
 * @param outputDirectory where each rank's output goes, or null for ours
 * @param exitCodes whether every rank's exit code is printed at the end
 * @param timeout after which the job is ended, or null for never
 * @param grace how long ranks that are to end may take after SIGTERM
 * @param stdinRank who reads mpiexec's standard input, or {@link #ALL_RANKS} or {@link #NO_RANK}
 * @param hosts where the ranks run
 * @param pmiDescriptor whether ranks inherit their connection to the PMI server, open
 * @param binding what ranks are bound to
 * @param reportBindings whether to say what each rank is bound to
 * @param displayMap whether to say which rank goes where
 * @param verbose whether to say what is started and how
 */
record JobPlan(
    List<Segment> segments,
    @Nullable ThreadRanks threads,
    @Nullable OutputPattern label,
    @Nullable OutputPattern outPattern,
    @Nullable OutputPattern errPattern,
    boolean merge,
    boolean joined,
    @Nullable Path outputDirectory,
    boolean exitCodes,
    @Nullable Duration timeout,
    Duration grace,
    int stdinRank,
    HostPlan hosts,
    boolean pmiDescriptor,
    Binding binding,
    boolean reportBindings,
    boolean displayMap,
    boolean verbose) {
  /** A {@link #stdinRank} that stands for every rank. */
  static final int ALL_RANKS = -1;

  /** A {@link #stdinRank} that stands for none. */
  static final int NO_RANK = -2;

  JobPlan {
    segments = List.copyOf(segments);
  }

  /** The number of processes of the job. */
  int size() {
    return threads == null ? count(segments) : 1;
  }

  /** The number of ranks. */
  int ranks() {
    return threads == null ? size() : threads.count();
  }

  /** How many ranks programs have together. */
  static int count(List<Segment> segments) {
    return segments.stream().mapToInt(Segment::count).sum();
  }
}
