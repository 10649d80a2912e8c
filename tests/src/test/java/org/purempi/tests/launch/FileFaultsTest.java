package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** What goes wrong around a file while ranks write it: every rank hears of it, and none waits. */
@Timeout(120)
class FileFaultsTest {
  private static final Duration SOON = Duration.ofSeconds(15);
  private static final int KIBIBYTE = 1024;

  /**
   * Each rank writes columns of a matrix, 64 KiB a call, until that fails; what had been synced
   * before must be there.
   */
  private static final String WRITER =
      """
      import org.purempi.*;
      import java.nio.file.Path;
      public class Writer {
        public static void main(String[] args) throws Exception {
          try (var mpi = Mpi.init(args)) {
            var world = mpi.world();
            int ranks = world.size();
            Datatype column =
                Datatype.resized(Datatype.contiguous(64, Datatype.BYTE), 0, 64L * ranks);
            byte[] data = new byte[64 * 1024];
            java.util.Arrays.fill(data, (byte) ('A' + world.rank()));
            MpiFile file = MpiFile.open(world, Path.of(args[0]), FileMode.CREATE, FileMode.RDWR);
            file.setView(new FileView(64L * world.rank(), Datatype.BYTE, column));
            int synced = 0;
            try {
              for (int i = 0; i < 1000; i++) {
                file.writeAll(Buf.of(data));
                file.sync();
                synced = i + 1;
                if (args.length > 1) {
                  System.out.println((char) ('a' + world.rank()) + "" + ProcessHandle.current().pid());
                  Thread.sleep(Long.parseLong(args[1]));
                }
              }
            } catch (MpiException e) {
              System.out.println("rank " + world.rank() + ": " + e.errorClass() + " after " + synced);
            }
            long whole = 0;
            byte[] back = new byte[data.length];
            for (int i = 0; i < synced; i++) {
              Status status = file.readAt((long) i * data.length, Buf.of(back));
              whole += status.bytes() == data.length && java.util.Arrays.equals(data, back) ? 1 : 0;
            }
            System.out.println("rank " + world.rank() + " finds " + (whole == synced));
            file.close();
          }
        }
      }
      """;

  @TempDir Path place;

  private Path program() throws IOException {
    return Files.writeString(place.resolve("Writer.java"), WRITER);
  }

  private static void assertAllFailed(Result result, int ranks) {
    List<String> lines = result.sortedLines();
    assertThat(lines).as(result.err()).hasSize(2 * ranks);
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(lines.get(2 * rank)).startsWith("rank " + rank + " finds true");
      assertThat(lines.get(2 * rank + 1)).startsWith("rank " + rank + ": NO_SPACE after ");
    }
    long afters =
        lines.stream()
            .filter(l -> l.contains("after"))
            .map(l -> l.replaceFirst(".*after ", ""))
            .distinct()
            .count();
    assertThat(afters).as("all fail in the same call").isEqualTo(1);
    assertThat(result.code()).isZero();
  }

  @Test
  void aFullDiskIsAnErrorOfAllRanksAndLosesNothing() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("unshare", "-rm", "true").start();
    assumeTrue(process.waitFor() == 0, "SKIPPED: no mount namespaces of one's own here");
    Path small = Files.createDirectory(place.resolve("small"));
    String mount = "mount -t tmpfs -o size=1m none " + small + " && exec \"$@\"";
    Result result =
        Launch.mpiexec("-n", "3", program().toString(), small.resolve("data").toString())
            .by("unshare", "-rm", "sh", "-c", mount, "sh")
            .run();
    assertAllFailed(result, 3);
  }

  @Test
  void theLimitOfAFilesSizeIsAnErrorOfAllRanks() throws IOException {
    String limited = "ulimit -f 512 && exec \"$@\"";
    Path data = place.resolve("data");
    Result result =
        Launch.mpiexec("-n", "2", "-Dpurempi.transport=tcp", program().toString(), data.toString())
            .by("sh", "-c", limited, "sh")
            .run();
    assertAllFailed(result, 2);
    assertThat(Files.size(data)).isLessThanOrEqualTo(512 * KIBIBYTE);
  }

  @Test
  void aRankThatIsKilledBetweenCollectiveWritesEndsTheJob() throws IOException {
    Path data = place.resolve("data");
    Running job = Launch.mpiexec("-n", "3", program().toString(), data.toString(), "20").start();
    String said = job.awaitOut("([abc]\\d+\n){30,}");
    List<Long> all = Processes.numbers(said);
    List<Long> processes = all.stream().distinct().toList();
    long killed = System.nanoTime();
    Processes.signal("KILL", Processes.numbers(said.replaceFirst("(?s).*b", "")).getFirst());
    Result result = job.await();
    assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(SOON);
    assertThat(result.err()).contains("mpiexec: rank 1 on ").contains("SIGKILL");
    assertThat(result.code()).isEqualTo(128 + 9);
    Processes.assertAllGone(processes);
    assertThat(Arrays.asList(place.toFile().list())).containsOnly("Writer.java", "data");
  }

  @Test
  void aFileThatSomebodyElseCutsIsShorterForWhoeverReadsIt() throws IOException {
    Path source =
        Files.writeString(
            place.resolve("Reader.java"),
            """
            import org.purempi.*;
            import java.nio.channels.FileChannel;
            import java.nio.file.*;
            public class Reader {
              public static void main(String[] args) throws Exception {
                try (var mpi = Mpi.init(args)) {
                  var world = mpi.world();
                  try (var file = MpiFile.open(world, Path.of(args[0]), FileMode.CREATE, FileMode.RDWR)) {
                    file.writeAtAll(1000L * world.rank(), Buf.of(new byte[1000]));
                    file.sync();
                    world.barrier();
                    if (world.rank() == 0) {
                      try (var other = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
                        other.truncate(1500);
                      }
                      Files.delete(Path.of(args[0]));
                    }
                    world.barrier();
                    Status status = file.readAtAll(1000L * world.rank(), Buf.of(new byte[1000]));
                    System.out.println("rank " + world.rank() + " reads " + status.bytes());
                    world.barrier();
                    file.writeAtAll(1000L * world.rank(), Buf.of(new byte[1000]));
                    world.barrier();
                    System.out.println("rank " + world.rank() + " sees " + file.getSize());
                  }
                }
              }
            }
            """);
    Result result =
        Launch.mpiexec("-n", "2", source.toString(), place.resolve("data").toString()).run();
    assertThat(result.sortedLines())
        .as(result.err())
        .containsExactly(
            "rank 0 reads 1000", "rank 0 sees 2000", "rank 1 reads 500", "rank 1 sees 2000");
    assertThat(place.resolve("data")).doesNotExist();
  }
}
