package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.text.UsageException;

/** Programs for both APIs, compiled against what little of them they use. */
@Timeout(60)
class ApiScanTest {
  private static final String[] SOURCES = {
    "mpi/MPI.java",
    "package mpi; public class MPI { public static Comm COMM_WORLD; public static void Init() {} }",
    "mpi/Comm.java",
    "package mpi; public class Comm {"
        + " public int Rank() { return 0; } public int getRank() { return 0; } }",
    "Old.java",
    "class Old { int rank() { return mpi.MPI.COMM_WORLD.Rank(); } }",
    "Newer.java",
    "class Newer { int rank() { return mpi.MPI.COMM_WORLD.getRank(); } }",
    "UsesOld.java",
    "class UsesOld { Old[] old = {new Old()}; long l = 1L << 40; double d = 1e100; }",
    "Both.java",
    "class Both { UsesOld a; Newer b; int r() { return b.rank() + a.old[0].rank(); } }",
    "Neither.java",
    "class Neither { String s = java.util.List.of().toString(); }",
    "org/purempi/Within.java",
    "package org.purempi; class Within { int rank() { return mpi.MPI.COMM_WORLD.getRank(); } }",
    "Starts.java",
    "class Starts { void go() { mpi.MPI.Init(); } }",
    "mpi/Datatype.java",
    "package mpi; public class Datatype { public int getType() { return 0; } }",
    "Small.java",
    "class Small { int go(mpi.Datatype type) { return type.getType(); } }",
    "mpi/tool/Alone.java",
    "package mpi.tool; public class Alone { public static int size() { return 1; } }",
    "mpi/tool/Main.java",
    "package mpi.tool; class Main {"
        + " int go() { return Alone.size() + mpi.MPI.COMM_WORLD.Rank(); } }",
    "mpjbuf/Buffer.java",
    "package mpjbuf; public class Buffer {}",
    "Packs.java",
    "class Packs { Object go() { mpi.MPI.Init(); return new mpjbuf.Buffer(); } }",
  };

  @TempDir static Path folder;

  @BeforeAll
  static void compile() throws IOException {
    var words = new ArrayList<>(List.of("-d", folder + "/classes"));
    for (int i = 0; i < SOURCES.length; i += 2) {
      Path file = folder.resolve("sources").resolve(SOURCES[i]);
      Files.createDirectories(file.getParent());
      words.add(Files.writeString(file, SOURCES[i + 1]).toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(String[]::new));
    assertThat(failed).isZero();
  }

  private static @Nullable Api scan(String mainClass) throws Exception {
    return scan(mainClass, null);
  }

  private static @Nullable Api scan(String mainClass, @Nullable Api named) throws Exception {
    try (var files = new ClassFiles(folder, "nothing:classes")) {
      return ApiScan.ofClasses(files, mainClass, named);
    }
  }

  @Test
  void whatIsNamedIsDoneUnlessTheProgramIsTheOthers() throws Exception {
    assertThat(scan("Old", Api.MPJEXPRESS)).isEqualTo(Api.MPJEXPRESS);
    assertThat(scan("NotThere", Api.OPENMPI)).isEqualTo(Api.OPENMPI);
    assertThatThrownBy(() -> scan("Old", Api.OPENMPI))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("-api openmpi: Old uses mpi.")
        .hasMessageEndingWith(
            ", which is of MPJ Express's API: leave -api out, or write -api mpjexpress");
    assertThatThrownBy(() -> scan("Newer", Api.MPJEXPRESS))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("-api mpjexpress: Newer uses mpi.");
  }

  @Test
  void theNamesOfMethodsTell() throws Exception {
    assertThat(scan("Old")).isEqualTo(Api.MPJEXPRESS);
    assertThat(scan("Newer")).isEqualTo(Api.OPENMPI);
    assertThat(scan("org.purempi.Within")).isEqualTo(Api.OPENMPI);
  }

  @Test
  void classesThatAreUsedAreLookedAtToo() throws Exception {
    assertThat(scan("UsesOld")).isEqualTo(Api.MPJEXPRESS);
  }

  @Test
  void aProgramForBothIsRefusedWithBothPlaces() {
    assertThatThrownBy(() -> scan("Both"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Newer uses mpi.Comm.getRank")
        .hasMessageContaining("Old uses mpi.Comm.Rank")
        .hasMessageContaining("-api");
  }

  @Test
  void whereItMakesNoDifferenceItIsOpenMpis() throws Exception {
    assertThat(scan("Starts")).isEqualTo(Api.OPENMPI);
  }

  @Test
  void anOtherProgramHasNone() throws Exception {
    assertThat(scan("Neither")).isNull();
    assertThat(scan("NotThere")).isNull();
  }

  @Test
  void methodsOfMpjExpressWithASmallLetterAreItsOwn() throws Exception {
    assertThat(scan("Small")).isEqualTo(Api.MPJEXPRESS);
  }

  @Test
  void aProgramsOwnClassesBelowThePackageAreNoApi() throws Exception {
    assertThat(scan("mpi.tool.Main")).isEqualTo(Api.MPJEXPRESS);
    assertThat(scan("mpi.tool.Alone")).isNull();
  }

  @Test
  void thePackagesBesideMpjExpressAreItsOwn() throws Exception {
    assertThat(scan("Packs")).isEqualTo(Api.MPJEXPRESS);
  }

  @Test
  void whereItMakesNoDifferenceTheOriginalOnTheClassPathTells() throws Exception {
    Path original = folder.resolve("original/mpi/User_function.class");
    Files.createDirectories(original.getParent());
    Files.write(original, new byte[0]);
    try (var files = new ClassFiles(folder, "classes:original")) {
      assertThat(ApiScan.ofClasses(files, "Starts", null)).isEqualTo(Api.MPJEXPRESS);
      assertThat(ApiScan.ofClasses(files, "Newer", null)).isEqualTo(Api.OPENMPI);
    }
  }
}
