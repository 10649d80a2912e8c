package org.purempi.launch.options;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.output.OutputPlan;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.program.Debugging;
import org.purempi.launch.program.InputReader;
import org.purempi.launch.program.RanksAsThreads;
import org.purempi.launch.system.Binding;

/**
 * What one call of mpiexec asks for.
 *
 * @param apps the programs, in the order of their ranks
 * @param threads how many ranks one JVM holds as threads, or null if ranks are processes
 * @param output where the ranks' output goes
 * @param exitCodes whether every rank's exit code is printed at the end
 * @param timeout after which the job is ended, or null for never
 * @param hang after which without progress it is ended, or null for never
 * @param hangPage the file in which it is drawn who waits for whom, {@code none}, or null for one
 *     of our choice
 * @param grace how long ranks that are to end may take after SIGTERM
 * @param recovery whether a rank that fails ends no other
 * @param stdinRank who reads mpiexec's standard input, or as {@link InputReader} says
 * @param hosts where the ranks run
 * @param pmiDescriptor whether ranks inherit their connection to the PMI server, open
 * @param binding what ranks are bound to
 * @param reportBindings whether to say what each rank is bound to
 * @param displayMap whether to say which rank goes where
 * @param debugging whose JVMs wait for a debugger
 * @param environment mpiexec's own
 * @param verbose whether to say what is started and how
 */
public record JobPlan(
    List<AppContext> apps,
    @Nullable RanksAsThreads threads,
    OutputPlan output,
    boolean exitCodes,
    @Nullable Duration timeout,
    @Nullable Duration hang,
    @Nullable String hangPage,
    Duration grace,
    boolean recovery,
    int stdinRank,
    HostPlan hosts,
    boolean pmiDescriptor,
    Binding binding,
    boolean reportBindings,
    boolean displayMap,
    Debugging debugging,
    Map<String, String> environment,
    boolean verbose) {
  /** Keeps copies that nobody changes. */
  public JobPlan {
    apps = List.copyOf(apps);
    environment = Map.copyOf(environment);
  }

  /** The number of processes of the job. */
  public int size() {
    return threads == null ? count(apps) : 1;
  }

  /** The number of ranks. */
  public int ranks() {
    return threads == null ? size() : threads.count();
  }

  /** How many ranks programs have together. */
  static int count(List<AppContext> apps) {
    return apps.stream().mapToInt(AppContext::count).sum();
  }
}
