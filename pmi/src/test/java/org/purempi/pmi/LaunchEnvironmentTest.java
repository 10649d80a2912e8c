package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nobody silently becomes rank 0 of 1 under a launcher we cannot talk to. */
@Timeout(10)
class LaunchEnvironmentTest {
  private static Optional<String> refusal(String... pairs) {
    Map<String, String> environment = new HashMap<>(Map.of("PATH", "/bin"));
    for (String pair : pairs) {
      String[] parts = pair.split("=", -1);
      environment.put(parts[0], parts[1]);
    }
    return LaunchEnvironment.refusal(environment);
  }

  @Test
  void aPlainStartMayBeAlone() {
    assertThat(refusal()).isEmpty();
  }

  @Test
  void aTaskOfASlurmStepWithoutPmiIsRefusedWithTheRemedy() {
    assertThat(refusal("SLURM_PROCID=3", "SLURM_NTASKS=4").orElse(""))
        .startsWith("this is task 3 of a Slurm step of 4 tasks")
        .contains("srun --mpi=pmi2")
        .contains("PUREMPI_SINGLETON=1");
    assertThat(refusal("SLURM_PROCID=0", "SLURM_STEP_NUM_TASKS=4", "SLURM_JOB_ID=9")).isPresent();
  }

  @Test
  void aSlurmBatchScriptAndAStepOfOneMayBeAlone() {
    assertThat(refusal("SLURM_PROCID=0", "SLURM_NTASKS=4", "SLURM_JOB_ID=9")).isEmpty();
    assertThat(refusal("SLURM_PROCID=0", "SLURM_STEP_NUM_TASKS=1", "SLURM_NTASKS=4")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "OMPI_COMM_WORLD_RANK=1, OMPI_COMM_WORLD_SIZE=4, process 1 of 4 started by Open MPI",
    "PMIX_RANK=2, PMIX_NAMESPACE=n, process 2 started by a PMIx launcher",
    "PMIX_RANK=0, OMPI_COMM_WORLD_SIZE=2, process 0 of 2 started by a PMIx launcher",
    "PALS_RANKID=5, PALS_NODEID=0, process 5 started by PALS",
    "PMI_RANK=0, PMI_SIZE=2, process 0 of 2 started by a launcher without PMI-1",
    "FLUX_TASK_RANK=1, FLUX_JOB_SIZE=2, process 1 of 2 started by Flux",
    "MV2_COMM_WORLD_RANK=1, MV2_COMM_WORLD_SIZE=2, process 1 of 2 started by MVAPICH",
  })
  void otherLaunchersAreNamed(String rank, String size, String message) {
    assertThat(refusal(rank, size).orElse("")).contains(message).contains("mpiexec");
  }

  @Test
  void aJobOfOneUnderAnyLauncherMayBeAlone() {
    assertThat(refusal("OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=1", "PMIX_RANK=0"))
        .isEmpty();
    assertThat(refusal("PMI_RANK=0", "PMI_SIZE=1")).isEmpty();
  }

  @Test
  void aPmiConnectionOrTheUsersWordSettlesIt() {
    assertThat(refusal("SLURM_PROCID=3", "SLURM_NTASKS=4", "PMI_FD=5")).isEmpty();
    assertThat(refusal("SLURM_PROCID=3", "SLURM_NTASKS=4", "PMI_PORT=h:1")).isEmpty();
    assertThat(refusal("SLURM_PROCID=3", "SLURM_NTASKS=4", "PUREMPI_SINGLETON=1")).isEmpty();
  }
}
