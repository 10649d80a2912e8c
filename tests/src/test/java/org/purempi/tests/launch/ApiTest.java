package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.ErrorClass;
import org.purempi.tests.Tree;
import org.purempi.tests.launch.Launch.Result;

/**
 * Programs for Open MPI's Java API under mpiexec: on processes and on threads, class and source.
 */
@Timeout(120)
class ApiTest {
  private static final String PROGRAM =
      """
      import mpi.*;

      public class Greets {
        static int calls;

        public static void main(String[] args) throws MPIException {
          MPI.Init(args);
          if (args.length > 1) {
            System.out.println(MPI.INFO_ENV.get("command") + " " + MPI.INFO_ENV.get("argv")
                + " on " + MPI.INFO_ENV.get("arch"));
          }
          int[] sum = {MPI.COMM_WORLD.getRank() + ++calls};
          Request done = MPI.COMM_WORLD.iBarrier();
          done.waitFor();
          MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
          if (args.length > 0 && MPI.COMM_WORLD.getRank() == 1) {
            MPI.COMM_WORLD.send(sum, 1, MPI.INT, 99, 0);
          }
          MPI.COMM_WORLD.barrier();
          System.out.println(MPI.COMM_WORLD.getRank() + " of " + MPI.COMM_WORLD.getSize()
              + " sum " + sum[0]);
          MPI.Finalize();
        }
      }
      """;

  private static final String[] SAID = {"0 of 2 sum 3", "1 of 2 sum 3"};

  @TempDir static Path place;

  @BeforeAll
  static void compile() throws IOException {
    // The jar alone: what it needs of the library beside it, no compiler has to see.
    Path path = jar("compat-openmpi", "purempi-compat-openmpi");
    Path source = Files.writeString(place.resolve("Greets.java"), PROGRAM);
    String[] words = {"-cp", path.toString(), "-d", place + "/classes", source.toString()};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, words)).isZero();
  }

  /** The jar of a module. */
  static Path jar(String module, String artifact) throws IOException {
    return jarIn(Tree.ROOT.resolve(module).resolve("target"), artifact);
  }

  /** The jar of any version in a folder. */
  static Path jarIn(Path folder, String artifact) throws IOException {
    try (var jars = Files.newDirectoryStream(folder, artifact + "-[0-9]*.jar")) {
      for (Path jar : jars) {
        if (!jar.toString().matches(".*-(sources|javadoc|tests)[.]jar")) {
          return jar;
        }
      }
    }
    throw new IOException("no jar in " + folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpjexpress"})
  void theJarNamesTheLibraryBesideIt(String api) throws IOException {
    try (var jar = new JarFile(jar("compat-" + api, "purempi-compat-" + api).toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Class-Path").split(" ", -1))
          .contains(jar("mpi", "purempi").getFileName().toString());
    }
  }

  private static Result two(String... words) {
    var all = new ArrayList<>(List.of("-n", "2"));
    all.addAll(List.of(words));
    return Launch.mpiexec(all.toArray(String[]::new)).in(place).run();
  }

  private static void saysSo(Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly(SAID);
    assertThat(result.code()).isZero();
  }

  @Test
  void aClassRunsOnProcesses() {
    saysSo(two("-cp", "classes", "Greets"));
    saysSo(two("-api", "openmpi", "java", "-cp", "classes", "Greets"));
  }

  @Test
  void aClassRunsOnThreadsEachWithItsStatics() {
    saysSo(two("-threads", "-cp", "classes", "Greets"));
  }

  @Test
  void aSourceRuns() {
    saysSo(two("-cp", ".", "Greets.java"));
  }

  /** The programs with which the module tests itself on threads. */
  private static Result program(int ranks, String... words) {
    Path classes = Tree.ROOT.resolve("compat-openmpi/target/test-classes");
    var all = new ArrayList<>(List.of("-n", "" + ranks, "-cp", classes.toString()));
    all.addAll(List.of(words));
    return Launch.mpiexec(all.toArray(String[]::new)).run();
  }

  private static void several(int ranks) {
    Result result = program(ranks, "programs.Several");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("all on " + ranks + "\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void programsOfEveryKindRunOnProcesses() {
    several(2);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void programsOfEveryKindRunOnAnyNumberOfProcesses(int ranks) {
    several(ranks);
    for (String one : List.of("Basics", "Environment", "Errors")) {
      Result result = program(ranks, "programs." + one, "a", "b c");
      assertThat(result.err()).as(one).isEmpty();
      assertThat(result.code()).as(one).isZero();
    }
  }

  @Tag("full")
  @ParameterizedTest
  @CsvSource({
    "throws, 1",
    "aborts, 7",
    "fatal, 6",
    "fatal before the call, 1",
    "fatal by hand, 5",
    "exits, 5"
  })
  void processesEndAsTheProgramSays(String how, int code) {
    Result result = program(2, "programs.Ends", how);
    assertThat(result.code()).as(result.err()).isEqualTo(code);
    assertThat(result.err()).isNotEmpty();
  }

  @Test
  void anErrorIsFatalUnlessTheUserOrTheProgramSaysOtherwise() {
    for (String how : List.of("-envall", "-threads")) {
      Result fatal = two(how, "-cp", "classes", "Greets", "x", "y");
      assertThat(fatal.out()).containsPattern("(?m)^java Greets x y on (x86_64|aarch64)$");
      assertThat(fatal.code()).isEqualTo(ErrorClass.RANK.code());
      assertThat(fatal.err())
          .contains("rank 1 of MPI_COMM_WORLD: MPI_ERR_RANK: rank 1: send: dest 99 is not a rank")
          .containsPattern("\tat (rank 1//)?mpi.Comm.send\\(Comm.java:\\d+\\)\n")
          .containsPattern("\tat (rank 1//)?Greets.main\\(Greets.java:\\d+\\)\n")
          .doesNotContain("org.purempi.");
    }
    Result thrown =
        two("-initial-errhandler", "mpi_errors_return", "-cp", "classes", "Greets", "x");
    assertThat(thrown.code()).isEqualTo(1);
    assertThat(thrown.err()).contains("mpi.MPIException").contains("at Greets.main");
  }

  @Test
  void bothApisOnOneClassPathAreRefusedInPlainWords() throws IOException {
    Path other = Files.createDirectories(place.resolve("other/mpi"));
    Files.write(other.resolve("User_function.class"), new byte[0]);
    Result result = two("-cp", "classes:other", "Greets");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("two APIs named mpi are on the class path");
  }

  @Test
  void anUnknownApiIsRefused() {
    Result result = two("-api", "lam", "Greets");
    assertThat(result.err()).isEqualTo("mpiexec: -api lam: write openmpi or mpjexpress\n");
    assertThat(result.code()).isEqualTo(2);
  }
}
