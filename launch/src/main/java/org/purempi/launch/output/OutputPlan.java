package org.purempi.launch.output;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.RankPlacement;

/**
 * Where the output of a job's ranks is to go.
 *
 * @param world which of mpiexec's worlds it is; 0 unless it was spawned
 * @param ranks how many there are
 * @param together whether all of them are threads of one process
 * @param placement the hosts of the job's processes
 * @param label what goes before each line, or null for nothing
 * @param outPattern the name of each rank's file of standard output, or null for ours
 * @param errPattern the same for standard error
 * @param merge whether equal lines of several ranks become one
 * @param joined whether standard error goes the way of standard output
 * @param directory where each rank's output goes, or null for ours
 */
public record OutputPlan(
    int world,
    int ranks,
    boolean together,
    RankPlacement placement,
    @Nullable OutputPattern label,
    @Nullable OutputPattern outPattern,
    @Nullable OutputPattern errPattern,
    boolean merge,
    boolean joined,
    @Nullable Path directory) {
  /** What {@code -l} puts before a line. */
  public static final OutputPattern RANK_LABEL = new OutputPattern("[%r] ");

  private static final OutputPattern LABEL_OF_SPAWNED = new OutputPattern("[%g,%r] ");

  /** The same for a world that was spawned: its ranks are told from others of that number. */
  public OutputPlan ofSpawned(int number, int size, RankPlacement hosts) {
    return new OutputPlan(
        number,
        size,
        false,
        hosts,
        RANK_LABEL.equals(label) ? LABEL_OF_SPAWNED : label,
        outPattern == null ? null : outPattern.ofFiles(number),
        errPattern == null ? null : errPattern.ofFiles(number),
        merge,
        joined,
        directory == null ? null : directory.resolve("world-" + number));
  }
}
