package org.purempi.tests.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;

/** C programs, compiled by bin/mpicc, that communicate by the Java library (module abi). */
@Timeout(300)
class CProgramsTest {
  private static final Path SOURCES = Launch.root().resolve("tests/src/test/resources/c");
  private static final Path CASES = Launch.root().resolve("abi/src/test/c");
  private static final Path MPICC = Launch.root().resolve("bin/mpicc");
  private static final long COMPILE_SECONDS = 200;

  /** What greetings.c does on all ranks but 0. */
  private static final String GREETING_IN_JAVA =
      """
      import org.purempi.*;

      void main(String[] args) {
        try (Mpi mpi = Mpi.init(args)) {
          var world = mpi.world();
          String text = "Greetings from process %d of %d!\0".formatted(world.rank(), world.size());
          world.send(Buf.of(text.getBytes()), 0, 0);
        }
      }
      """;

  @TempDir static Path place;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.exists(Launch.root().resolve("abi/target/lib/libmpi_abi.so.1")),
        "SKIPPED: there was no gcc when module abi was built; .ci/install-peers installs it");
    compile("behaviour", "greetings");
    run(MPICC.toString(), "-shared", "-fPIC", "-o", "libcounting.so", source("counting"));
    run(CASES.resolve("suite.sh").toString(), MPICC.toString(), at("suite"));
  }

  private static void compile(String... names) throws IOException, InterruptedException {
    for (String name : names) {
      run(MPICC.toString(), "-Wall", "-Wextra", "-Werror", "-o", name, source(name));
    }
  }

  private static String source(String name) {
    return SOURCES.resolve(name + ".c").toString();
  }

  private static String at(String name) {
    return place.resolve(name).toString();
  }

  private static void run(String... words) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(words).inheritIO().directory(place.toFile());
    builder.environment().put("PUREMPI_NO_BUILD", "1");
    Process compiler = builder.start();
    assertThat(compiler.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(compiler.exitValue()).as(String.join(" ", words)).isZero();
  }

  private static Result behaviour(int ranks, String task) {
    return Launch.mpiexec("-n", Integer.toString(ranks), at("behaviour"), task).run();
  }

  /** Every conformance program, one after the other in one job. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void theInterfaceIsAsTheStandardSays(int ranks) {
    Result result =
        Launch.mpiexec("-n", Integer.toString(ranks), at("suite"))
            .within(Duration.ofSeconds(200))
            .run();
    assertThat(result.out()).as(result.err()).isEqualTo("all is well\n");
    assertThat(result.code()).isZero();
  }

  /** By mpif.h, module mpi and module mpi_f08; each program of the folder. */
  @Test
  void fortranProgramsAreTheSame() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.exists(Launch.root().resolve("abi/target/lib/libmpi_abi_fortran.so.1")),
        "SKIPPED: there was no gfortran when module abi was built; .ci/install-peers installs it");
    Path folder = Launch.root().resolve("abi/src/test/fortran");
    String mpifort = MPICC.resolveSibling("mpifort").toString();
    run(folder.resolve("suite.sh").toString(), mpifort, place.toString());
    try (var sources = Files.list(folder)) {
      for (Path source : sources.filter(f -> f.toString().matches(".*\\.f(90)?")).toList()) {
        String name = String.valueOf(source.getFileName()).replaceFirst("\\.\\w+$", "");
        Result result = Launch.mpiexec("-n", "2", at(name)).run();
        assertThat(result.out() + result.err()).as(name).isEmpty();
        assertThat(result.code()).as(name).isZero();
      }
    }
  }

  /** What starts or meets other jobs is a program of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"children", "disconnect", "errors", "join", "multiple", "ports"})
  void worldsGrowAndMeet(String what) throws IOException, InterruptedException {
    String name = "spawn_" + what;
    run(MPICC.toString(), "-std=gnu11", "-o", name, CASES.resolve(name + ".c").toString());
    Result result = Launch.mpiexec("-n", "2", at(name)).run();
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  /** Ranks of 4 fail in C, and the others go on (ULFM); each prints a word at its end. */
  @ParameterizedTest
  @CsvSource({
    "calls, die, 3",
    "calls, leave, 3",
    "calls, isend_alive, 3",
    "calls, isend_dead, 3",
    "calls, send_dead, 3",
    "calls, recv_dead, 3",
    "calls, irecv_dead, 3",
    "calls, collectives, 3",
    "calls, barrier, 3",
    "calls, failure_ack, 3",
    "recovery, err_returns, 3",
    "recovery, err_handler, 3",
    "recovery, err_any, 3",
    "recovery, err_insulation, 3",
    "recovery, getack, 2",
    "recovery, revoke, 4",
    "recovery, revoke_nofail, 4",
    "recovery, revshrink, 3",
    "recovery, revshrinkkill, 1",
    "recovery, ishrink, 3",
    "recovery, agree, 3",
    "buddies, '', 4",
  })
  void ranksSurviveOthers(String program, String task, int left)
      throws IOException, InterruptedException {
    Result result = faulty(program, task);
    assertThat(result.lines()).as(result.err()).hasSize(left).containsOnly("well");
    assertThat(result.code()).as(result.err()).isZero();
  }

  @Test
  void anAbortEndsAlsoThoseWhoSurviveFailures() throws IOException, InterruptedException {
    Result result = faulty("calls", "abort");
    assertThat(result.out()).isEmpty();
    assertThat(result.code()).as(result.err()).isEqualTo(7);
  }

  private static Result faulty(String program, String task)
      throws IOException, InterruptedException {
    String name = "fault_" + program;
    if (!Files.exists(place.resolve(name))) {
      run(MPICC.toString(), "-std=gnu11", "-o", name, CASES.resolve(name + ".c").toString());
    }
    return Launch.mpiexec("-enable-recovery", "-n", "4", at(name), task).run();
  }

  @Test
  void aProgramNeedsNoLauncher() {
    Result result = Launch.mpiexec().calledAs(place.resolve("greetings")).run();
    assertThat(result.out()).isEqualTo("Hello! Greetings from process 0 of 1!\n");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void ranksInCAndInJavaShareAWorld(@TempDir Path folder) throws IOException {
    Path java = Files.writeString(folder.resolve("Greeting.java"), GREETING_IN_JAVA);
    Result result =
        Launch.mpiexec("-n", "2", at("greetings"), ":", "-n", "1", java.toString()).run();
    assertThat(result.lines())
        .containsExactly(
            "Hello! Greetings from process 0 of 3!",
            "Greetings from process 1 of 3!",
            "Greetings from process 2 of 3!");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void aFatalErrorSaysWhatWhereAndEndsTheJob() {
    Result result = behaviour(2, "fatal");
    assertThat(result.err())
        .contains("rank 1: error MPI_ERR_RANK on MPI_COMM_WORLD, called in ")
        .contains("(behaviour+0x")
        .contains("MPI_Send: rank 1: send: dest 5 is not a rank of MPI_COMM_WORLD")
        .doesNotContain("\tat ");
    assertThat(result.code()).isEqualTo(6);
  }

  @Test
  void howAProgramEndsIsKept() {
    assertThat(behaviour(2, "abort").code()).isEqualTo(42);
    assertThat(behaviour(2, "fail").code()).isEqualTo(3);
    Result left = behaviour(2, "leave");
    assertThat(left.err()).contains("rank 1").contains("without calling finalize");
    assertThat(left.code()).isEqualTo(1);
    Result crashed = behaviour(2, "crash");
    assertThat(crashed.err()).contains("rank 1").contains("SIGABRT");
    assertThat(crashed.code()).isEqualTo(134);
    Result faulty = behaviour(2, "fault");
    assertThat(faulty.err()).contains("purempi: Segmentation fault in ").contains("(behaviour+0x");
    assertThat(faulty.err()).contains("rank 1").contains("SIGSEGV").doesNotContain("Java");
    assertThat(faulty.code()).isEqualTo(139);
  }

  @Test
  void largeStacksSignalsAndChildrenWorkAsWithoutAJvm() {
    assertThat(behaviour(2, "stack").sortedLines())
        .containsExactly("0 of 2 ends", "0: 0, deep 2", "1 of 2 ends", "1: 0, deep 2");
    assertThat(behaviour(1, "signals").lines())
        .containsExactly("0: caught 1 and 1", "0: SIGTERM 1", "0 of 1 ends");
    assertThat(behaviour(1, "child").lines())
        .containsExactly("0: child 7, system 3", "0 of 1 ends");
  }

  @Test
  void aProfilingLibraryStandsBetween() {
    Result result =
        Launch.mpiexec("-genv", "LD_PRELOAD", at("libcounting.so"), "-n", "3", at("greetings"))
            .run();
    assertThat(result.err().lines().sorted())
        .containsExactly("rank 0 has sent 0", "rank 1 has sent 1", "rank 2 has sent 1");
  }

  @Test
  void mpiccShowsItsCommandAndItsParts() throws IOException, InterruptedException {
    var said = new ArrayList<String>();
    for (String option : List.of("-show", "-showme:compile", "-showme:link")) {
      var builder = new ProcessBuilder(MPICC.toString(), option, "x.c");
      builder.environment().put("PUREMPI_NO_BUILD", "1");
      Process process = builder.start();
      said.add(new String(process.getInputStream().readAllBytes(), UTF_8).strip());
      assertThat(process.waitFor()).isZero();
    }
    assertThat(said.get(0)).isEqualTo("gcc " + said.get(1) + " x.c " + said.get(2));
    assertThat(said.get(1)).startsWith("-I").endsWith("/include");
    assertThat(said.get(2)).endsWith("-lmpi_abi");
  }
}
