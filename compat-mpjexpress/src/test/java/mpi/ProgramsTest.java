package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.File;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import programs.Cases;
import programs.Fails;
import programs.GoesHome;
import programs.MatrixProduct;
import programs.Pi;
import programs.SortAndPaths;
import programs.StartsAgain;

/**
 * Programs of this API under mpiexec: on threads, each rank with classes of its own, and on
 * processes.
 */
@Timeout(120)
class ProgramsTest {
  private static final String THREADS = "-threads";
  private static final String PROCESSES = "-envall";

  @TempDir Path folder;

  private record Result(int code, String text) {
    List<String> lines() {
      return text.lines().toList();
    }
  }

  /**
   * Our own classes are the program's; the library's stand apart from them, shared by the ranks.
   */
  private Result run(String how, int ranks, Class<?> program, String... arguments)
      throws Exception {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Path module = Path.of("").toAbsolutePath();
    var split =
        Arrays.stream(all.split(File.pathSeparator, -1))
            .collect(Collectors.partitioningBy(entry -> Path.of(entry).startsWith(module)));
    String users = String.join(File.pathSeparator, split.get(true));
    String library = String.join(File.pathSeparator, split.get(false));
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", library));
    words.addAll(List.of("org.purempi.launch.Mpiexec", "-timeout", "60", how));
    words.addAll(List.of("-n", ranks + "", "-cp", users, program.getName()));
    words.addAll(List.of(arguments));
    Path log = Files.createTempFile(folder, "program", ".log");
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(log.toFile())
            .start();
    try {
      int code = process.waitFor();
      return new Result(code, Files.readString(log, Charset.defaultCharset()));
    } finally {
      process.destroy();
    }
  }

  private void allCases(String how, int ranks) throws Exception {
    Result result = run(how, ranks, Cases.class);
    // Some of the cases mean it; where -1 comes from Shift nothing is told.
    assertThat(result.lines())
        .filteredOn(line -> line.startsWith("purempi: rank "))
        .hasSizeBetween(7 * ranks, 14 * ranks)
        .allMatch(line -> line.contains(" rank -1: that is MPI.PROC_NULL, so "));
    assertThat(result.lines())
        .filteredOn(line -> !line.startsWith("purempi: rank "))
        .singleElement(STRING)
        .matches("([4-9]\\d|1\\d\\d) cases on " + ranks);
    assertThat(result.code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void everyCaseHoldsOnThreads(int ranks) throws Exception {
    allCases(THREADS, ranks);
  }

  @Test
  void everyCaseHoldsOnProcesses() throws Exception {
    allCases(PROCESSES, 2);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void everyCaseHoldsOnOtherNumbersOfProcesses(int ranks) throws Exception {
    allCases(PROCESSES, ranks);
  }

  private void sortAndPaths(String how, int ranks) throws Exception {
    Result result = run(how, ranks, SortAndPaths.class);
    String all = ranks == 1 ? "0" : ranks == 2 ? "0 1" : "0 1 2 3";
    assertThat(result.lines()).containsExactly("sorted", "paths", "ring " + all);
    assertThat(result.code()).isZero();
  }

  @Test
  void courseWorkRunsOnThreads() throws Exception {
    sortAndPaths(THREADS, 4);
  }

  @Tag("full")
  @ParameterizedTest
  @CsvSource({
    "-threads, 1",
    "-threads, 2",
    "-threads, 4",
    "-envall, 1",
    "-envall, 2",
    "-envall, 4"
  })
  void courseWorkRunsOnAnyNumberOfRanks(String how, int ranks) throws Exception {
    sortAndPaths(how, ranks);
    assertThat(run(how, ranks, Pi.class, "200000").lines()).containsExactly("pi");
    assertThat(run(how, ranks, MatrixProduct.class).lines()).containsExactly("product");
  }

  @ParameterizedTest
  @CsvSource({"-threads, 1", "-threads, 3", "-envall, 1", "-envall, 2"})
  void mpiStartsAgainAfterItsEnd(String how, int ranks) throws Exception {
    Result result = run(how, ranks, StartsAgain.class);
    assertThat(result.lines()).containsExactly("round 0", "round 1", "round 2");
    assertThat(result.code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {THREADS, PROCESSES})
  void theLaunchersArgumentsStandInFrontAndNobodyHasToFinalize(String how) throws Exception {
    Result result = run(how, 2, GoesHome.class, "home");
    assertThat(result.lines()).containsExactlyInAnyOrder("home from 0", "home from 1");
    assertThat(result.code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {THREADS, PROCESSES})
  void aFailureAfterASecondStartEndsTheJob(String how) throws Exception {
    Result result = run(how, 2, StartsAgain.class, "1");
    assertThat(result.text()).contains("IllegalStateException: boom");
    assertThat(result.code()).isNotZero();
  }

  private void badEnds(String how) throws Exception {
    Result thrown = run(how, 2, Fails.class, "throws");
    assertThat(thrown.code()).isNotZero();
    assertThat(thrown.text()).contains("IllegalStateException: boom");
    Result aborted = run(how, 2, Fails.class, "aborts");
    assertThat(aborted.code()).as(aborted.text()).isEqualTo(42);
  }

  @Test
  void anUncaughtExceptionAndAnAbortEndAllThreads() throws Exception {
    badEnds(THREADS);
  }

  @Tag("full")
  @Test
  void anUncaughtExceptionAndAnAbortEndAllProcesses() throws Exception {
    badEnds(PROCESSES);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {THREADS, PROCESSES})
  void aFatalErrorEndsTheJob(String how) throws Exception {
    Result fatal = run(how, 2, Fails.class, "fatal");
    assertThat(fatal.code()).as(fatal.text()).isNotZero();
    assertThat(fatal.text()).contains("buffer");
  }
}
