package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.transport.shm.ShmLimits;
import org.purempi.transport.shm.ShmTransport;

/** The contract holds when there is memory for few rings only; and what happens with even less. */
class ShmShortOfMemoryTest extends SharedMemoryContract {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private @TempDir Path directory;

  /** With 8 ranks: rings for about a third of the pairs. */
  @Override
  protected Job open(int ranks) {
    long bytes = ranks > 3 ? 320 << 10 : 1 << 20;
    return ShmTransportTest.ShmJob.open(new ShmLimits(SHARED_MEMORY, bytes, false), ranks);
  }

  @Override
  protected boolean lendsHeapMemory() {
    return false;
  }

  @Test
  void thirtyTwoRanksTalkToEachOtherInFourMegabytes() throws Exception {
    int ranks = 32;
    var limits = new ShmLimits(SHARED_MEMORY, 4 << 20, false);
    try (Job job = ShmTransportTest.ShmJob.open(limits, ranks)) {
      List<Callable<@Nullable Void>> crowd = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        crowd.add(new Crowd(job.rank(rank), 10, SEED + rank));
      }
      Together.run(crowd);
    }
  }

  @Test
  void reserveAnswersNullWhenTheLimitIsReached() {
    try (Job job = open(2)) {
      assertThat(job.rank(0).reserve(2 << 20)).isNull();
      assertThat(job.rank(0).reserve(Long.MAX_VALUE)).isNull();
      assertThat(job.rank(0).reserve(1000)).isNotNull();
      assertThat(job.rank(0).map(new Region(1L << 40, 8))).isNull();
    }
  }

  @Test
  void aDirectoryThatDoesNotExistIsReplacedByATemporaryOneWithAWarning() throws IOException {
    var warning = new ByteArrayOutputStream();
    PrintStream console = System.err;
    System.setErr(new PrintStream(warning, true, StandardCharsets.UTF_8));
    String address;
    try {
      Path missing = directory.resolve("missing");
      address = ShmTransport.create(new ShmLimits(missing, 1 << 20, false), 1);
    } finally {
      System.setErr(console);
    }
    assertThat(warning.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
    assertThat(warning.toString(StandardCharsets.UTF_8))
        .startsWith("purempi: warning: ")
        .contains("missing");
    try (Transport transport = ShmTransport.open(address, 0, 1)) {
      offer(transport, 0, 9, 0, 0, pattern(5000 % 512, 1));
      assertThat(new Backlog(transport).next(false).word0()).isEqualTo(9);
    }
  }

  @Test
  void tooLittleForTheInboxesIsAnErrorThatSaysHowMuchIsNeeded() {
    var limits = new ShmLimits(directory, 50_000, false);
    assertThatThrownBy(() -> ShmTransport.create(limits, 32))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("32 ranks: 50000 bytes are free or allowed, at least ");
  }

  @Test
  void aFileSystemThatFillsUpCostsRingsAndRegionsButNoFrame() throws Exception {
    boolean isMounted = run("mount", "-t", "tmpfs", "-o", "size=2m", "none", directory.toString());
    if (!isMounted) {
      System.err.println("SKIPPED, needs root: a file system that fills up");
    }
    Assumptions.assumeTrue(isMounted, "mounting a small file system needs root");
    try (Job job = ShmTransportTest.ShmJob.open(new ShmLimits(directory, 1 << 30, false), 4)) {
      offer(job.rank(0), 1, 1, 0, 0, new byte[100]);
      fillUp(directory.resolve("rest"));
      assertThat(job.rank(0).reserve(100_000)).isNull();
      List<Callable<@Nullable Void>> crowd = new ArrayList<>();
      new Backlog(job.rank(1)).next(false);
      for (int rank = 0; rank < 4; rank++) {
        crowd.add(new Crowd(job.rank(rank), 200, SEED + rank));
      }
      Together.run(crowd);
      Files.delete(directory.resolve("rest"));
      assertThat(job.rank(0).reserve(100_000)).isNotNull();
    } finally {
      // At once, though the file stays mapped until the collector has seen that nobody uses it.
      run("umount", "-l", directory.toString());
    }
  }

  private static void fillUp(Path file) {
    byte[] block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }
}
