package org.purempi.tests.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;
import org.purempi.tests.Tree;

/** Processes that are killed in the middle of what windows and files do: the others go on. */
@Timeout(120)
class WindowKillsTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int RANKS = 4;
  private static final String SHM = "-Dpurempi.transport=shm";
  private static final String TCP = "-Dpurempi.transport=tcp";
  private static final String TWO_HOSTS = "-Dpurempi.hosts.of.ranks=a,a,b,b";

  @TempDir Path place;

  private static List<String> survive(String network, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of(Tree.ROOT.resolve("bin/mpiexec").toString()));
    words.addAll(List.of("-enable-recovery", network, "-n", "" + RANKS));
    words.addAll(List.of("-cp", Launcher.classPath(), program.getName()));
    words.addAll(List.of(arguments));
    Outcome outcome = Launcher.start(LIMIT, words);
    assertThat(outcome.exitCode()).as(outcome::toString).isZero();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines).as(outcome::toString).hasSize(RANKS - 1);
    return lines;
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
    assertThat(survive(network, WindowProgram.class, kind, seed))
        .allMatch(line -> line.equals("survived with " + (RANKS - 1)));
  }

  @ParameterizedTest
  @CsvSource({SHM + ",deleted,1", TCP + ",replaced,2", SHM + ",kept,3"})
  void theOthersWriteAnotherFile(String network, String kind, String seed) throws Exception {
    Path folder = Files.createDirectory(place.resolve("files"));
    assertThat(survive(network, FileProgram.class, folder.toString(), seed, kind))
        .allMatch(line -> line.startsWith("survived with"));
    List<String> left;
    try (var all = Files.list(folder)) {
      left =
          all.map(path -> path.getFileName().toString()).filter(n -> !n.equals("first")).toList();
    }
    assertThat(left).containsExactly("second");
    assertThat(Files.exists(folder.resolve("first"))).isEqualTo(!kind.equals("deleted"));
  }
}
