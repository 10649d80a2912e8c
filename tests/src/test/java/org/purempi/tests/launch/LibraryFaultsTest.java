package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** Ranks of the library that die, throw, abort or leave: the others, which wait, are released. */
@Timeout(90)
class LibraryFaultsTest {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** Rank 0 and 2 wait for a message that rank 1 never sends. */
  private static final String PROGRAM =
      """
      import org.purempi.*;
      public class Faulty {
        public static void main(String[] args) throws Exception {
          try (var mpi = Mpi.init(args)) {
            var world = mpi.world();
            System.out.println((char) ('a' + world.rank()) + "" + ProcessHandle.current().pid());
            try (var inner = world.dup()) {
              inner.barrier();
              if (inner.rank() == 1) {
                act(args[0], mpi);
              }
              inner.recv(new int[1], 1, 0);
            }
          }
        }
        static void act(String what, Mpi mpi) throws Exception {
          switch (what) {
            case "throw" -> throw new IllegalStateException("on purpose");
            case "abort" -> mpi.world().abort(42);
            case "exit" -> System.exit(3);
            case "leave" -> Runtime.getRuntime().halt(0);
            default -> { for (long i = 0; i >= 0; i += 2) {} }
          }
        }
      }
      """;

  @TempDir private Path place;
  private Path source;
  private Set<Path> before;

  @BeforeEach
  void prepare() throws IOException {
    source = Files.writeString(place.resolve("Faulty.java"), PROGRAM);
    before = segments();
  }

  @AfterEach
  void nothingIsLeftInSharedMemory() throws IOException {
    // Another job on this machine makes its file with a name, and takes the name away at once.
    for (int i = 0; i < 500 && !before.containsAll(segments()); i++) {
      Pause.shortly();
    }
    assertThat(before).as("left in " + SHARED_MEMORY).containsAll(segments());
  }

  private static Set<Path> segments() throws IOException {
    try (var files = Files.list(SHARED_MEMORY)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith("purempi"))
          .collect(Collectors.toSet());
    }
  }

  private Result act(String what) {
    Result result = Call.mpiexec("-n", "3", source.toString(), what).run();
    Processes.assertAllGone(Processes.numbers(result.out()));
    return result;
  }

  @Test
  void anExceptionInsideNestedTryBlocksEndsTheJobWithOneTrace() {
    Result result = act("throw");
    assertThat(result.err())
        .startsWith("rank 1 of 3 failed:\njava.lang.IllegalStateException: on purpose\n\tat ")
        .containsOnlyOnce("mpiexec: rank 1 on ")
        .containsOnlyOnce("at Faulty.act(");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void aRankWhoseMainReturnsWithoutFinalizeIsReported() throws IOException {
    String program = "void main(String[] args) { org.purempi.Mpi.init(args); }";
    Path returning = Files.writeString(place.resolve("Returning.java"), program);
    Result result = Call.mpiexec("-n", "2", returning.toString()).run();
    assertThat(result.err()).contains("without calling finalize");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void anAbortEndsTheJobWithItsCode() {
    Result result = act("abort");
    assertThat(result.err()).containsOnlyOnce("mpiexec: rank 1 on ").contains("code 42");
    assertThat(result.code()).isEqualTo(42);
  }

  @Test
  void ranksThatAreInterruptedEndInPeace() throws IOException {
    String program =
        """
        import org.purempi.*;
        public class Interrupted {
          public static void main(String[] args) {
            try (var mpi = Mpi.init(args)) {
              Thread.currentThread().interrupt();
              mpi.world().barrier();
              System.out.println(Thread.currentThread().isInterrupted());
            }
          }
        }
        """;
    Path interrupted = Files.writeString(place.resolve("Interrupted.java"), program);
    Result result = Call.mpiexec("-n", "2", interrupted.toString()).run();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("true\ntrue\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void anExitEndsTheJobWithItsCode() {
    Result result = act("exit");
    assertThat(result.err()).contains("mpiexec: rank 1 on ").contains("exited with code 3");
    assertThat(result.code()).isEqualTo(3);
  }

  @Test
  void aRankThatLeavesWithoutFinalizeIsReported() {
    Result result = act("leave");
    assertThat(result.err()).contains("rank 1").contains("without calling finalize");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void waitingAndComputingRanksDieWithAKilledLauncher() {
    Running job = Launch.mpiexec("-n", "3", source.toString(), "compute").start();
    List<Long> processes = Processes.numbers(job.awaitOut("([abc]\\d+\n){3}"));
    Processes.signal("KILL", job.process().pid());
    assertThat(job.await().code()).isEqualTo(128 + 9);
    Processes.assertAllGone(processes);
  }

  /** Ranks a and c wait, b computes. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c"})
  void theOthersDieWithAnyRankThatIsKilled(String rank) {
    Running job = Launch.mpiexec("-n", "3", source.toString(), "compute").start();
    String said = job.awaitOut("([abc]\\d+\n){3}");
    Processes.signal("KILL", Processes.numbers(said.replaceFirst("(?s).*" + rank, "")).getFirst());
    Result result = job.await();
    assertThat(result.err()).contains("mpiexec: rank " + (rank.charAt(0) - 'a') + " on ");
    assertThat(result.code()).isEqualTo(128 + 9);
    Processes.assertAllGone(Processes.numbers(said));
  }

  @Test
  @Tag("full")
  @Timeout(300)
  void nothingIsLeftBehindByAnMpiexecKilledAtAnyMomentOfItsStart() throws InterruptedException {
    boolean hasBegun = false;
    for (int millis = 200; !hasBegun; millis += Math.max(40, millis / 10)) {
      Running job = Launch.mpiexec("-n", "3", source.toString(), "compute").start();
      TimeUnit.MILLISECONDS.sleep(millis);
      hasBegun = job.out().matches("(?s)([abc]\\d+\n){3}");
      Processes.signal("KILL", job.process().pid());
      List<Long> processes = Processes.numbers(job.await().out());
      if (!processes.isEmpty()) {
        Processes.assertAllGone(processes);
      }
    }
  }
}
