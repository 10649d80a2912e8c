package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** Programs that are given as sources: compiled once, by one, where nobody else can write. */
@Timeout(90)
class SourceProgramsTest {
  @Test
  void aCompactSourceRunsAndFindsTheSourcesBesideIt(@TempDir Path beside) throws IOException {
    Path main = Files.writeString(beside.resolve("Small.java"), "void main() { Help.say(); }");
    Path help = beside.resolve("Help.java");
    String body = "class Help { static void say() { System.out.println(\"%s\"); } }";
    Files.writeString(help, body.formatted("one"));
    assertThat(Call.mpiexec(main.toString()).run().lines()).containsExactly("one");
    Files.writeString(help, body.formatted("two"));
    assertThat(Call.mpiexec(main.toString()).run().lines()).containsExactly("two");
    Files.writeString(help, body.formatted("one"));
    assertThat(Call.mpiexec(main.toString()).run().lines()).containsExactly("one");
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
    Result result = Call.mpiexec("-n", "1", source.toString()).run();
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
      assertThat(Call.mpiexec(main.toString()).run()).isEqualTo(new Result(0, said, ""));
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
    assertThat(names(here)).allMatch(name -> name.startsWith("purempi-jobs-")); // where jobs listen
    String key = "";
    for (String name : names(cache)) {
      key = name.endsWith(".lock") ? name.substring(0, name.indexOf('.')) : key;
      Files.move(cache.resolve(name), beside.resolve(name));
    }
    Files.createDirectory(cache.resolve(key + ".lock")); // it cannot even be opened
    assertThat(launch.run()).isEqualTo(new Result(0, "", ""));
    List<String> spares =
        names(here).stream().filter(name -> !name.startsWith("purempi-jobs-")).toList();
    assertThat(spares).hasSize(1);
    Path spare = here.resolve(spares.getFirst());
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
  void whatTheCompilerComplainsOfIsShownOnce(@TempDir Path beside) throws IOException {
    Path wrong = Files.writeString(beside.resolve("Wrong.java"), "class Wrong { int i = true; }");
    Result result = Call.mpiexec("-n", "4", wrong.toString()).run();
    assertThat(result.err()).containsOnlyOnce("incompatible types").contains("Wrong.java:1: error");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void anExceptionEndsTheRankWithItsTraceAndCodeOne(@TempDir Path beside) throws IOException {
    String body = "void main() { throw new IllegalStateException(\"on purpose\"); }";
    Path main = Files.writeString(beside.resolve("Thrower.java"), body);
    Result result = Call.mpiexec(main.toString()).run();
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
}
