package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.text.UsageException;

/** Source files for both APIs, and for neither. */
@Timeout(60)
class ApiTextTest {
  @TempDir static Path folder;

  private static @Nullable Api of(String text) throws Exception {
    return ApiText.of(Files.writeString(folder.resolve("Text.java"), text), null);
  }

  @Test
  void aSourceOfTheOtherApiIsRefused() throws Exception {
    Path source = folder.resolve("Named.java");
    Files.writeString(
        source, "import mpi.*; class A { int r() { return MPI.COMM_WORLD.Rank(); } }");
    assertThat(ApiText.of(source, Api.MPJEXPRESS)).isEqualTo(Api.MPJEXPRESS);
    assertThatThrownBy(() -> ApiText.of(source, Api.OPENMPI))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Named.java uses COMM_WORLD.Rank, which is of MPJ Express's API");
    Files.writeString(source, "class A {}");
    assertThat(ApiText.of(source, Api.OPENMPI)).isEqualTo(Api.OPENMPI);
  }

  @Test
  void theNamesOfMethodsTell() throws Exception {
    assertThat(of("import mpi.*;\nclass A { int r() { return MPI.COMM_WORLD.Rank(); } }"))
        .isEqualTo(Api.MPJEXPRESS);
    assertThat(of("import mpi.MPI;\nclass A { int r() { MPI.COMM_WORLD.getRank(); } }"))
        .isEqualTo(Api.OPENMPI);
    assertThat(of("class A { int r() { return mpi.MPI.COMM_WORLD.Rank(); } }"))
        .isEqualTo(Api.MPJEXPRESS);
    assertThat(of("import static mpi.MPI.*;\nclass A { int r() { return COMM_WORLD.Rank(); } }"))
        .isEqualTo(Api.MPJEXPRESS);
  }

  @Test
  void variablesOfItsTypesAndItsOwnClassesTell() throws Exception {
    assertThat(of("import mpi.*;\nclass A { void a(Intracomm c) { c.barrier(); } }"))
        .isEqualTo(Api.OPENMPI);
    assertThat(of("import mpi.*;\nclass A { void a(Request[] all) { all[0].Wait(); } }"))
        .isEqualTo(Api.MPJEXPRESS);
    assertThat(of("import mpi.*;\nclass A { void a() { var c = MPI.COMM_WORLD; c.Barrier(); } }"))
        .isEqualTo(Api.MPJEXPRESS);
    assertThat(of("import mpi.*;\nclass A extends User_function {}")).isEqualTo(Api.MPJEXPRESS);
    assertThat(of("import mpi.*;\nclass A { int[] a = x().Coords(0); int b = y().Rank(); }"))
        .isEqualTo(Api.MPJEXPRESS);
    assertThat(of("import mpi.*;\nclass A { Object t = MPI.OBJECT; }")).isEqualTo(Api.MPJEXPRESS);
  }

  @Test
  void methodsOfOtherObjectsCommentsAndStringsTellNothing() throws Exception {
    String program =
        """
        import java.io.*;
        import java.nio.file.Path;
        import mpi.*;

        // As getRank() in Open MPI: MPI.COMM_WORLD.getRank().
        class Sums {
          /* MPI.COMM_WORLD.send(a) */
          void sum(Socket socket, File file) {
            char quote = '"';
            String said = "MPI.COMM_WORLD.barrier() \\" // ";
            int n = stream.reduce(0, Integer::sum) + matrix.getSize();
            socket.send(file.getName());
            MPI.COMM_WORLD.Barrier();
          }
        }
        """;
    assertThat(of(program)).isEqualTo(Api.MPJEXPRESS);
    assertThat(of(program.replace("WORLD.Barrier", "WORLD.isInter"))).isEqualTo(Api.OPENMPI);
  }

  @Test
  void aTypeOfThatNameFromElsewhereTellsNothing() throws Exception {
    String program = "import mpi.*;\nclass A { Status s = x(); int n = s.getCode() + %s; }";
    String world = "MPI.COMM_WORLD.Rank()";
    assertThat(of("import http.Status;\n" + program.formatted(world))).isEqualTo(Api.MPJEXPRESS);
    assertThat(of("record Status(int code) {}\n" + program.formatted(world)))
        .isEqualTo(Api.MPJEXPRESS);
  }

  @Test
  void methodsOfMpjExpressWithASmallLetterAreItsOwn() throws Exception {
    assertThat(of("import mpi.*;\nclass A { { MPI.initThread(0, 0, null); } }"))
        .isEqualTo(Api.MPJEXPRESS);
    assertThat(of("import mpi.*;\nclass A { { MPI.InitThread(null, 0); } }"))
        .isEqualTo(Api.OPENMPI);
  }

  @Test
  void anOtherProgramHasNone() throws Exception {
    assertThat(of("import org.purempi.*;\nclass A { void s() { world.send(a, 1, 0); } }")).isNull();
    assertThat(of("import mpi.tool.Rank;\nclass A { int s(Rank r) { return r.Rank(); } }"))
        .isNull();
    assertThat(of("import java.util.*; // not mpi.MPI\nclass A {}")).isNull();
    assertThat(ApiText.of(folder.resolve("NotThere.java"), null)).isNull();
  }

  @Test
  void aProgramForBothIsRefused() {
    assertThatThrownBy(
            () -> of("import mpi.*;\nclass A { void a(Comm c) { c.Rank(); c.getRank(); } }"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("c.getRank")
        .hasMessageContaining("c.Rank");
  }
}
