package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.Tree;

/**
 * The older APIs say nothing of null, as the originals do not: for Kotlin's compiler such words are
 * law, and it would refuse programs that were written for the originals.
 */
class KotlinTest {
  private static final Path JARS = Path.of("target/tools/kotlin").toAbsolutePath();

  @ParameterizedTest
  @Timeout(30)
  @ValueSource(strings = {"openmpi", "mpjexpress"})
  void noClassOfTheOlderApisSaysWhatMayBeNull(String api) throws IOException {
    try (var jar = new JarFile(ApiTest.jar("compat-" + api, "purempi-compat-" + api).toFile())) {
      List<JarEntry> classes =
          jar.stream().filter(entry -> entry.getName().endsWith(".class")).toList();
      assertThat(classes).hasSizeGreaterThan(30);
      for (JarEntry entry : classes) {
        boolean isOurs = entry.getName().startsWith("org/"); // no program sees those
        if (!isOurs) {
          assertThat(names(jar, entry)).as(entry.getName()).doesNotContain("jspecify", "Nullable;");
        }
      }
    }
  }

  /** The names that a class file has, among its other bytes. */
  private static String names(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @ParameterizedTest
  @Timeout(300)
  @CsvSource({"openmpi, OpenMpi.kt", "mpjexpress, MpjExpress.kt"})
  void aKotlinProgramCompilesAgainstTheJarAlone(String api, String program, @TempDir Path classes)
      throws Exception {
    Path path = ApiTest.jar("compat-" + api, "purempi-compat-" + api);
    Path standard = ApiTest.jarIn(JARS, "kotlin-stdlib");
    Process compiler =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                JARS + "/*",
                "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
                "-no-stdlib",
                "-no-reflect",
                "-Werror",
                "-cp",
                path + File.pathSeparator + standard,
                "-d",
                classes.toString(),
                Tree.ROOT.resolve("tests/src/test/kotlin").resolve(program).toString())
            .redirectErrorStream(true)
            .start();
    String told = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(told).isEmpty();
    assertThat(compiler.waitFor()).isZero();
    assertThat(classes.resolve("Longest.class")).exists();
  }
}
