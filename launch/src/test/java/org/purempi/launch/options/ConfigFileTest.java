package org.purempi.launch.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.launch.program.ArgumentFile;
import org.purempi.launch.text.UsageException;

/** The file of -configfile, as people and editors of several systems write it. */
@Timeout(20)
class ConfigFileTest {
  @TempDir private Path folder;

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("job.cfg"), text).toString();
  }

  private JobPlan plan(String text) throws IOException, UsageException {
    String file = file(text);
    return CommandLine.parse(List.of("-configfile", file), Map.of()).plan(Path.of("smpd"));
  }

  private String programs(String text) throws IOException, UsageException {
    return plan(text).apps().stream()
        .map(s -> s.count() + " " + s.program() + " " + s.arguments())
        .collect(Collectors.joining("; "));
  }

  @Test
  void theEndOfALineSeparatesAsAColonDoes() throws Exception {
    String two = "2 echo [ocean]; 1 echo [atmos]";
    assertThat(programs("-n 2 echo ocean\n-n 1 echo atmos\n")).isEqualTo(two);
    assertThat(programs("-n 2 echo ocean :\n-n 1 echo atmos")).isEqualTo(two);
    assertThat(programs("-n 2 echo ocean\n: -n 1 echo atmos\n")).isEqualTo(two);
    assertThat(programs("-n 2 echo ocean :\n\n# more\n: -n 1 echo atmos :\n")).isEqualTo(two);
    assertThat(programs("-n 2 echo ocean : -n 1 echo atmos")).isEqualTo(two);
  }

  @Test
  void aColonInQuotesIsAnArgument() throws Exception {
    assertThat(programs("-n 1 echo ':' a \":\" \\: b\n")).isEqualTo("1 echo [:, a, :, :, b]");
    assertThat(programs("echo a:b :c d:\n")).isEqualTo("1 echo [a:b, :c, d:]");
  }

  @Test
  void aBackslashAtItsEndContinuesALineOnWindowsToo() throws Exception {
    String one = "2 echo [ocean]";
    assertThat(programs("-n 2 \\\n echo ocean\n")).isEqualTo(one);
    assertThat(programs("-n 2 \\\r\n echo ocean\r\n")).isEqualTo(one);
    assertThat(programs("-n 2 \\\n echo \\\n ocean")).isEqualTo(one);
    // A quoted backslash is a backslash, and a comment ends with its line.
    assertThat(programs("# all \\\n-n 2 echo ocean\\\\\n-n 1 echo\n"))
        .isEqualTo("2 echo [ocean\\]; 1 echo []");
  }

  @Test
  void theMarkThatEditorsPutFirstIsNoWord() throws Exception {
    assertThat(programs("\uFEFF-n 2 echo ocean\n")).isEqualTo("2 echo [ocean]");
    String hosts = Files.writeString(folder.resolve("hosts"), "\uFEFFlocalhost:3\r\n").toString();
    assertThat(CommandLine.parse(List.of("-f", hosts, "true"), Map.of()).plan(Path.of("x")).size())
        .isEqualTo(3);
    String more = Files.writeString(folder.resolve("more"), "\uFEFFn = 2\r\n").toString();
    assertThat(
            CommandLine.parse(List.of("-file", more, "true"), Map.of()).plan(Path.of("x")).size())
        .isEqualTo(2);
  }

  @Test
  void variablesMayBeJoinedToTheirValues() throws Exception {
    JobPlan plan = plan("-genv A=1 -n 1 -env B=2 -env C 3=4 -env D= echo\n");
    assertThat(plan.apps().getFirst().environment())
        .containsEntry("A", "1")
        .containsEntry("B", "2")
        .containsEntry("C", "3=4")
        .containsEntry("D", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo a : : echo b",
        "echo 'a\n",
        "# nothing\n",
        "",
        ":",
        "-n 0 echo",
        "-configfile x",
        "-n 1\n-n 1 : -n 1"
      })
  void aWrongFileIsAnsweredWithItsName(String text) throws IOException {
    String file = file(text);
    assertThatThrownBy(
            () -> CommandLine.parse(List.of("-configfile", file), Map.of()).plan(Path.of("x")))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("-configfile .*|-n 0: .*");
  }

  @Test
  void aFileWithoutEndIsNotReadToItsEnd() {
    for (String option : List.of("-configfile", "-file", "-hostfile", "-default-hostfile")) {
      for (String device : List.of("/dev/zero", "/dev/random", "/dev", "/no/such")) {
        assertThatThrownBy(() -> CommandLine.parse(List.of(option, device, "true"), Map.of()))
            .isInstanceOf(UsageException.class)
            .hasMessageStartingWith(option + " " + device + ": ");
      }
    }
    assertThatThrownBy(() -> ArgumentFile.expand(List.of("@/dev/zero"), Path.of("/")))
        .isInstanceOf(UsageException.class)
        .hasMessage("java @/dev/zero: is a device or socket; name a file, a pipe or '-'");
  }

  @Test
  void aFileThatIsTooLongIsRefused() throws IOException {
    Path file = folder.resolve("long");
    try (var channel =
        Files.newByteChannel(
            file,
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.WRITE)) {
      channel.position(17 << 20).write(java.nio.ByteBuffer.wrap(new byte[1]));
    }
    assertThatThrownBy(() -> CommandLine.parse(List.of("-configfile", file.toString()), Map.of()))
        .hasMessageContainingAll("-configfile", "is longer than 16777216 bytes");
  }

  @Test
  void programsTogetherHaveABound() {
    var words = new java.util.ArrayList<String>();
    for (int i = 0; i < 30_000; i++) {
      words.addAll(List.of("-n", "100000", "true", ":"));
    }
    words.removeLast();
    assertThatThrownBy(() -> CommandLine.parse(words, Map.of()).plan(Path.of("x")))
        .hasMessage("30000 programs ask for 3000000000 processes; at most 100000 can be started");
  }
}
