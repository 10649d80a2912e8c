package org.purempi.learn.named;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.Communicator;
import org.purempi.ProcessFailedException;
import org.purempi.junit.Ranks;
import org.purempi.learn.Survivors;

/** Learning that goes on when ranks die. */
class ElasticTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int STEPS = 20;

  @Test
  void survivorsGoOnFromTheLastCommit() {
    Survivors.run(
        4,
        world -> {
          float[] weights = {0, 0};
          long[] step = {0};
          var sizes = new ArrayList<Integer>();
          var state = new ElasticState().keep(weights).keep(step);
          Elastic.run(
              world,
              state,
              ranks -> {
                sizes.add(ranks.size());
                try (var operations = NamedOperations.over(ranks)) {
                  while (step[0] < STEPS) {
                    weights[0] += 0.5f; // is undone if this step is not done
                    dies(world, 2, step[0] == 7 && ranks.size() == 4);
                    dies(world, 0, step[0] == 12 && ranks.size() == 3);
                    float[] one = {1};
                    operations.allreduce("one", one, Reduction.AVERAGE).await();
                    weights[0] += 0.5f * one[0];
                    weights[1] = ranks.size();
                    step[0]++;
                    if (step[0] % 3 == 0) {
                      state.commit();
                    }
                  }
                }
              });
          assertThat(weights).containsExactly(STEPS, 2);
          assertThat(sizes).containsExactly(4, 3, 2);
        });
  }

  private static void dies(Communicator world, int rank, boolean now) {
    if (now && world.rank() == rank) {
      throw new Survivors.Death();
    }
  }

  @Test
  void tooFewAreAnError() {
    Survivors.run(
        3,
        world ->
            assertThatThrownBy(
                    () ->
                        Elastic.run(
                            world,
                            3,
                            new ElasticState(),
                            ranks -> {
                              if (world.rank() == 1) {
                                throw new Survivors.Death();
                              }
                              ranks.barrier();
                            }))
                .isInstanceOfSatisfying(
                    RuntimeException.class,
                    e -> {
                      if (e instanceof Survivors.Death death) {
                        throw death;
                      }
                      assertThat(e)
                          .isInstanceOf(ProcessFailedException.class)
                          .hasMessageContaining("2 of 3 ranks are left, and 3 are needed");
                    }));
  }

  @Test
  void aBodyThatOneRankLeavesIsNotRunForEver() {
    Survivors.run(
        2,
        world ->
            assertThatThrownBy(
                    () ->
                        Elastic.run(
                            world,
                            new ElasticState(),
                            ranks -> {
                              try (var operations = NamedOperations.over(ranks)) {
                                if (world.rank() == 0) {
                                  operations.barrier("b").await();
                                }
                              }
                            }))
                .hasMessageContaining(world.rank() == 0 ? "closed by rank 1" : "none has died"));
  }

  @Test
  @Ranks(3)
  void aNewRankGetsTheStateOfWhoHasCommittedMost(Communicator world) {
    long[] a = {world.rank(), 5};
    var state = new ElasticState().keep(a);
    for (int i = 0; i < world.rank() % 2; i++) {
      state.commit();
    }
    a[1] = 7;
    state.restore();
    state.sync(world);
    assertThat(a).containsExactly(1, 5);
    assertThat(state.commits()).isEqualTo(2);
    a[0] = 9;
    state.restore();
    assertThat(a).containsExactly(1, 5);
    assertThatThrownBy(() -> state.keep(a)).hasMessageContaining("before the first commit");
    assertThatThrownBy(() -> new ElasticState().keep(new float[1 + world.rank()]).sync(world))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rank 0 keeps 4 bytes and rank 1 keeps 8");
  }

  /** A program that loses a process, which a new one replaces. */
  @Test
  @Tag("full")
  void newProcessesTakeThePlacesOfTheDead(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    String classPath = System.getProperty("java.class.path");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> words = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("-XX:+UseSerialGC", "-cp", classPath, "org.purempi.launch.Mpiexec"));
    words.addAll(List.of("-enable-recovery", "-n", "3", "-timeout", "90", "-cp", classPath));
    words.add(ElasticProgram.class.getName());
    words.add(folder.resolve("died").toString());
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(new File("/dev/null"))
            .start();
    boolean hasEnded = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String output = Files.readString(log);
    assertThat(hasEnded).as(output).isTrue();
    assertThat(output)
        .contains("rank 0 of 3: 20.0")
        .contains("rank 1 of 3: 20.0")
        .contains("rank 2 of 3: 20.0");
    assertThat(Files.exists(folder.resolve("died"))).isTrue();
  }
}
