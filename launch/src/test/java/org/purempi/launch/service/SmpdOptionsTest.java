package org.purempi.launch.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.launch.options.CommandLine;
import org.purempi.launch.options.JobPlan;
import org.purempi.launch.options.Option;
import org.purempi.launch.remote.Launcher;
import org.purempi.launch.text.UsageException;

/** smpd's own spellings, for the daemon and for mpiexec. */
@Timeout(20)
class SmpdOptionsTest {
  @TempDir private Path folder;

  private static CommandLine line(String... words) throws UsageException {
    return CommandLine.parse(List.of(words), Map.of());
  }

  private static JobPlan plan(String... words) throws UsageException {
    return line(words).plan(Path.of("smpd"));
  }

  private String file(String text) throws IOException {
    Path path = Files.writeString(folder.resolve("file"), text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    return path.toString();
  }

  private static String launcher(JobPlan plan) {
    Launcher launcher = Objects.requireNonNull(plan.hosts().start()).launcher();
    return launcher.kind() + " " + launcher.executable();
  }

  @Test
  void smpdIsMeantByItsOwnOptions() throws Exception {
    String file = file("phrase=x\nport=4711\n");
    String[] job = {"-hosts", "2", "moon", "2", "mars", "1", "-n", "3", "prog"};
    assertThat(launcher(plan(with(job, "-launcher", "smpd", "-smpdfile", file))))
        .isEqualTo("SMPD 4711");
    assertThat(launcher(plan(with(job, "-smpdfile", file, "-p", "99")))).isEqualTo("SMPD 99");
    assertThat(launcher(plan(with(job, "-launcher", "ssh", "-smpdfile", file))))
        .isEqualTo("SSH ssh");
    JobPlan plan = plan(with(job, "-phrase", "y", "-smpdfile", file));
    assertThat(launcher(plan)).isEqualTo("SMPD 4711");
    assertThat(plan.hosts().placement().hostOf()).containsExactly(0, 0, 1);
    assertThat("" + plan.hosts().start()).doesNotContain("phrase").contains("a secret");
  }

  private static String[] with(String[] job, String... first) {
    var words = new ArrayList<>(List.of(first));
    words.addAll(List.of(job));
    return words.toArray(String[]::new);
  }

  @Test
  void withoutAPassphraseNothingIsStarted() throws IOException {
    String file = file("port=1\n");
    assertThatThrownBy(
            () -> plan("-noprompt", "-smpdfile", file, "-hosts", "moon", "-n", "1", "prog"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("put a line 'phrase=…' into " + file);
  }

  @Test
  void localonlyMayBeFollowedByANumber() throws Exception {
    assertThat(plan("-localonly", "3", "prog").size()).isEqualTo(3);
    assertThat(plan("-n", "2", "-localonly", "prog").size()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-pwdfile f",
        "-priority 1:3",
        "-nopopup_debug",
        "-localroot",
        "-user 1",
        "-exitcodes",
        "-noprompt",
        "-path /a;/b",
        "-dir /",
        "-binding auto",
        "-binding user:0"
      })
  void otherSpellingsAreUnderstood(String words) throws Exception {
    assertThat(plan(with(new String[] {"prog"}, words.split(" "))).size()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "-add_job a b, Windows only",
    "-job a, Windows only",
    "-map a, Windows only",
    "-plaintext, always encrypted",
    "-port 0 -phrase x -hosts moon, -port 0: write a port"
  })
  void whatMakesNoSenseIsToldSo(String words, String why) {
    assertThatThrownBy(() -> plan(with(new String[] {"prog"}, words.split(" "))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }

  private String run(String... words) throws Exception {
    CommandLine line = line(words);
    var out = new ByteArrayOutputStream();
    Option action = Objects.requireNonNull(line.action());
    line.smpd().run(action, line.hosts(), new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void credentialsAreKeptInAFileOfTheUserAlone() throws Exception {
    Path path = folder.resolve("fresh");
    assertThat(run("-register", "-phrase", "open sesame", "-smpdfile", path + ""))
        .contains("only you can read")
        .doesNotContain("sesame");
    assertThat(Files.readString(path)).isEqualTo("phrase=open sesame\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    run("-remove", "-smpdfile", path + "");
    assertThat(Files.readString(path)).isEmpty();
    assertThatThrownBy(() -> run("-remove", "-smpdfile", path + ""))
        .hasMessageContaining("there is no passphrase");
    assertThat(run("-whoami")).isEqualTo(System.getProperty("user.name") + "\n");
  }

  @Test
  void theDaemonsLine() throws Exception {
    SmpdLine line = SmpdLine.parse(List.of("-set", "a", "b", "moon", "--port", "7", "mars"));
    assertThat(line.action()).isEqualTo(SmpdOption.SET);
    assertThat(line.words()).containsExactly("a", "b");
    assertThat(line.hosts()).containsExactly("moon", "mars");
    assertThat(line.get(SmpdOption.PORT)).isEqualTo("7");
    assertThat(SmpdLine.parse(List.of("-s", "-d")).action()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "-sing, unknown option '-sing'",
    "moon, is not an option",
    "-set a, KEY VALUE is missing",
    "-status -shutdown, one thing at a time"
  })
  void aWrongLineOfTheDaemonIsToldSo(String words, String why) {
    assertThatThrownBy(() -> SmpdLine.parse(List.of(words.split(" "))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }

  @Test
  void noNameStandsForTwoOptionsOfTheDaemon() {
    var names = new ArrayList<String>();
    for (SmpdOption option : SmpdOption.values()) {
      names.addAll(option.names);
    }
    assertThat(names).doesNotHaveDuplicates();
  }
}
