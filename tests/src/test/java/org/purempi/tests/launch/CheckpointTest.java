package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** mpiexec and checkpoints: jobs that start again, and requests. */
@Timeout(120)
class CheckpointTest {
  private static final String JACOBI =
      Launch.root().resolve("examples/JacobiCheckpoint.java").toString();

  /** Goes on until a checkpoint has been taken. */
  private static final String WAITING =
      """
      import org.purempi.Buf;
      import org.purempi.Mpi;
      import org.purempi.checkpoint.Checkpoint;

      public class Waiting {
        public static void main(String[] args) throws Exception {
          try (var mpi = Mpi.init(args); var checkpoint = Checkpoint.of(mpi.world())) {
            checkpoint.replicated("a", Buf.of(new int[1]));
            boolean any = checkpoint.maybe();
            System.out.println(any ? "too early" : "ready");
            while (!checkpoint.maybe()) {
              Thread.sleep(1);
            }
            System.out.println("taken");
          }
        }
      }
      """;

  @TempDir Path place;

  private Path folder() {
    return place.resolve("checkpoints");
  }

  private String prefix() {
    return folder().toString();
  }

  @Test
  void aJobWhoseRankDiesStartsAgainFromItsLastCheckpoint() {
    Result result =
        Call.mpiexec(
                "-n", "3", "-ckpoint-prefix", prefix(), "-restart-on-failure", "1", JACOBI, "450")
            .run();
    assertThat(result.err())
        .contains("mpiexec: rank 2 on ")
        .contains("mpiexec: starting the job again from checkpoint 4 (1 of 1)");
    assertThat(result.lines())
        .containsExactly("Restored at step 399", "After 1000 steps the rod holds 2473.763");
    assertThat(result.code()).isZero();

    Result again = Call.mpiexec("-ckpoint-prefix", prefix(), "-n", "2", "-ckpoint-num", "9").run();
    assertThat(again.lines())
        .containsExactly("Restored at step 898", "After 1000 steps the rod holds 2473.763");
    assertThat(again.code()).isZero();
  }

  @Test
  void aJobStartsAgainNoMoreOftenThanAsked() {
    Result result =
        Call.mpiexec(
                "-n",
                "2",
                "-ckpoint-prefix",
                prefix(),
                "-restart-on-failure",
                "2",
                "sh",
                "-c",
                "echo started; [ $PMI_RANK = 1 ] && kill -9 $$; sleep 100")
            .run();
    assertThat(result.lines().stream().filter("started"::equals)).hasSizeBetween(3, 6);
    assertThat(result.err())
        .contains("starting the job again from its begin (1 of 2)")
        .contains("starting the job again from its begin (2 of 2)")
        .doesNotContain("of 3");
    assertThat(result.code()).isEqualTo(128 + 9);
  }

  @Test
  void aJobThatEndsWellOrIsTooLateDoesNotStartAgain() {
    Result well =
        Call.mpiexec("-ckpoint-prefix", prefix(), "-restart-on-failure", "2", "true").run();
    assertThat(well.err()).isEmpty();
    assertThat(well.code()).isZero();
    Result late =
        Call.mpiexec(
                "-ckpoint-prefix",
                prefix(),
                "-restart-on-failure",
                "2",
                "-timeout",
                "1",
                "sleep",
                "100")
            .run();
    assertThat(late.err()).doesNotContain("again");
    assertThat(late.code()).isEqualTo(124);
  }

  @Test
  void aJobThatWasToldToEndDoesNotStartAgain() throws Exception {
    Running job =
        Launch.mpiexec(
                "-ckpoint-prefix",
                prefix(),
                "-restart-on-failure",
                "2",
                "sh",
                "-c",
                "echo started; exec sleep 100")
            .start();
    job.awaitOut("started\n");
    job.process().destroy();
    Result result = job.await();
    assertThat(result.err()).doesNotContain("again");
    assertThat(result.code()).isEqualTo(128 + 15);
  }

  @Test
  void aSignalToMpiexecAsksForACheckpoint() throws Exception {
    Path source = Files.writeString(place.resolve("Waiting.java"), WAITING);
    Files.createDirectories(folder());
    Files.createFile(folder().resolve("ckpt.request")); // of an earlier job: it is past
    Running job = Launch.mpiexec("-n", "2", "-ckpoint-prefix", prefix(), source.toString()).start();
    job.awaitOut("ready\nready\n");
    Thread.sleep(500); // mpiexec hears of it a moment after the start
    signal(job);
    Result result = job.await();
    assertThat(result.sortedLines()).containsExactly("ready", "ready", "taken", "taken");
    assertThat(result.err()).isEqualTo("mpiexec: asked the ranks for a checkpoint\n");
    assertThat(result.code()).isZero();
    assertThat(folder().toFile().list()).hasSize(3);
  }

  private static void signal(Running job) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-USR1", job.process().pid() + "").start().waitFor();
  }
}
