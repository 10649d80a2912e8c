package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** A rank that dies inside an epoch of a window: the others do not wait for its lock forever. */
@Timeout(90)
class WindowFaultsTest {
  private static final Duration SOON = Duration.ofSeconds(15);

  /** Rank 1 holds a lock at rank 0, which ranks 0 and 2 wait for. */
  private static final String PROGRAM =
      """
      import org.purempi.*;
      public class Holder {
        public static void main(String[] args) throws Exception {
          try (var mpi = Mpi.init(args)) {
            var world = mpi.world();
            try (var window = Window.allocate(world, 8, 8)) {
              if (world.rank() == 1) {
                window.lock(LockType.EXCLUSIVE, 0);
              }
              world.barrier();
              System.out.println((char) ('a' + world.rank()) + "" + ProcessHandle.current().pid());
              if (world.rank() == 1) {
                Thread.sleep(100_000);
              }
              window.lock(world.rank() == 0 ? LockType.EXCLUSIVE : LockType.SHARED, 0);
              System.out.println("has it");
            }
          }
        }
      }
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Dpurempi.transport=shm",
        "-Dpurempi.transport=tcp",
        "-Dpurempi.hosts.of.ranks=a,b,b"
      })
  void aRankThatIsKilledWhileItHoldsALockEndsTheJob(String network, @TempDir Path place)
      throws IOException {
    Path source = Files.writeString(place.resolve("Holder.java"), PROGRAM);
    Running job = Launch.mpiexec("-n", "3", network, source.toString()).start();
    String said = job.awaitOut("([abc]\\d+\n){3}");
    List<Long> processes = Processes.numbers(said);
    long killed = System.nanoTime();
    Processes.signal("KILL", Processes.numbers(said.replaceFirst("(?s).*b", "")).getFirst());
    Result result = job.await();
    assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(SOON);
    assertThat(result.out()).isEqualTo(said);
    assertThat(result.err()).contains("mpiexec: rank 1 on ").contains("SIGKILL");
    assertThat(result.code()).isEqualTo(128 + 9);
    Processes.assertAllGone(processes);
  }
}
