package org.purempi.launch.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.text.UsageException;

/** What a call says about records of calls. */
@Timeout(30)
class RecordOptionsTest {
  private static final Path MANAGER = Path.of("x");

  @TempDir Path folder;

  private static CommandLine parse(String... words) throws UsageException {
    return CommandLine.parse(List.of(words), Map.of());
  }

  private static Map<String, String> told(CommandLine line) throws UsageException {
    line.makeRecords();
    return line.plan(MANAGER).apps().getFirst().environment();
  }

  @Test
  void ranksAreToldOfFoldersThatAreThere() throws UsageException, IOException {
    Path trace = folder.resolve("new/trace");
    CommandLine line = parse("-trace=" + trace, "-report", "true");
    Map<String, String> told = told(line);
    assertThat(told).containsEntry("PUREMPI_TIMELINE", trace.toString());
    Path profile = Path.of(told.getOrDefault("PUREMPI_PROFILE", ""));
    assertThat(trace).isEmptyDirectory();
    assertThat(profile).isEmptyDirectory();
    Files.delete(profile);
    assertThat(line.records().report()).isNull();
    assertThat(line.records().isOn()).isTrue();
  }

  @Test
  void unlessAskedForNothingIsMade() throws UsageException {
    CommandLine line = parse("true");
    assertThat(told(line)).doesNotContainKeys("PUREMPI_TIMELINE", "PUREMPI_PROFILE");
    assertThat(line.records().isOn()).isFalse();
  }

  @Test
  void theValueStandsBehindEquals() throws UsageException {
    CommandLine line = parse("-report=r.html", "-n", "3", "true");
    assertThat(line.records().report()).isEqualTo(Path.of("r.html"));
    assertThat(parse("-report", "r.html").records().report()).isNull();
  }

  @Test
  void aFolderWithoutANameIsCalledAfterTheProgram() throws UsageException, IOException {
    CommandLine line = parse("-trace", "/tmp/My Solver.java");
    Path made = Path.of(told(line).getOrDefault("PUREMPI_TIMELINE", ""));
    Files.delete(made);
    assertThat(made.getFileName().toString())
        .matches("purempi-trace-My_Solver-[0-9]{4}-[0-9]{6}(-[0-9]+)?");
    assertThat(made.getParent()).isEqualTo(Path.of("").toAbsolutePath());
  }

  @Test
  void whatAnEarlierJobHasLeftIsRemoved() throws UsageException, IOException {
    for (String name : List.of("rank-0.calls", "rank-12.names", "timeline.html", "messages.csv")) {
      Files.writeString(folder.resolve(name), "old");
    }
    Files.createDirectory(folder.resolve("world-1"));
    Files.writeString(folder.resolve("world-1/rank-0.calls"), "old");
    CommandLine line = parse("-trace=" + folder, "true");
    line.plan(MANAGER);
    assertThat(folder.resolve("rank-0.calls")).exists();
    line.makeRecords();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFolderThatHoldsSomethingElseIsRefusedAndLeftAlone() throws IOException {
    Files.writeString(folder.resolve("rank-0.calls"), "old");
    Files.writeString(folder.resolve("Solver.java"), "mine");
    assertThatThrownBy(() -> parse("-trace=" + folder, "true").makeRecords())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("holds Solver.java, which is no part of a timeline");
    assertThat(folder.resolve("rank-0.calls")).hasContent("old");
    Path file = folder.resolve("Solver.java");
    assertThatThrownBy(() -> parse("-trace=" + file, "true"))
        .hasMessageContaining("exists and is not a directory");
    assertThatThrownBy(() -> parse("-report=" + folder, "true"))
        .hasMessageContaining("is a directory; name a file");
  }

  @Test
  void aSecondTryHasTheSameFolder() throws UsageException {
    CommandLine line = parse("-trace=" + folder, "true");
    line.makeRecords();
    List<AppContext> first = line.plan(MANAGER).apps();
    line.makeRecords();
    assertThat(line.plan(MANAGER).apps()).isEqualTo(first);
  }

  @Test
  void recordsOfSpawnedWorldsAreApart() throws UsageException, IOException {
    Map<String, String> first = Map.of("PUREMPI_TIMELINE", folder.toString(), "A", "b");
    Map<String, String> second = RecordOptions.ofWorld(1, first);
    Map<String, String> third = RecordOptions.ofWorld(2, second);
    assertThat(second)
        .containsEntry("PUREMPI_TIMELINE", folder.resolve("world-1").toString())
        .containsEntry("A", "b");
    assertThat(third).containsEntry("PUREMPI_TIMELINE", folder.resolve("world-2").toString());
    assertThat(RecordOptions.worlds(folder))
        .containsExactly(folder, folder.resolve("world-1"), folder.resolve("world-2"));
    assertThat(RecordOptions.ofWorld(1, Map.of("A", "b"))).isEqualTo(Map.of("A", "b"));
  }
}
