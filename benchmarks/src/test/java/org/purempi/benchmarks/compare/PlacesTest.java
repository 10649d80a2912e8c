package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PlacesTest {

  @Test
  void aListOfProcessorsHasRangesAndSingleOnes() {
    assertThat(Places.processors("0-3,8")).containsExactly(0, 1, 2, 3, 8);
    assertThat(Places.processors("5")).containsExactly(5);
    assertThat(Places.processors("")).isEmpty();
  }

  @Test
  void ranksBeginInBlocksInOddRoundsAndAreDealtOutInEvenOnes() {
    assertThat(Places.places(4, List.of(0, 1), 1)).containsExactly(0, 0, 1, 1);
    assertThat(Places.places(4, List.of(0, 1), 2)).containsExactly(0, 1, 0, 1);
    assertThat(Places.places(5, List.of(2, 7), 3)).containsExactly(2, 2, 2, 7, 7);
    assertThat(Places.places(4, List.of(0, 1), -1))
        .as("of the warm-up")
        .containsExactly(0, 0, 1, 1);
  }

  @Test
  void sleepersAreBoundAndThenFreeAgain() throws Exception {
    List<Integer> ours = Places.processors(allowed(ProcessHandle.current().pid()));
    Assumptions.assumeTrue(ours.size() > 1, "one processor");
    List<Process> sleepers =
        IntStream.rangeClosed(0, ours.size()).mapToObj(i -> sleeper()).toList();
    try {
      List<Long> pids = sleepers.stream().map(Process::pid).toList();
      String all = allowed(pids.getFirst());
      Places places = Places.of(pids, pids.stream().map(pid -> all).toList());
      places.take(2);
      assertThat(allowed(pids.getFirst())).isEqualTo(Integer.toString(ours.getFirst()));
      assertThat(allowed(pids.get(1))).isEqualTo(Integer.toString(ours.get(1)));
      places.leave();
      assertThat(pids).allSatisfy(pid -> assertThat(allowed(pid)).isEqualTo(all));
    } finally {
      sleepers.forEach(Process::destroy);
    }
  }

  private static Process sleeper() {
    try {
      return new ProcessBuilder("sleep", "60").start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String allowed(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElseThrow();
  }
}
