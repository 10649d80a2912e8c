package org.purempi.tests.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.install.Installed.Result;

/** purempi-VERSION.tar.gz, unpacked anywhere. */
@Timeout(120)
class ArchiveTest {
  private static final String HELLO =
      """
      import org.purempi.*;

      void main() {
        Mpi.run(2, world -> IO.println("rank " + world.rank() + " of " + world.size()));
      }
      """;

  @TempDir static Path folder;
  private static Path archive;

  @BeforeAll
  static void make() throws Exception {
    archive = Installed.archive(folder);
  }

  private static Path unpacked(Path place) throws Exception {
    Files.createDirectories(place);
    Result tar = Installed.run(place, Map.of(), "tar", "-xzf", archive.toString());
    assertThat(tar.code()).as(tar.text()).isZero();
    return place.resolve("purempi-" + Installed.version());
  }

  @Test
  void unpackedAnywhereItRunsAProgramAndMakesItsCaches(@TempDir Path place) throws Exception {
    Path home = unpacked(place.resolve("a place with spaces"));
    Path work = Files.createDirectories(place.resolve("work"));
    Files.writeString(work.resolve("Hello.java"), HELLO);
    String mpiexec = home.resolve("bin/mpiexec").toString();
    for (int start = 0; start < 2; start++) {
      Result result = Installed.run(work, Map.of(), mpiexec, "-n", "2", "Hello.java");
      assertThat(result.text().lines().sorted()).containsExactly("rank 0 of 2", "rank 1 of 2");
      assertThat(result.code()).isZero();
    }
    assertThat(home.resolve(".purempi/ranks.aot")).exists();
    Path moved = Files.move(home, place.resolve("moved"));
    Result result =
        Installed.run(work, Map.of(), moved.resolve("bin/mpirun") + "", "-n", "2", "Hello.java");
    assertThat(result.text().lines().sorted()).containsExactly("rank 0 of 2", "rank 1 of 2");
  }

  @Test
  void theSameInputGivesTheSameBytes(@TempDir Path again) throws Exception {
    assertThat(Files.mismatch(archive, Installed.archive(again))).isEqualTo(-1);
  }

  @Test
  void theManualPageNamesEveryOption(@TempDir Path place) throws Exception {
    Path home = unpacked(place);
    String page = Files.readString(home.resolve("share/man/man1/mpiexec.1"));
    Result help = Installed.run(place, Map.of(), home.resolve("bin/mpiexec") + "", "-help2");
    var names =
        help.text()
            .lines()
            .filter(line -> line.startsWith("  -"))
            .map(line -> line.strip().split("[ ,\\[]", 2)[0])
            .toList();
    assertThat(names).hasSizeGreaterThan(40);
    assertThat(names).allSatisfy(n -> assertThat(page).contains("\\fB" + n.replace("-", "\\-")));
  }

  @Test
  void bashCompletesOptionsAndTheirValues(@TempDir Path place) throws Exception {
    Path home = unpacked(place);
    Path file = home.resolve("share/bash-completion/completions/mpiexec");
    assertThat(completed(place, file, "-tim")).isEqualTo("-timeout");
    assertThat(completed(place, file, "-thr")).isEqualTo("-threads");
    assertThat(completed(place, file, "-bind-to", "co")).isEqualTo("core");
  }

  private static String completed(Path place, Path file, String... words) throws Exception {
    String line =
        ". '%s'; COMP_WORDS=(mpiexec %s); COMP_CWORD=%d; _purempi_mpiexec; echo \"${COMPREPLY[*]}\""
            .formatted(file, String.join(" ", words), words.length);
    return Installed.run(place, Map.of(), "bash", "-c", line).text().strip();
  }

  /** The folder of jars is a module path as it is: to compile, to run, to link an image. */
  @Test
  void itsJarsAreModules(@TempDir Path place) throws Exception {
    Path lib = unpacked(place).resolve("lib");
    Path sources = Files.createDirectories(place.resolve("src/demo"));
    Files.writeString(
        place.resolve("src/module-info.java"), "module demo { requires org.purempi; }");
    Files.writeString(
        sources.resolve("Main.java"),
        "package demo; public class Main { public static void main(String[] a) {"
            + " IO.println(org.purempi.Mpi.libraryVersion()); } }");
    String path = lib + ":out";
    String line =
        "javac -Xlint:all -p %s -d out src/module-info.java src/demo/Main.java".formatted(lib)
            + " && java -p %1$s -m demo/demo.Main && jdeps -s --module-path %1$s -m demo && jlink"
            + " -p %1$s --add-modules demo --output image && image/bin/java -m demo/demo.Main";
    Result result = Installed.run(place, Map.of(), "bash", "-c", line.formatted(path));
    assertThat(result.code()).as(result.text()).isZero();
    String version = "purempi " + Installed.version() + ", Java " + Runtime.version().feature();
    assertThat(result.text().lines().toList()).startsWith(version).endsWith(version);
  }

  @Test
  void theVersionIsKnownOfMergedJarsToo(@TempDir Path place) throws Exception {
    Path home = unpacked(place);
    Path source = place.resolve("Version.java");
    Files.writeString(source, "void main() { IO.println(org.purempi.Mpi.libraryVersion()); }");
    String version = "purempi " + Installed.version() + ", Java " + Runtime.version().feature();
    String command =
        "java -cp '%1$s/lib/*' %2$s && %1$s/bin/mpiexec -n 1 true && %1$s/bin/mpiexec -n 1 %2$s"
            .formatted(home, source);
    Result result = Installed.run(place, Map.of(), "bash", "-c", command);
    assertThat(home.resolve(".purempi/ranks.jar")).exists();
    assertThat(result.text().lines()).containsExactly(version, version);
  }

  @Test
  void sourcesAndJavadocAreInItForTheIde(@TempDir Path place) throws Exception {
    Path java = unpacked(place).resolve("share/java");
    String sources = "purempi-%s-sources.jar".formatted(Installed.version());
    assertThat(names(java.resolve(sources))).contains("org/purempi/Communicator.java");
    Path javadoc = java.resolve("purempi-%s-javadoc.jar".formatted(Installed.version()));
    assumeTrue(Files.exists(javadoc), "a build with -Dquick makes no Javadoc");
    assertThat(names(javadoc)).contains("org/purempi/Communicator.html", "index.html");
  }

  private static List<String> names(Path jar) throws Exception {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }

  @Test
  void theLicenceAndTheJarsAreInIt(@TempDir Path place) throws Exception {
    Path home = unpacked(place);
    assertThat(home.resolve("LICENSE")).exists();
    for (String artifact : new String[] {"purempi", "purempi-os", "purempi-junit"}) {
      assertThat(home.resolve("lib/" + artifact + "-" + Installed.version() + ".jar")).exists();
    }
  }
}
