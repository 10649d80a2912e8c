package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.launch.Launch.Result;

/**
 * Our programs under launchers that are not ours, and what they say where they cannot be served.
 */
@Timeout(60)
class OtherLaunchersTest {
  private static final String GREETINGS =
      Launch.root().resolve("examples/Greetings.java").toString();

  @Test
  void greetingsUnderMpichsOwnLauncher() {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/mpiexec.hydra")),
        "SKIPPED: mpiexec.hydra is not installed; .ci/install-peers installs it");
    Result result = Launch.purempiJava(GREETINGS).by("mpiexec.hydra", "-n", "4").run();
    assertThat(result.err()).isEmpty();
    assertThat(result.lines())
        .containsExactly(
            "Hello! Greetings from process 0 of 4!",
            "Greetings from process 1 of 4!",
            "Greetings from process 2 of 4!",
            "Greetings from process 3 of 4!");
    assertThat(result.code()).isZero();
  }

  @Test
  void aTaskOfSlurmWithoutPmiIsNoWorldOfOne() {
    Result result =
        Launch.purempiJava(GREETINGS)
            .with("SLURM_PROCID", "1")
            .with("SLURM_STEP_NUM_TASKS", "2")
            .run();
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("task 1 of a Slurm step of 2 tasks", "srun --mpi=pmi2");
    assertThat(result.code()).isNotZero();
  }

  @Test
  void aProcessOfOpenMpisLauncherIsNoWorldOfOne() {
    Result result =
        Launch.purempiJava(GREETINGS)
            .with("OMPI_COMM_WORLD_RANK", "0")
            .with("OMPI_COMM_WORLD_SIZE", "2")
            .run();
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("process 0 of 2 started by Open MPI's mpirun");
    assertThat(result.code()).isNotZero();
  }
}
