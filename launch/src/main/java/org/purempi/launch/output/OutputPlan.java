package org.purempi.launch.output;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.hosts.RankPlacement;

/**
 * Where the output of a job's ranks is to go.
 *
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
    int ranks,
    boolean together,
    RankPlacement placement,
    @Nullable OutputPattern label,
    @Nullable OutputPattern outPattern,
    @Nullable OutputPattern errPattern,
    boolean merge,
    boolean joined,
    @Nullable Path directory) {}
