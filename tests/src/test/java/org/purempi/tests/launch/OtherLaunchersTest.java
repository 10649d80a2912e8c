package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/**
 * Our programs under launchers that are not ours, and what they say where they cannot be served.
 */
@Timeout(60)
class OtherLaunchersTest {
  private static final String GREETINGS =
      Launch.root().resolve("examples/Greetings.java").toString();

  private static void assumeHydra() {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/mpiexec.hydra")),
        "SKIPPED: mpiexec.hydra is not installed; .ci/install-peers installs it");
  }

  @Test
  void greetingsUnderMpichsOwnLauncher() {
    assumeHydra();
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

  /** MPICH's has no guardian: each rank has to see for itself that its connection is gone. */
  @Test
  void computingRanksEndWhenTheLauncherThatStartedThemIsKilled(@TempDir Path place)
      throws IOException {
    assumeHydra();
    Path source =
        Files.writeString(
            place.resolve("Spin.java"),
            """
            void main(String[] args) {
              org.purempi.Mpi.init(args);
              IO.println(ProcessHandle.current().pid());
              for (long i = 0; i >= 0; i += 2) {}
            }
            """);
    Running job = Launch.purempiJava(source.toString()).by("mpiexec.hydra", "-n", "2").start();
    List<Long> ranks = Processes.numbers(job.awaitOut("(\\d+\n){2}"));
    ProcessHandle proxy = ProcessHandle.of(ranks.getFirst()).orElseThrow().parent().orElseThrow();
    assertThat(proxy.info().commandLine().orElseThrow()).contains("hydra_pmi_proxy");
    try {
      Processes.signal("KILL", proxy.pid());
      Processes.assertAllGone(ranks);
    } finally {
      ranks.forEach(rank -> ProcessHandle.of(rank).ifPresent(ProcessHandle::destroyForcibly));
      job.process().destroy();
      job.await();
    }
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

  @Test
  void processesThatCannotFindOurLauncherAreAnnounced(@TempDir Path place) throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/mpicc.openmpi")),
        "SKIPPED: mpicc.openmpi is not installed; .ci/install-peers installs it");
    Path source = place.resolve("alone.c");
    Files.writeString(
        source, "#include <mpi.h>\nint main(void) { return MPI_Init(0, 0) + MPI_Finalize(); }\n");
    Path program = place.resolve("alone");
    Process compiler =
        new ProcessBuilder("mpicc.openmpi", "-o", program.toString(), source.toString()).start();
    assertThat(compiler.waitFor()).isZero();
    Result result = Launch.mpiexec("-n", "2", program.toString()).run();
    assertThat(result.err())
        .startsWith("mpiexec: warning: %s needs libmpi.so.40, Open MPI's".formatted(program));
  }
}
