package org.purempi.pmi;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.purempi.setting.Setting;

/**
 * What the environment says about how this process was started. Used before a process without a PMI
 * connection declares itself the only one of its world: under a launcher we cannot talk to, n such
 * processes would each silently become rank 0 of 1.
 */
public final class LaunchEnvironment {
  private static final String REMEDY = " (To run it alone on purpose, set PUREMPI_SINGLETON=1.)";

  private LaunchEnvironment() {}

  /**
   * Why this process must not start as a singleton, or nothing when it may (or when it has a PMI
   * connection, so that the question does not arise).
   */
  public static Optional<String> refusal(Map<String, String> environment) {
    if (environment.containsKey("PMI_FD")
        || environment.containsKey("PMI_PORT")
        || Setting.SINGLETON.isOn(environment)) {
      return Optional.empty();
    }
    String why = slurm(environment);
    for (Kind kind : Kind.values()) {
      why = why == null ? kind.refusal(environment) : why;
    }
    return Optional.ofNullable(why).map(text -> text + REMEDY);
  }

  private static @Nullable String slurm(Map<String, String> environment) {
    Integer task = number(environment, "SLURM_PROCID");
    Integer stepTasks = number(environment, "SLURM_STEP_NUM_TASKS");
    Integer tasks = stepTasks == null ? number(environment, "SLURM_NTASKS") : stepTasks;
    if (task == null || tasks == null || tasks < 2) {
      return null;
    }
    // The batch script itself has PROCID=0 and the job's NTASKS, but is no step: it may run alone.
    boolean batchScript =
        task == 0
            && stepTasks == null
            && environment.containsKey("SLURM_JOB_ID")
            && !environment.containsKey("SLURM_STEP_ID")
            && !environment.containsKey("SLURM_STEPID");
    if (batchScript) {
      return null;
    }
    return """
    this is task %d of a Slurm step of %d tasks, but Slurm gave it no PMI-1 connection; \
    start it with 'srun --mpi=pmi2 …' or with mpiexec.\
    """
        .formatted(task, tasks);
  }

  /** Launchers that tell rank and size by variables but speak no PMI-1. */
  private enum Kind {
    OPEN_MPI("Open MPI's mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    JSM("jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"),
    FLUX("Flux", "FLUX_TASK_RANK", "FLUX_JOB_SIZE"),
    MVAPICH("MVAPICH's launcher", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
    PMI_NUMBERS("a launcher without PMI-1", "PMI_RANK", "PMI_SIZE"),
    PALS("PALS", "PALS_RANKID", "PALS_SIZE"),
    PMIX("a PMIx launcher", "PMIX_RANK", "PMIX_SIZE");

    private final String who;
    private final String rankName;
    private final String sizeName;

    Kind(String who, String rankName, String sizeName) {
      this.who = who;
      this.rankName = rankName;
      this.sizeName = sizeName;
    }

    @Nullable String refusal(Map<String, String> environment) {
      Integer rank = number(environment, rankName);
      Integer size = size(environment);
      boolean alone = size != null && size == 1;
      if (rank == null || alone) {
        return null;
      }
      return """
      this is process %d%s started by %s, whose protocol purempi does not speak; \
      start it with mpiexec (or any launcher that serves PMI-1).\
      """
          .formatted(rank, size == null ? "" : " of " + size, who);
    }

    /** PMIx and PALS tell no size by themselves; a launcher above them may. */
    private @Nullable Integer size(Map<String, String> environment) {
      Integer size = number(environment, sizeName);
      if (size == null) {
        size = number(environment, "OMPI_COMM_WORLD_SIZE");
      }
      return size == null ? number(environment, "SLURM_NTASKS") : size;
    }
  }

  private static @Nullable Integer number(Map<String, String> environment, String name) {
    String text = environment.get(name);
    try {
      return text == null ? null : Integer.valueOf(text);
    } catch (NumberFormatException e) {
      return null; // a variable of that name that means something else
    }
  }
}
