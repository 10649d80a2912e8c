package org.purempi.tests.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;
import org.purempi.tests.Tree;

/**
 * Each example says what it should: on 1, 2 and 4 threads, on 2 processes, and from its source on
 * 4.
 */
class ExamplesTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Path DATA = Path.of("/usr/share/datasets/fashion-mnist");

  static Stream<String> quickExamples() {
    return Stream.of(
        "Greetings",
        "Hello",
        "Ring",
        "PingPong",
        "Particles",
        "SendObjects",
        "ScatterGather",
        "AllreduceUserOp",
        "Heat",
        "SampleSort",
        "Halo3D",
        "ConjugateGradient",
        "SharedCounter",
        "HashTable",
        "SharedHeat",
        "MatrixFile",
        "RankLog",
        "EarlyMessages",
        "MonteCarloPi",
        "JacobiCheckpoint",
        "GrowingJob",
        "Quotes",
        "DeviceSum");
  }

  /** What an example must print on so many ranks: the lines in any order, or a start of each. */
  private static List<String> expected(String example, int ranks) {
    return switch (example) {
      case "Greetings" ->
          Stream.concat(
                  Stream.of("Hello! Greetings from process 0 of " + ranks + "!"),
                  IntStream.range(1, ranks)
                      .mapToObj(r -> "Greetings from process " + r + " of " + ranks + "!"))
              .toList();
      case "Hello" ->
          IntStream.range(0, ranks)
              .mapToObj(r -> "Hello from rank " + r + " of " + ranks + " on ")
              .toList();
      case "Ring" -> List.of("The token has visited %d of %d ranks".formatted(ranks, ranks));
      case "PingPong" -> ranks == 1 ? List.of("It takes two") : List.of("     bytes ");
      case "SharedCounter" -> List.of("200 pieces done, the longest took 124 steps");
      case "HashTable" ->
          List.of("100 words, their sums add up to " + 5050 * ranks * (ranks + 1) / 2);
      case "SharedHeat" ->
          List.of("After 400 steps the rod holds " + (ranks == 1 ? "1373.8" : "1378.3"));
      case "MatrixFile" ->
          List.of(
              "120 × 90 numbers written by %d ranks, read by %d".formatted(ranks, (ranks + 1) / 2));
      case "RankLog" ->
          IntStream.range(0, 3 * ranks)
              .mapToObj(i -> "step %d, rank %d: ".formatted(i / ranks, i % ranks))
              .toList();
      case "Particles" ->
          ranks == 1
              ? List.of("Particles fly")
              : List.of(
                  "Came back as Particle[x=11.0, y=2.0, z=3.0, id=7]",
                  "A swarm of 2, the last one is Particle[x=1.0, y=1.0, z=1.0, id=1]");
      case "SendObjects" ->
          Stream.concat(
                  IntStream.range(1, ranks)
                      .mapToObj(r -> "from rank %d: I have %d things".formatted(r, r * 10)),
                  Stream.of("rank " + (ranks - 1) + " knows the plan: {learning rate=0.1}"))
              .toList();
      case "ScatterGather" ->
          List.of(
              "Squares: "
                  + Arrays.toString(
                      IntStream.range(0, 3 * ranks).mapToDouble(i -> i * (double) i).toArray()));
      case "AllreduceUserOp" -> List.of(100_000 * ranks + " numbers: mean 0.");
      case "JacobiCheckpoint" -> List.of("After 1000 steps the rod holds 2473.763");
      case "EarlyMessages" ->
          List.of(
              "%d messages of %d bytes came before their receives, 0 are left; 1 collective call"
                  .formatted(5 * (ranks - 1), 400 * (ranks - 1)));
      case "MonteCarloPi" -> List.of("pi is about 3.1430");
      case "GrowingJob" -> List.of("The integral is 0.503982, by at most 3 workers");
      case "Quotes" ->
          Stream.concat(
                  IntStream.range(1, ranks).mapToObj(r -> "rank " + r + ": "),
                  Stream.of(ranks - 1 + " questions answered"))
              .toList();
      case "DeviceSum" -> List.of("The 1000000 sums are %d, ".formatted(ranks * (ranks + 1) / 2));
      case "Heat" -> List.of("After 200 steps the plate holds ");
      case "SampleSort" ->
          List.of("Sorted " + 50_000 * ranks + " numbers; the fullest of " + ranks);
      case "Halo3D" -> List.of("After 60 steps [");
      case "ConjugateGradient" -> List.of("4096 unknowns, ");
      default -> throw new IllegalArgumentException(example);
    };
  }

  private static void check(String example, int ranks, String out) {
    List<String> lines = out.lines().toList();
    for (String start : expected(example, ranks)) {
      assertThat(lines).as(out).anyMatch(line -> line.startsWith(start));
    }
    if (example.equals("Greetings")) {
      assertThat(lines).containsExactlyElementsOf(expected(example, ranks));
    }
    if (example.equals("RankLog")) {
      assertThat(lines).as("the lines are in the order of steps and ranks").isSorted();
    }
  }

  /** Runs an example's {@code run} on thread ranks; returns what it printed. */
  private static String onThreads(String example, int ranks) throws Exception {
    Method run = Class.forName(example).getDeclaredMethod("run", Communicator.class);
    run.setAccessible(true);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      Mpi.runThreads(ranks, world -> invoke(run, world));
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void invoke(Method run, Communicator world) throws Exception {
    try {
      run.invoke(null, world);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  @ParameterizedTest
  @MethodSource("quickExamples")
  @Timeout(60)
  void anExampleRunsOnOneTwoAndFourThreads(String example) throws Exception {
    for (int ranks : new int[] {1, 2, 4}) {
      check(example, ranks, onThreads(example, ranks));
    }
  }

  @ParameterizedTest
  @MethodSource("quickExamples")
  @Timeout(60)
  void anExampleRunsOnTwoProcesses(String example) throws Exception {
    Outcome outcome = Launcher.run(LIMIT, 2, List.of(example));
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    check(example, 2, outcome.out());
  }

  @Test
  @Timeout(60)
  void gradientsAreSummedOnADevice() throws Exception {
    List<String> onTheMock = List.of("-Dpurempi.devices=mock");
    Outcome outcome = Launcher.run(LIMIT, 4, onTheMock, List.of("DeviceSum"));
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).isEqualTo("The 1000000 sums are 10, on mock 0\n");
  }

  private static void runSource(String example, int ranks, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Tree.ROOT.resolve("bin/mpiexec").toString(),
                "-n",
                ranks + "",
                Tree.ROOT.resolve("examples").resolve(example + ".java").toString()));
    command.addAll(List.of(arguments));
    Outcome outcome = Launcher.start(LIMIT, command);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    check(example, ranks, outcome.out());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  @Timeout(60)
  void theReadmesFirstCommandPrintsItsGreetings(int ranks) throws Exception {
    runSource("Greetings", ranks);
  }

  @ParameterizedTest
  @MethodSource("quickExamples")
  @Tag("full")
  @Timeout(60)
  void anExampleRunsFromItsSourceOnFourProcesses(String example) throws Exception {
    runSource(example, 4);
  }

  private static double[] losses(String out) {
    return out.lines()
        .filter(line -> line.startsWith("epoch"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .toArray();
  }

  private static double accuracy(String out) {
    String last = out.strip().lines().toList().getLast();
    assertThat(last).startsWith("test accuracy ");
    return Double.parseDouble(last.substring(last.lastIndexOf(' ') + 1));
  }

  @Test
  @Timeout(300)
  void learningGivesTheSameLossesOnAnyNumberOfRanks() throws Exception {
    assumeThat(DATA).as("examples/install-fashion-mnist installs the data").exists();
    String alone = onThreads("FashionMnist", 1);
    double[] curve = losses(alone);
    assertThat(curve).hasSizeGreaterThan(2).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(accuracy(alone)).isGreaterThan(0.80);
    String together = onThreads("FashionMnist", 2);
    assertThat(losses(together)).containsExactly(curve, org.assertj.core.data.Offset.offset(2e-6));
    assertThat(accuracy(together)).isEqualTo(accuracy(alone));
    Outcome processes = Launcher.run(LIMIT, 4, List.of("FashionMnist"));
    assertThat(processes.exitCode()).as(processes.toString()).isZero();
    assertThat(losses(processes.out()))
        .containsExactly(curve, org.assertj.core.data.Offset.offset(2e-6));
    assertThat(accuracy(processes.out())).isEqualTo(accuracy(alone));
  }

  @Test
  @Tag("full")
  @Timeout(400)
  void trainingTogetherIsTrainingAlone(@TempDir Path folder) throws Exception {
    assumeThat(DATA).as("examples/install-fashion-mnist installs the data").exists();
    Path picture = folder.resolve("curve.svg");
    List<String> arguments = List.of("TrainTogether", "1", DATA.toString(), picture.toString());
    double[] alone = curve(Launcher.run(Duration.ofMinutes(3), 1, arguments));
    double[] together = curve(Launcher.run(Duration.ofMinutes(3), 4, arguments));
    assertThat(together)
        .hasSize(4)
        .containsExactly(alone, org.assertj.core.data.Offset.offset(2e-4));
    assertThat(picture).content().contains("4 ranks</text>").endsWith("</svg>\n");
  }

  @Test
  @Tag("full")
  @Timeout(400)
  void aNetworkOverFourRanksAndAParameterServerLearn() throws Exception {
    assumeThat(DATA).as("examples/install-fashion-mnist installs the data").exists();
    for (String example : List.of("HybridFashion 1", "FashionServer asp 1")) {
      List<String> words = List.of(example.split(" "));
      Outcome outcome = Launcher.run(Duration.ofMinutes(3), 4, words);
      assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
      assertThat(outcome.out().lines().filter(line -> line.startsWith("test accuracy")))
          .singleElement()
          .satisfies(line -> assertThat(accuracy(line)).isGreaterThan(0.75));
    }
  }

  /** The losses that are printed. */
  private static double[] curve(Outcome outcome) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(accuracy(outcome.out())).isGreaterThan(0.80);
    return outcome
        .out()
        .lines()
        .filter(line -> line.startsWith("epoch"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll(".*loss ([\\d.]+),.*", "$1")))
        .toArray();
  }

  @Test
  @Timeout(60)
  void missingDataIsSaidWithTheWayToGetIt(@TempDir Path empty) throws Exception {
    assertThat(empty).isEmptyDirectory();
    Method main = Class.forName("FashionMnist").getMethod("main", String[].class);
    try {
      assertThatThrownBy(() -> main.invoke(null, (Object) new String[] {empty.toString()}))
          .cause()
          .isInstanceOf(MpiException.class)
          .rootCause()
          .hasMessageContaining("dataset-fashion-mnist")
          .hasMessageContaining("examples/install-fashion-mnist");
    } finally {
      var data = Class.forName("FashionMnist").getDeclaredField("data");
      data.setAccessible(true);
      data.set(null, DATA);
    }
  }
}
