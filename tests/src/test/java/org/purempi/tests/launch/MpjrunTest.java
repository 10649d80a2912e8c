package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;

/** The command lines of MPJ Express's users. */
@Timeout(60)
class MpjrunTest {
  private static final String PROGRAM =
      """
      import mpi.*;

      public class Sums {
        static int starts;

        static class Add extends User_function {
          public void Call(Object a, int from, Object b, int to, int count, Datatype type) {
            ((int[]) b)[to] += ((int[]) a)[from];
          }
        }

        public static void main(String[] args) throws Exception {
          double before = MPI.Wtime();
          String[] rest = MPI.Init(args);
          if (MPI.Wtime() < before || !MPI.isMainThread()) {
            throw new IllegalStateException("time goes on");
          }
          Request none = MPI.REQUEST_NULL;
          boolean started = MPI.COMM_WORLD.Size() == Integer.parseInt(args[1]) && none.Is_null();
          if (!started || rest.length != args.length - 3) {
            throw new IllegalStateException(String.join(" ", args));
          }
          int[] sum = new int[1];
          int[] mine = {MPI.COMM_WORLD.Rank() + 1};
          MPI.COMM_WORLD.Allreduce(mine, 0, sum, 0, 1, MPI.INT, new Op(new Add(), true));
          if (MPI.COMM_WORLD.Rank() == 1) {
            System.out.println(String.join(" ", rest) + " sum " + sum[0] + " of "
                + MPI.COMM_WORLD.Size() + " start " + ++starts + " with " + System.getProperty("x")
                + " in " + new java.io.File("").getAbsoluteFile().getName());
          }
          MPI.Finalize();
          if (rest.length == 0) {
            System.exit(9);
          }
        }
      }
      """;

  /** Both ranks send before they receive: MPJ Express has room for so much. */
  private static final String EXCHANGE =
      """
      import mpi.*;

      public class Exchange {
        public static void main(String[] args) throws Exception {
          MPI.initThread(args.length, MPI.THREAD_SINGLE, args);
          int other = 1 - MPI.COMM_WORLD.Rank();
          double[] mine = new double[16_000];
          double[] theirs = new double[16_000];
          mine[15_999] = other;
          MPI.COMM_WORLD.Send(mine, 0, 16_000, MPI.DOUBLE, other, 0);
          MPI.COMM_WORLD.Recv(theirs, 0, 16_000, MPI.DOUBLE, other, 0);
          System.out.println(theirs[15_999] == 1 - other);
          MPI.Finalize();
        }
      }
      """;

  @TempDir static Path place;

