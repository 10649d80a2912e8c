package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/** Jobs where /dev/shm is as small as in containers: one of their own, in a mount namespace. */
@Timeout(240)
class SmallSharedMemoryTest {
  /** Everybody sends short and long messages to everybody. */
  private static String program(int ranks) {
    return """
    import org.purempi.*;

    void main(String[] args) {
      Mpi.run(%d, world -> {
        int size = world.size();
        for (int longs : new int[] {1, 20_000}) {
          long[] mine = new long[size * longs];
          java.util.Arrays.fill(mine, world.rank());
          long[] all = new long[size * longs];
          world.alltoall(Buf.of(mine), Buf.of(all));
          for (int i = 0; i < all.length; i++) {
            if (all[i] != i / longs) throw new AssertionError(i + ": " + all[i]);
          }
        }
        int sum = world.allreduce(world.rank(), Op.SUM);
        if (world.rank() == 0) IO.println("sum " + sum);
      });
    }
    """
        .formatted(ranks);
  }

  @TempDir Path place;

  @BeforeEach
  void prepare() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("unshare", "-rm", "true").start();
    assumeTrue(process.waitFor() == 0, "SKIPPED: no mount namespaces of one's own here");
  }

  private Result run(String size, int ranks) throws IOException {
    Path program = Files.writeString(place.resolve("Crowd.java"), program(ranks));
    String mount = "mount -t tmpfs -o size=" + size + " none /dev/shm && exec \"$@\"";
    return Launch.mpiexec("-n", "" + ranks, program.toString())
        .by("unshare", "-rm", "sh", "-c", mount, "sh")
        .within(Duration.ofMinutes(3))
        .run();
  }

  @Test
  void fourRanksTalkInFourMegabytes() throws IOException {
    Result result = run("4m", 4);
    assertThat(result.lines()).containsExactly("sum 6");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void whereThereIsNextToNothingTheTemporaryDirectoryIsUsedAndSaid() throws IOException {
    Result result = run("16k", 4);
    assertThat(result.lines()).containsExactly("sum 6");
    assertThat(result.err()).contains("warning", "/dev/shm");
    assertThat(result.code()).isZero();
  }

  @Test
  @Tag("full")
  void thirtyTwoRanksTalkInSixtyFourMegabytes() throws IOException {
    Result result = run("64m", 32);
    assertThat(result.lines()).containsExactly("sum 496");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }
}
