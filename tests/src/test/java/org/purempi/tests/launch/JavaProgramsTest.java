package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;

/** Every kind of Java program is understood, gets our class path and flags, and compiles once. */
@Timeout(90)
class JavaProgramsTest {
  @TempDir static Path place;
  private static Path source;
  private static Path jar;

  private static final String SHOW =
      """
      package shown;
      import java.lang.management.ManagementFactory;
      public class Show {
        public static void main(String[] words) throws Exception {
          String flags = ManagementFactory.getRuntimeMXBean().getInputArguments().toString();
          System.out.println(System.getenv("PMI_RANK") + " " + String.join("|", words)
              + " library " + has("org.purempi.Mpi")
              + " ours " + flags.matches(".*Use(Serial|Parallel)GC.*")
              + " native " + Show.class.getModule().isNativeAccessEnabled()
              + " x " + System.getProperty("x"));
        }
        static boolean has(String name) {
          try {
            Class.forName(name);
            return true;
          } catch (ClassNotFoundException e) {
            return false;
          }
        }
      }
      """;

  @BeforeAll
  static void compile() throws IOException {
    Path sources = Files.createDirectories(place.resolve("a source/shown"));
    source = Files.writeString(sources.resolve("Show.java"), SHOW);
    Path classes = Files.createDirectories(place.resolve("classes"));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString());
    assertThat(failed).isZero();
    jar = place.resolve("show.jar");
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "shown.Show");
    try (OutputStream file = Files.newOutputStream(jar);
        var out = new JarOutputStream(file, manifest)) {
      out.putNextEntry(new JarEntry("shown/Show.class"));
      Files.copy(classes.resolve("shown/Show.class"), out);
    }
  }

  private static void showsBothRanks(Launch launch, String x) {
    Result result = launch.run();
    assertThat(result.err()).isEmpty();
    String tail = " a b|c library true ours true native true x " + x;
    assertThat(result.sortedLines()).containsExactly("0" + tail, "1" + tail);
  }

  private static Launch two(String... words) {
    var all = new ArrayList<>(List.of("-n", "2"));
    all.addAll(List.of(words));
    all.addAll(List.of("a b", "c"));
    return Launch.mpiexec(all.toArray(String[]::new)).in(place);
  }

  @Test
  void aSourceFileRuns() {
    showsBothRanks(two("-Dx=1", source.toString()), "1");
  }

  @Test
  void aClassOnAClassPathRuns() {
    showsBothRanks(two("-cp", "classes", "shown.Show"), "null");
    showsBothRanks(two("-cp", "classes", "-wdir", "/", "shown.Show"), "null");
  }

  @Test
  void aClassOnTheVariableClassPathRuns() {
    showsBothRanks(two("shown.Show").with("CLASSPATH", place + "/classes"), "null");
  }

  @Test
  void anEmptyPartOfAClassPathIsTheWorkingDirectory() {
    Path classes = place.resolve("classes");
    showsBothRanks(two("shown.Show").in(classes).with("CLASSPATH", ":/none.jar"), "null");
    showsBothRanks(two("shown.Show").in(classes).with("CLASSPATH", ""), "null");
    showsBothRanks(two("-cp", ":/none.jar", "shown.Show").in(classes), "null");
  }

  @Test
  void aJarRuns() {
    showsBothRanks(two("show.jar"), "null");
    showsBothRanks(two("-Dx=2", "-jar", "show.jar"), "2");
  }

  @Test
  void whatNobodyWaitsForIsDeliveredBeforeARankEnds(@TempDir Path folder) throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("LetGo.java"),
            """
            import java.lang.foreign.MemorySegment;
            import org.purempi.Mpi;

            public class LetGo {
              public static void main(String[] words) throws Exception {
                try (Mpi mpi = Mpi.init(words)) {
                  var world = mpi.world();
                  if (world.rank() == 0) {
                    world.isend(new byte[1 << 20], 1, 0).free();
                    world.attachBuffer(MemorySegment.ofArray(new byte[(1 << 20) + 1000]));
                    world.bsend(new byte[1 << 20], 1, 1);
                  } else {
                    Thread.sleep(1000);
                    System.out.println(world.recv(new byte[1 << 20], 0, 0).bytes());
                    System.out.println(world.recv(new byte[1 << 20], 0, 1).bytes());
                  }
                }
              }
            }
            """);
    Result result = Launch.mpiexec("-n", "2", program.toString()).run();
    assertThat(result.err()).isEmpty();
    assertThat(result.lines()).containsExactly("1048576", "1048576");
  }

  @Test
  void javaSpelledOutRuns() {
    showsBothRanks(two("java", "-Dx=3", "-cp", "classes", "shown.Show"), "3");
    showsBothRanks(two("java", "-Dx=4", "-jar", "show.jar"), "4");
    showsBothRanks(two("java", source.toString()), "null");
  }

  @Test
  void javaTakesItsWordsFromFilesToo() throws IOException {
    Files.writeString(place.resolve("words"), "-Dx=7 # the rest:\n-cp 'classes' shown.Show\n");
    Files.writeString(place.resolve("path"), "classes\n");
    showsBothRanks(two("java", "@words"), "7");
    showsBothRanks(two("java", "-Dx=8", "-cp", "@path", "shown.Show"), "8");
    Result java = Launch.purempiJava("@words", "a").in(place).run();
    assertThat(java.out()).isEqualTo("null a library true ours true native true x 7\n");
    Result missing = Launch.mpiexec("java", "@none", "shown.Show").in(place).run();
    assertThat(missing.err()).startsWith("mpiexec: java @none: cannot be read");
    assertThat(missing.code()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Dx=9 --source 25 -cp classes",
        "-Dx=9 -cp classes --source=25",
        "-Dx=9 -cp classes --finalization=enabled -disablesystemassertions",
        "-Dx=9 --add-modules java.sql --illegal-native-access=deny -cp classes", // no class cache
      })
  void javaKeepsItsClassPathAndTheLibraryWhateverItsFlags(String flags) {
    var words = new ArrayList<>(List.of(("java " + flags).split(" ", -1)));
    words.add(flags.contains("--source") ? source.toString() : "shown.Show");
    showsBothRanks(two(words.toArray(String[]::new)), "9");
  }

  @Test
  void javaTalksAboutItselfAndRunsTheProgramNevertheless() {
    for (String flag : List.of("-showversion", "-verbose", "--show-version")) {
      Result result = two("java", flag, "-cp", "classes", "shown.Show").run();
      assertThat(result.out()).contains("a b|c library true");
      assertThat(result.code()).isZero();
    }
    Result nothing = two("java", "--dry-run", "-cp", "classes", "shown.Show").run();
    assertThat(nothing).isEqualTo(new Result(0, "", ""));
  }

  @Test
  void theUsersFlagsWinOverOurs() {
    Launch launch = two("-XX:+UseG1GC", "-Dx=5", "-cp", "classes", "shown.Show");
    assertThat(launch.run().sortedLines())
        .allMatch(line -> line.endsWith("ours false native true x 5"))
        .hasSize(2);
    Launch ambient = two("-cp", "classes", "shown.Show").with("JDK_JAVA_OPTIONS", "-XX:+UseG1GC");
    assertThat(ambient.run().lines()).allMatch(line -> line.contains("ours false")).hasSize(2);
    Launch last = two("-cp", "classes", "shown.Show").with("_JAVA_OPTIONS", "-XX:+UseG1GC");
    Result result = last.run();
    assertThat(result.lines()).allMatch(line -> line.contains("ours false")).hasSize(2);
    assertThat(result.err().lines()).as("each rank's JVM says so").hasSize(2);
  }

  @Test
  void aSourceMayUseClassesOfTheClassPath(@TempDir Path beside) throws IOException {
    String body = "void main() throws Exception { shown.Show.main(new String[] {\"used\"}); }";
    Path main = Files.writeString(beside.resolve("User.java"), body);
    Result result = Launch.mpiexec("-cp", place + "/classes", main.toString()).run();
    assertThat(result.out()).startsWith("0 used library true");
  }

  @Test
  void purempiJavaIsJavaWithOurClassPathAndFlags() {
    String tail = " a library true ours true native true x 6\n";
    String[][] calls = {
      {"-Dx=6", "-cp", "classes", "shown.Show", "a"},
      {"-Dx=6", "-jar", "show.jar", "a"},
      {"-Dx=6", source.toString(), "a"}
    };
    for (String[] call : calls) {
      Result result = Launch.purempiJava(call).in(place).run();
      assertThat(result.out()).isEqualTo("null" + tail);
      assertThat(result.code()).isZero();
    }
    Result wrong = Launch.purempiJava("-cp", "classes", "shown.Nothing").in(place).run();
    assertThat(wrong.err()).contains("purempi-java: there is no class 'shown.Nothing'");
    assertThat(wrong.code()).isEqualTo(2);
  }

  @Test
  void theScriptsWorkThroughLinksAndFromAnywhere(@TempDir Path beside) throws IOException {
    Path home = Files.createDirectory(beside.resolve("a b"));
    List<String> names = List.of("mpiexec", "mpirun", "purempi-java");
    for (String name : names) {
      Files.createSymbolicLink(home.resolve(name), Launch.root().resolve("bin").resolve(name));
    }
    assertThat(Launch.mpiexec("echo", "x").calledAs(home.resolve("mpiexec")).run().lines())
        .containsExactly("x");
    assertThat(Launch.mpiexec("echo", "x").calledAs(Path.of("./mpirun")).in(home).run().lines())
        .containsExactly("x");
    Launch java = Launch.purempiJava("-cp", place + "/classes", "shown.Show", "a");
    assertThat(java.calledAs(home.resolve("purempi-java")).run().out()).startsWith("null a");
    for (String name : names) {
      Files.delete(home.resolve(name));
    }
  }

  @Test
  void aTreeWithSpacesInItsNameWorks(@TempDir Path beside) throws IOException {
    Path tree = beside.resolve("a tree");
    Path lib = Files.createDirectories(tree.resolve("lib"));
    copy(Launch.root().resolve("bin"), tree.resolve("bin"));
    for (String module : List.of("os", "pmi", "transport", "mpi", "learn", "launch")) {
      try (var jars = Files.list(Launch.root().resolve(module).resolve("target"))) {
        for (Path one : jars.filter(JavaProgramsTest::isProduct).toList()) {
          Files.copy(one, lib.resolve(String.valueOf(one.getFileName())));
        }
      }
    }
    Launch launch = Launch.mpiexec("-n", "2", "-cp", place + "/classes", "shown.Show", "a b", "c");
    showsBothRanks(launch.calledAs(tree.resolve("bin/mpiexec")), "null");
    Path other = Files.writeString(lib.resolve("purempi-launch-0.0.1.jar"), "an older one");
    Files.setLastModifiedTime(other, FileTime.from(Instant.EPOCH));
    showsBothRanks(launch, "null");
  }

  private static boolean isProduct(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".jar") && !name.endsWith("-tests.jar");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }
}