  @BeforeAll
  static void compile() throws IOException {
    // The jar alone: what it needs of the library beside it, no compiler has to see.
    Path path = ApiTest.jar("compat-mpjexpress", "purempi-compat-mpjexpress");
    Path source = Files.writeString(place.resolve("Sums.java"), PROGRAM);
    Path exchange = Files.writeString(place.resolve("Exchange.java"), EXCHANGE);
    String[] words = {"-cp", "" + path, "-d", place + "/classes", "" + source, "" + exchange};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, words)).isZero();
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Sums");
    try (OutputStream file = Files.newOutputStream(place.resolve("sums.jar"));
        var jar = new JarOutputStream(file, manifest)) {
      for (String name : new String[] {"Sums.class", "Sums$Add.class"}) {
        jar.putNextEntry(new JarEntry(name));
        Files.copy(place.resolve("classes").resolve(name), jar);
      }
    }
  }

  private static Result run(String... words) {
    return Launch.mpjrun(words).in(place).run();
  }

  private static void says(Result result, String line) {
    assertThat(result.err()).isEmpty();
    assertThat(result.lines()).containsExactly(line);
    assertThat(result.code()).isZero();
  }

  @Test
  void multicoreMakesThreadsEachWithItsStatics() {
    Result result =
        run("-np", "3", "-dev", "multicore", "-Dx=y", "-cp", "classes", "Sums", "a", "b");
    says(result, "a b sum 6 of 3 start 1 with y in " + place.getFileName());
  }

  @Test
  void aClassMayStandInTheWorkingDirectoryWhateverTheClassPathIs() {
    Result result =
        Launch.mpjrun("-np", "2", "-cp", "nowhere.jar", "Sums", "a")
            .in(place.resolve("classes"))
            .run();
    says(result, "a sum 3 of 2 start 1 with null in classes");
    Launch named = Launch.mpjrun("-np", "2", "Sums", "a").in(place.resolve("classes"));
    says(named.with("CLASSPATH", "nowhere.jar").run(), "a sum 3 of 2 start 1 with null in classes");
  }

  @Test
  void ownOptionsMayStandBehindTheClass() {
    Result result = run("-cp", "classes", "-ea:Sums...", "Sums", "a", "-np", "2", "-b");
    says(result, "a -b sum 3 of 2 start 1 with null in " + place.getFileName());
  }

  @Test
  void aProgramThatOnlyBeginsAndEndsIsOneOfMpjExpressToo() throws IOException {
    Files.writeString(
        place.resolve("Begins.java"),
        """
        class Begins {
          public static void main(String[] args) throws Exception {
            mpi.MPI.Init(args);
            System.out.println(Class.forName("mpi.Cartcomm").getSimpleName());
            mpi.MPI.Finalize();
          }
        }
        """);
    says(run("-np", "1", "Begins.java"), "Cartcomm");
  }

  @Test
  void niodevMakesProcesses() throws IOException {
    Files.createDirectories(place.resolve("inside"));
    Result result =
        run(
            "-np",
            "2",
            "-dev",
            "niodev",
            "-psl",
            "1024",
            "-wdir",
            place + "/inside",
            "-Xmx64m",
            "-Dx=y z",
            "-cp",
            place + "/classes",
            "Sums",
            "a b");
    says(result, "a b sum 3 of 2 start 1 with y z in inside");
  }

  @ParameterizedTest
  @ValueSource(strings = {"multicore", "niodev"})
  void sendsOfUpTo128KibDoNotWaitForTheirReceives(String device) {
    Result result = run("-np", "2", "-dev", device, "-cp", "classes", "Exchange");
    assertThat(result.err()).isEmpty();
    assertThat(result.lines()).containsExactly("true", "true");
  }

  /** Thread ranks are known to wait for each other; processes are asked when their time is up. */
  @ParameterizedTest
  @CsvSource({"multicore, 60, 88", "niodev, 10, 124"})
  @Tag("full")
  void longerSendsWaitAndTheReportNamesTheProgramsLine(String device, String timeout, int code) {
    Launch launch =
        Launch.mpjrun("-np", "2", "-dev", device, "-psl", "100000", "-cp", "classes", "Exchange");
    Result result = launch.in(place).with("MPIEXEC_TIMEOUT", timeout).run();
    assertThat(result.err())
        .contains("rank 0, waiting for")
        .contains("    waits in Send at Exchange.java:10 Exchange.main\n")
        .contains("      send to rank 1, tag 0, MPI_COMM_WORLD, 128000 bytes\n");
    assertThat(result.code()).as(result.err()).isEqualTo(code);
  }

  @Test
  void aJarRunsAndTheExitCodeIsThePrograms() {
    Result result = run("-np", "2", "-jar", "sums.jar");
    assertThat(result.lines()).hasSize(1);
    assertThat(result.code()).isEqualTo(9);
  }

  @ParameterizedTest
  @CsvSource({
    "-np 2, which class? name it behind the options",
    "-np 0 Sums, -np 0: a number of ranks is 1 to 100000",
    "-np many Sums, -np many: a number of ranks is 1 to 100000",
    "-np, -np wants a value",
    "-psl 1k Sums, -psl 1k: a limit is 0 to 2147483647 bytes",
    "-dev hybdev Sums, there is no device 'hybdev'",
    "-mpjport 1 Sums, -mpjport is not there",
    "-fast Sums, there is no option '-fast'"
  })
  void aWrongLineIsToldWhatIsWrong(String line, String what) {
    Result result = run(line.split(" ", -1));
    assertThat(result.err())
        .startsWith("mpjrun: " + what)
        .endsWith("mpjrun -h lists the options\n");
    assertThat(result.code()).isEqualTo(2);
  }
}
