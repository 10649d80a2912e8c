package org.purempi.tests.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that are killed in the middle of what windows and files do: the others go on. */
@Timeout(120)
class WindowKillsTest {
  private static final int RANKS = 4;
  private static final String SHM = "-Dpurempi.transport=shm";
  private static final String TCP = "-Dpurempi.transport=tcp";
  private static final String TWO_HOSTS = "-Dpurempi.hosts.of.ranks=a,a,b,b";

  @TempDir Path place;

  private void survive(String network, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    Path root = root();
    Path out = place.resolve("out");
    Path err = place.resolve("err");
    var words = new ArrayList<>(List.of(root.resolve("bin/mpiexec").toString()));
    words.addAll(List.of("-enable-recovery", network, "-n", "" + RANKS));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    words.addAll(List.of(arguments));
    var start = new ProcessBuilder(words);
    start.environment().put("XDG_CACHE_HOME", root.resolve("tests/target/cache").toString());
    Process job = start.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    boolean hasEnded = job.waitFor(90, TimeUnit.SECONDS);
    job.destroy();
    assertThat(hasEnded).as(text(err)).isTrue();
    assertThat(job.waitFor()).as(text(err)).isZero();
    assertThat(text(out).lines()).as(text(err)).hasSize(RANKS - 1);
    assertThat(text(out).lines()).allMatch(line -> line.startsWith("survived with"));
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file);
  }

  /** The source tree this test stands in. */
  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!new File(at.toFile(), "bin/mpiexec").exists()) {
      at = at.getParent();
    }
    return at;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        SHM + "|allocate|1",
        SHM + "|shared|2",
        SHM + "|create|3",
        TCP + "|allocate|4",
        TCP + "|dynamic|5",
        TWO_HOSTS + "|allocate|6"
      })
  void theOthersCountInASmallerWindow(String network, String kind, String seed) throws Exception {
    survive(network, WindowProgram.class, kind, seed);
    assertThat(text(place.resolve("out")).lines())
        .allMatch(line -> line.equals("survived with " + (RANKS - 1)));
  }

  @ParameterizedTest
  @CsvSource({SHM + ",deleted,1", TCP + ",replaced,2", SHM + ",kept,3"})
  void theOthersWriteAnotherFile(String network, String kind, String seed) throws Exception {
    Path folder = Files.createDirectory(place.resolve("files"));
    survive(network, FileProgram.class, folder.toString(), seed, kind);
    List<String> left;
    try (var all = Files.list(folder)) {
      left =
          all.map(path -> path.getFileName().toString()).filter(n -> !n.equals("first")).toList();
    }
    assertThat(left).containsExactly("second");
    assertThat(Files.exists(folder.resolve("first"))).isEqualTo(!kind.equals("deleted"));
  }
}
