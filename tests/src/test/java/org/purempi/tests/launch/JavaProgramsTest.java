package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

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
  void aCompactSourceRunsAndFindsTheSourcesBesideIt(@TempDir Path beside) throws IOException {
    Path main = Files.writeString(beside.resolve("Small.java"), "void main() { Help.say(); }");
    Path help = beside.resolve("Help.java");
    String body = "class Help { static void say() { System.out.println(\"%s\"); } }";
    Files.writeString(help, body.formatted("one"));
    assertThat(Launch.mpiexec(main.toString()).run().lines()).containsExactly("one");
    Files.writeString(help, body.formatted("two"));
    assertThat(Launch.mpiexec(main.toString()).run().lines()).containsExactly("two");
    Files.writeString(help, body.formatted("one"));
    assertThat(Launch.mpiexec(main.toString()).run().lines()).containsExactly("one");
  }

  @Test
  void theFirstClassOfASourceWithAMainMethodRuns(@TempDir Path place) throws IOException {
    Path source =
        Files.writeString(
            place.resolve("Two.java"),
            """
            record Pair(int a, int b) {}

            class Two {
              static void main() {
                System.out.println(new Pair(1, 2));
              }
            }
            """);
    Result result = Launch.mpiexec("-n", "1", source.toString()).run();
    assertThat(result.out()).isEqualTo("Pair[a=1, b=2]\n");
  }

  @Test
  void sourcesThatAreAgainWhatTheyWereRun(@TempDir Path beside) throws IOException {
    Path main = beside.resolve("Back.java");
    Files.writeString(beside.resolve("Aid.java"), "class Aid { static String word = \"with\"; }");
    String with = "void main() { System.out.println(Aid.word); }";
    String without = "void main() { System.out.println(\"without\"); }";
    for (String body : List.of(with, without, with, without)) {
      Files.writeString(main, body);
      String said = body.equals(with) ? "with\n" : "without\n";
      assertThat(Launch.mpiexec(main.toString()).run()).isEqualTo(new Result(0, said, ""));
    }
  }

  @Test
  void whereNothingCanBeLockedSourcesAreCompiledElsewhere(@TempDir Path beside) throws IOException {
    Path main = Files.writeString(beside.resolve("Lockless.java"), "void main() {}");
    Path cache = beside.resolve("purempi/classes");
    Path here = Files.createDirectory(beside.resolve("run"));
    Launch launch =
        Launch.mpiexec(main.toString())
            .with("XDG_CACHE_HOME", beside.toString())
            .with("XDG_RUNTIME_DIR", here.toString());
    assertThat(launch.run().err()).isEmpty();
    assertThat(here).isEmptyDirectory();
    String key = "";
    for (String name : names(cache)) {
      key = name.endsWith(".lock") ? name.substring(0, name.indexOf('.')) : key;
      Files.move(cache.resolve(name), beside.resolve(name));
    }
    Files.createDirectory(cache.resolve(key + ".lock")); // it cannot even be opened
    assertThat(launch.run()).isEqualTo(new Result(0, "", ""));
    Path spare = theOne(here, "");
    String mine = key;
    List<String> made = names(spare).stream().filter(name -> name.startsWith(mine)).toList();
    assertThat(made).contains(key + ".lock", key + ".sources");
  }

  private static List<String> names(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }

  @Test
  void aCacheIsNeverMadeWhereMpiexecHappensToBeCalled(@TempDir Path beside) throws IOException {
    Path main = Files.writeString(beside.resolve("Here.java"), "void main() {}");
    Path home = Files.createDirectory(beside.resolve("home"));
    Launch launch = Launch.mpiexec(main.toString()).with("XDG_CACHE_HOME", "caches").in(beside);
    assertThat(launch.with("HOME", home.toString()).run().err()).isEmpty();
    assertThat(beside.resolve("caches")).doesNotExist();
    assertThat(home.resolve(".cache/purempi/classes")).isDirectory();
  }

  @Test
  void aSourceMayUseClassesOfTheClassPath(@TempDir Path beside) throws IOException {
    String body = "void main() throws Exception { shown.Show.main(new String[] {\"used\"}); }";
    Path main = Files.writeString(beside.resolve("User.java"), body);
    Result result = Launch.mpiexec("-cp", place + "/classes", main.toString()).run();
    assertThat(result.out()).startsWith("0 used library true");
  }

  @Test
  void whatTheCompilerComplainsOfIsShownOnce(@TempDir Path beside) throws IOException {
    Path wrong = Files.writeString(beside.resolve("Wrong.java"), "class Wrong { int i = true; }");
    Result result = Launch.mpiexec("-n", "4", wrong.toString()).run();
    assertThat(result.err()).containsOnlyOnce("incompatible types").contains("Wrong.java:1: error");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void anExceptionEndsTheRankWithItsTraceAndCodeOne(@TempDir Path beside) throws IOException {
    String body = "void main() { throw new IllegalStateException(\"on purpose\"); }";
    Path main = Files.writeString(beside.resolve("Thrower.java"), body);
    Result result = Launch.mpiexec(main.toString()).run();
    assertThat(result.err())
        .containsOnlyOnce("IllegalStateException: on purpose")
        .containsPattern("mpiexec: rank 0 on \\S+ exited with code 1\n");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void severalPurempiJavasStartedAtOnceCompileOnce(@TempDir Path beside) throws IOException {
    Path main = beside.resolve("Once.java");
    Files.writeString(main, "void main() { System.out.println(\"ran\"); }");
    Path cache = beside.resolve("cache");
    var all = new ArrayList<Running>();
    for (int i = 0; i < 4; i++) {
      Launch one = Launch.purempiJava(main.toString()).with("XDG_CACHE_HOME", cache.toString());
      all.add(one.start());
    }
    for (Running one : all) {
      Result result = one.await();
      assertThat(result.out()).isEqualTo("ran\n");
      assertThat(result.err()).isEmpty();
    }
    try (var entries = Files.list(cache.resolve("purempi/classes"))) {
      assertThat(entries.filter(Files::isDirectory)).hasSize(1);
    }
  }

  /** Four wait for the lock, which is held here: only the one that gets it first compiles. */
  @Test
  void ofSeveralPurempiJavasStartedAtOnceOneCompilesAndShowsTheErrors(@TempDir Path beside)
      throws IOException {
    Path main = Files.writeString(beside.resolve("Wrong.java"), "void main() { int x = \"\"; }");
    Path cache = beside.resolve("cache");
    Launch one = Launch.purempiJava(main.toString()).with("XDG_CACHE_HOME", cache.toString());
    assertThat(one.run().err()).contains("incompatible types");
    Path entries = cache.resolve("purempi/classes");
    Files.delete(theOne(entries, ".failed"));
    var all = new ArrayList<Running>();
    Path lock = theOne(entries, ".lock");
    try (FileChannel held = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      held.lock();
      for (int i = 0; i < 4; i++) {
        all.add(one.start());
      }
      awaitWaitersFor(lock, all.size());
    }
    List<String> told = all.stream().map(running -> running.await().err()).toList();
    assertThat(told).filteredOn(err -> err.contains("incompatible types")).hasSize(1);
    assertThat(told).filteredOn(err -> err.contains("see the errors above")).hasSize(3);
  }

  private static Path theOne(Path folder, String ending) throws IOException {
    List<String> found = names(folder).stream().filter(name -> name.endsWith(ending)).toList();
    assertThat(found).hasSize(1);
    return folder.resolve(found.getFirst());
  }

  /** Until the kernel lists so many that wait for the lock. */
  private static void awaitWaitersFor(Path lock, int waiters) throws IOException {
    Pattern waiter = Pattern.compile("-> POSIX .*:" + Files.getAttribute(lock, "unix:ino") + " ");
    while (waiter.matcher(Files.readString(Path.of("/proc/locks"))).results().count() < waiters) {
      Pause.shortly();
    }
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
    for (String module : List.of("os", "pmi", "transport", "mpi", "launch")) {
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
