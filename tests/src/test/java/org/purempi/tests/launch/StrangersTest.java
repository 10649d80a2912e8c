package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/** Other users of the machine, and users that the machine knows by a number only. */
@Timeout(90)
class StrangersTest {
  private static final int STRANGER = 12345;
  private static final List<String> NAMELESS =
      List.of("setpriv", "--reuid=12345", "--regid=12345", "--clear-groups", "env", "-u", "HOME");

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void open(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  @Test
  void classesAreNotTakenFromAFolderThatOthersMayWriteTo(@TempDir Path beside) throws IOException {
    Path main = Files.writeString(beside.resolve("Said.java"), "void main() { IO.println(1); }");
    Path cache = Files.createDirectories(beside.resolve("cache/purempi/classes"));
    open(cache);
    Path runtime = Files.createDirectory(beside.resolve("run"));
    Path output = beside.resolve("out");
    Result result =
        Launch.mpiexec("-output-dir", output.toString(), main.toString())
            .with("XDG_CACHE_HOME", beside.resolve("cache").toString())
            .with("XDG_RUNTIME_DIR", runtime.toString())
            .run();
    assertThat(result).isEqualTo(new Result(0, "", ""));
    assertThat(cache).isEmptyDirectory();
    assertThat(runtime).isNotEmptyDirectory();
    // What ranks say is for who has started them.
    assertThat(output.resolve("rank-0.out")).hasContent("1");
    assertThat(mode(output)).isEqualTo("rwx------");
    assertThat(mode(output.resolve("rank-0.out"))).isEqualTo("rw-------");
  }

  @Test
  void outputGoesThroughNoStrangersLink(@TempDir Path beside) throws IOException {
    assumeTrue(isRoot(), "only root can give a link to somebody else");
    Path precious = Files.writeString(beside.resolve("precious"), "p");
    Path output = Files.createDirectory(beside.resolve("out"));
    open(output);
    Path link = Files.createSymbolicLink(output.resolve("rank-0.out"), precious);
    Files.setAttribute(link, "unix:uid", STRANGER, LinkOption.NOFOLLOW_LINKS);
    Result result = Launch.mpiexec("-output-dir", output.toString(), "echo", "no").run();
    assertThat(result.err())
        .contains("-output-dir " + output + ": cannot be written")
        .contains(link + " is a link that another user (12345) has put there");
    assertThat(result.code()).isEqualTo(2);
    assertThat(precious).hasContent("p");
  }

  @Test
  void theClassCacheIsNotTakenWhereOthersCouldHaveMadeIt(@TempDir Path place) throws IOException {
    Path folder = place.toRealPath();
    Path mine = Files.createDirectories(folder.resolve("a/mine"));
    assertThat(isPrivate(mine)).isEqualTo(new Result(0, "", ""));
    open(mine);
    assertThat(isPrivate(mine)).isEqualTo(new Result(1, "", "")); // nothing there to be removed
    Files.createFile(mine.resolve("caches"));
    assertThat(isPrivate(mine).err()).contains("other users can change " + mine);
    Path below = mine.resolve("below");
    assertThat(isPrivate(below)).isEqualTo(new Result(1, "", ""));
    Files.createDirectory(below);
    Files.createFile(below.resolve("caches"));
    assertThat(isPrivate(below).err()).contains("other users can change " + mine);
    Files.setAttribute(mine, "unix:mode", 01777);
    assertThat(isPrivate(below).code()).isZero();
    assertThat(isPrivate(mine).code()).isEqualTo(1);
    Path jar = Files.createFile(below.resolve("launcher.jar"));
    assertThat(isPrivate(below, jar)).isEqualTo(new Result(0, "", ""));
    Files.setAttribute(jar, "unix:mode", 0666);
    assertThat(isPrivate(below, jar)).isEqualTo(new Result(1, "", "")); // made anew
    Path link = Files.createSymbolicLink(mine.resolve("link"), folder.resolve("a"));
    assertThat(isPrivate(link).code()).isZero();
    if (isRoot()) {
      Files.createFile(folder.resolve("a/caches"));
      Files.setAttribute(link, "unix:uid", STRANGER, LinkOption.NOFOLLOW_LINKS);
      assertThat(isPrivate(link).err()).contains("other users can change " + link);
    }
  }

  @Test
  void theClassCacheIsNotTakenBelowAStrangersFolder(@TempDir Path place) throws IOException {
    assumeTrue(isRoot(), "only root can give a folder to somebody else");
    Path strangers = Files.createDirectory(place.toRealPath().resolve("strangers"));
    Files.setAttribute(strangers, "unix:mode", 0700);
    Path mine = strangers.resolve("mine");
    assertThat(isPrivate(mine).code()).isZero();
    Files.setAttribute(strangers, "unix:uid", STRANGER);
    assertThat(isPrivate(mine)).isEqualTo(new Result(1, "", ""));
    Files.createFile(Files.createDirectory(mine).resolve("caches"));
    assertThat(isPrivate(mine).err()).contains("other users can change " + strangers);
    Files.setAttribute(strangers, "unix:mode", 01777);
    assertThat(isPrivate(mine).code()).isEqualTo(1);
    Files.setAttribute(strangers, "unix:uid", 65534); // root, where it has no number
    Files.setAttribute(strangers, "unix:mode", 0755);
    assertThat(isPrivate(mine).code()).isZero();
  }

  private static Result isPrivate(Path... folderAndFiles) {
    Path common = Launch.root().resolve("bin/lib/common.sh");
    return Launch.mpiexec(Stream.of(folderAndFiles).map(Path::toString).toArray(String[]::new))
        .by(
            "bash",
            "-euc",
            ". '%s'; shift; purempi_root=/nowhere; purempi_is_private \"$@\"".formatted(common),
            "test")
        .run();
  }

  /** What a rank writes itself is its own; what mpiexec says of it moves no cursor. */
  @Test
  void aRanksWordsInOursHaveNoControlCharacters(@TempDir Path beside) throws IOException {
    Path rank =
        Files.writeString(
            beside.resolve("rank"),
            """
            printf 'red \\033[31m\\n'
            exec 3<>"/dev/tcp/${PMI_PORT%:*}/${PMI_PORT##*:}"
            printf 'cmd=initack pmiid=%s\\ncmd=init pmi_version=1 pmi_subversion=1\\n' "$PMI_ID" >&3
            for line in 1 2 3 4 5; do read -r answer <&3; done
            printf 'cmd=abort exitcode=3 message=x\\033[2Jy\\n' >&3
            sleep 30
            """);
    Result result = Launch.mpiexec("-n", "1", "bash", rank.toString()).run();
    assertThat(result.out()).isEqualTo("red \u001b[31m\n");
    assertThat(result.err()).contains("called abort with code 3: x\\u001b[2Jy\n");
    assertThat(result.code()).isEqualTo(3);
    Result missing = Launch.mpiexec("/nowhere/\u001b]0;title\u0007").run();
    assertThat(missing.err()).contains("/nowhere/\\u001b]0;title\\u0007").doesNotContain("\u001b");
  }

  @Test
  void aUserWithoutNameAndHomeRunsPrograms(@TempDir Path beside) throws IOException {
    assumeTrue(isRoot(), "only root can become somebody else");
    Path main = beside.resolve("Hello.java");
    Files.writeString(
        main,
        """
        void main() {
          org.purempi.Mpi.run(2, world -> {
            if (world.rank() == 0) IO.println("hello " + world.size());
            world.barrier();
          });
        }
        """);
    open(beside);
    Path script = Launch.root().resolve("bin/mpiexec");
    assumeTrue(
        nameless(Launch.mpiexec(), "test", "-x").run().code() == 0,
        "uid 12345 cannot enter the folder of " + script);
    Path runtime = Files.createDirectory(beside.resolve("run"));
    Files.setAttribute(runtime, "unix:uid", STRANGER);
    Launch start = Launch.mpiexec("-n", "2", main.toString()).in(Path.of("/"));
    Result result =
        nameless(start, "XDG_CACHE_HOME=", "XDG_RUNTIME_DIR=" + runtime, "HOME=/nonexistent").run();
    assertThat(result).isEqualTo(new Result(0, "hello 2\n", ""));
    assertThat(nameless(Launch.mpiexec("-whoami")).run().out()).isEqualTo("12345\n");
  }

  private static Launch nameless(Launch launch, String... more) {
    return launch.by(Stream.concat(NAMELESS.stream(), Stream.of(more)).toArray(String[]::new));
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }
}
