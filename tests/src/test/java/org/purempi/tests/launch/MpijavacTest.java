package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/** bin/mpijavac, as build files of Open MPI's Java programs call it. */
@Timeout(120)
class MpijavacTest {
  @Test
  void whatItCompilesRuns(@TempDir Path place) throws IOException {
    Path classes = Files.createDirectory(place.resolve("with space"));
    Files.writeString(
        place.resolve("Greeting.java"),
        "public class Greeting { static String of(int rank) { return \"rank \" + rank; } }");
    Files.writeString(
        place.resolve("Hello.java"),
        """
        import mpi.*;
        public class Hello {
          public static void main(String[] args) throws MPIException {
            MPI.Init(args);
            System.out.println(Greeting.of(MPI.COMM_WORLD.getRank()));
            MPI.Finalize();
          }
        }
        """);
    Result first = Launch.mpijavac("-d", classes.toString(), "Greeting.java").in(place).run();
    assertThat(first.code()).as(first.err()).isZero();
    Result second =
        Launch.mpijavac("--verbose", "-cp", classes.toString(), "-d", ".", "Hello.java")
            .in(place)
            .run();
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(second.out()).contains("javac -cp " + classes + ":", "Hello.java");
    Result run = Launch.mpiexec("-n", "2", "-cp", classes + ":.", "Hello").in(place).run();
    assertThat(run.sortedLines()).containsExactly("rank 0", "rank 1");
  }

  @Test
  void itShowsWhatItAddsAndSaysWhatIsMissing() {
    Result shown = Launch.mpijavac("--showme:compile").run();
    assertThat(shown.out()).matches("-cp \\S*:\\S*purempi-compat-openmpi-\\S+\\.jar\n");
    Result nothing = Launch.mpijavac().run();
    assertThat(nothing.code()).isEqualTo(2);
    assertThat(nothing.err()).startsWith("mpijavac: which file?").hasLineCount(1);
  }
}
