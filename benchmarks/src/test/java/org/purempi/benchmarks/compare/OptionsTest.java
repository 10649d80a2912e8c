package org.purempi.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class OptionsTest {

  @Test
  void withoutOptionsEverythingRuns() throws Exception {
    Options options = Options.parse(List.of());
    assertThat(options.benchmarks())
        .contains("floor", "start_up", "latency", "exscan", "fft2")
        .hasSize(78);
    assertThat(options.ranks()).containsExactly(2, 4);
    assertThat(options.pace()).isSameAs(Pace.FULL);
  }

  @Test
  void optionsCombine() throws Exception {
    Options options =
        Options.parse(
            List.of(
                "--quick", "--only", "latency,allreduce", "--sizes", "4M,8,1K", "--rounds", "7"));
    assertThat(options.benchmarks()).containsExactly("latency", "allreduce");
    assertThat(options.pace().sizes()).containsExactly(8, 1024, 4 << 20);
    assertThat(options.pace().rounds()).isEqualTo(7);
    assertThat(options.pace().freshStarts()).isEqualTo(Pace.QUICK.freshStarts());
  }

  @Test
  void aFamilyStandsForItsBenchmarks() throws Exception {
    assertThat(Options.parse(List.of("--only", "prefix,latency")).benchmarks())
        .containsExactly("scan", "exscan", "latency");
    assertThat(Options.parse(List.of("--only", "bandwidth")).benchmarks())
        .containsExactly("bandwidth");
  }

  @Test
  void oneRankRunsLoopsOfFilesAndOfSpawnedWorlds() throws Exception {
    Options options =
        Options.parse(List.of("--ranks", "1,2", "--only", "latency,file-calls,worlds"));
    assertThat(options.loops(1).stream().map(Benchmark::name))
        .containsExactly(
            "file_shared",
            "file_open",
            "spawn_1",
            "spawn_2",
            "spawn_4",
            "spawned_latency",
            "publish_lookup");
    assertThat(options.loops(2).stream().map(Benchmark::name))
        .containsExactly("latency", "file_shared", "file_open", "connect_accept");
  }

  @Test
  void aColdRaceHasBenchmarksAndContestantsOfItsOwn() throws Exception {
    Options options = Options.parse(List.of("--cold", "--ranks", "2"));
    assertThat(options.loops(2).stream().map(Benchmark::name))
        .containsExactly(
            "latency",
            "bcast",
            "barrier",
            "allreduce",
            "alltoall",
            "latency_first",
            "bandwidth_first",
            "bcast_first",
            "allreduce_first",
            "alltoall_first");
    assertThat(options.contestants()).contains("compat-heap", "floor-java");
    assertThat(options.pace().sizes()).hasSize(21).startsWith(1, 2).endsWith(1 << 20);
    assertThat(Options.parse(List.of("--cold", "--only", "latency,first-calls")).loops(4))
        .hasSize(6);
    assertThat(Options.parse(List.of("--quick", "--cold")).pace()).isSameAs(Pace.QUICK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--only nonsense",
        "--slow",
        "--ranks",
        "--ranks 0",
        "--ranks 1 --only latency,floor",
        "--cold --ranks 1",
        "--sizes 0",
        "--sizes 8G",
        "--contestants lam",
        "--contestants compat-heap",
        "--only latency_first",
        "--cold --only scan"
      })
  void whatCannotBeUnderstoodIsRefused(String line) {
    assertThatThrownBy(() -> Options.parse(List.of(line.split(" ", -1))))
        .isInstanceOf(Options.Misuse.class);
  }

  @Test
  void sizesThatABenchmarkCannotCutIntoDoublesAreLeftOut() {
    List<Integer> sizes = List.of(1, 8, 16, 64, 65536);
    assertThat(Benchmark.named("allreduce").sizes(sizes, 4)).containsExactly(8, 16, 64, 65536);
    assertThat(Benchmark.named("reduce_scatter_block").sizes(sizes, 4)).containsExactly(64, 65536);
    assertThat(Benchmark.named("barrier").sizes(sizes, 4)).containsExactly(0);
    assertThat(Benchmark.named("fft2").sizes(sizes, 4)).containsExactly(65536);
    assertThat(Benchmark.named("fetch_and_op").sizes(sizes, 4)).containsExactly(8);
    assertThat(Benchmark.named("file_block3d_read_all").sizes(sizes, 4)).containsExactly(4 << 20);
    assertThat(Benchmark.named("message_rate").sizes(sizes, 4)).containsExactly(1, 8, 16, 64);
  }

  @Test
  void everyBenchmarkHasALoopInC() throws Exception {
    StringBuilder text = new StringBuilder();
    for (String file : List.of("loops.c", "layouts.c", "windows.c", "files.c", "worlds.c")) {
      text.append(Files.readString(Path.of("src", "main", "c", file)));
    }
    for (Benchmark benchmark : Benchmark.LOOPS) {
      assertThat(text).contains("{\"" + benchmark.name() + "\", ");
    }
  }
}
