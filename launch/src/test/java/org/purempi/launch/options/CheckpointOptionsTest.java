package org.purempi.launch.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.disk.CheckpointFolder;
import org.purempi.disk.CheckpointId;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.text.UsageException;
import org.purempi.setting.Setting;

/** What a call says about checkpoints, and what a checkpoint keeps of a call. */
@Timeout(30)
class CheckpointOptionsTest {
  private static final Path MANAGER = Path.of("x");

  @TempDir Path folder;

  private static Map<String, String> told(CommandLine line) throws UsageException {
    return line.plan(MANAGER).apps().getFirst().environment();
  }

  private CommandLine parse(String... words) throws UsageException {
    var all = new ArrayList<>(List.of("-ckpoint-prefix", folder.toString()));
    all.addAll(List.of(words));
    return CommandLine.parse(all, Map.of());
  }

  /** A manifest as the ranks of a call write it. */
  private void checkpoint(long number, CommandLine of) throws UsageException, IOException {
    String command = told(of).getOrDefault(Setting.CHECKPOINT_COMMAND.variable(), "");
    var id = new CheckpointId(number, 7);
    byte[] text = CheckpointFolder.text(List.of("purempi-checkpoint 1", "command " + command));
    Files.write(folder.resolve(id.manifest()), text);
  }

  @Test
  void ranksAreToldOfThem() throws UsageException {
    Map<String, String> told =
        told(parse("-ckpoint-interval", "9", "-ckpoint-num", "4", "-ckpoint-keep", "3", "true"));
    assertThat(told)
        .containsEntry("PUREMPI_CHECKPOINT_PREFIX", folder.toString())
        .containsEntry("PUREMPI_CHECKPOINT_INTERVAL", "9")
        .containsEntry("PUREMPI_CHECKPOINT_NUMBER", "4")
        .containsEntry("PUREMPI_CHECKPOINT_KEEP", "3");
    assertThat(told(CommandLine.parse(List.of("true"), Map.of())))
        .doesNotContainKey("PUREMPI_CHECKPOINT_PREFIX");
  }

  @Test
  void hydrasVariablesStandForThem() throws UsageException {
    Map<String, String> hydra =
        Map.of(
            "HYDRA_CKPOINTLIB", "app",
            "HYDRA_CKPOINT_PREFIX", folder.toString(),
            "HYDRA_CKPOINT_INTERVAL", "30");
    assertThat(told(CommandLine.parse(List.of("true"), hydra)))
        .containsEntry("PUREMPI_CHECKPOINT_PREFIX", folder.toString())
        .containsEntry("PUREMPI_CHECKPOINT_INTERVAL", "30");
  }

  @Test
  void librariesThatTakeImagesOfProcessesAreRefused() {
    for (String library : List.of("blcr", "criu", "dmtcp")) {
      assertThatThrownBy(() -> CommandLine.parse(List.of("-ckpointlib", library, "x"), Map.of()))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("-ckpointlib " + library + ": no images of processes are taken");
      Map<String, String> mine = Map.of("HYDRA_CKPOINTLIB", library);
      assertThatThrownBy(() -> CommandLine.parse(List.of("x"), mine))
          .hasMessageContaining("HYDRA_CKPOINTLIB=" + library);
    }
  }

  @Test
  void aCallWithoutProgramIsTheOneThatTheCheckpointKeeps() throws UsageException, IOException {
    checkpoint(
        1, parse("-n", "4", "-ckpoint-num", "9", "-l", "a b", "é %|+", "", ":", "-n", "2", "c"));
    CommandLine again = parse("-n", "3");
    List<AppContext> apps = again.plan(MANAGER).apps();
    assertThat(apps).hasSize(2);
    assertThat(apps.getFirst().count()).isEqualTo(3);
    assertThat(apps.getFirst().program()).isEqualTo("a b");
    assertThat(apps.getFirst().arguments()).containsExactly("é %|+", "");
    assertThat(apps.getLast().count()).isEqualTo(2);
    assertThat(again.asksFor(Option.LABELS)).isTrue();
    assertThat(again.value(Option.CHECKPOINT_NUMBER)).isEqualTo("last");
    checkpoint(2, again);
    assertThat(parse("-n", "1").plan(MANAGER).apps().getFirst().count()).isEqualTo(1);
    assertThat(parse("-ckpoint-num", "1").plan(MANAGER).apps().getFirst().count()).isEqualTo(4);
  }

  @Test
  void programsThatAnOptionNamesAreKeptToo() throws UsageException, IOException {
    checkpoint(1, parse("-n", "2", "-jar", "x.jar", "one"));
    AppContext app = parse("-n", "5").plan(MANAGER).apps().getFirst();
    assertThat(app.count()).isEqualTo(5);
    assertThat(app.program()).isEqualTo("x.jar");
    assertThat(app.arguments()).containsExactly("one");
    checkpoint(2, parse("-n", "2", "--", "-x", "one"));
    app = parse("-n", "5").plan(MANAGER).apps().getFirst();
    assertThat(app.count()).isEqualTo(5);
    assertThat(app.program()).isEqualTo("-x");
  }

  @Test
  void aTornManifestIsPassedOver() throws UsageException, IOException {
    checkpoint(1, parse("-n", "2", "old"));
    checkpoint(2, parse("-n", "2", "new"));
    Path newest = folder.resolve(new CheckpointId(2, 7).manifest());
    byte[] content = Files.readAllBytes(newest);
    Files.write(newest, Arrays.copyOf(content, content.length - 1));
    CommandLine again = parse();
    assertThat(again.plan(MANAGER).apps().getFirst().program()).isEqualTo("old");
    assertThat(again.checkpoints().newest()).isEqualTo(1);
  }

  @Test
  void whatIsNotThereIsSaid() {
    assertThatThrownBy(this::parse)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no checkpoint, so name the program");
    assertThatThrownBy(() -> parse("-ckpoint-num", "3"))
        .hasMessageContaining("there is no checkpoint 3");
    assertThatThrownBy(
            () ->
                CommandLine.parse(List.of("-restart-on-failure", "1", "x"), Map.of())
                    .checkpoints()
                    .restarts())
        .hasMessageContaining("-restart-on-failure 1: name the folder of checkpoints");
  }

  @Test
  void aJobStartsAgainOnTheHostsThatAreLeft() throws UsageException {
    CommandLine line = parse("-hosts", "a:2,b:2,c:2", "-ckpoint-num", "5", "x");
    assertThat(line.plan(MANAGER).size()).isEqualTo(6);
    line.startAgain(Set.of("b"), false);
    JobPlan plan = line.plan(MANAGER);
    assertThat(plan.size()).isEqualTo(4);
    assertThat(plan.hosts().placement().hosts()).extracting("name").containsExactly("a", "c");
    assertThat(line.checkpoints().restored()).isEqualTo(5);
    line.startAgain(Set.of("a"), true);
    assertThat(line.value(Option.CHECKPOINT_NUMBER)).isEqualTo("last");
    line.startAgain(Set.of("c"), true);
    assertThatThrownBy(() -> line.plan(MANAGER)).hasMessageContaining("all hosts have been lost");
  }
}
