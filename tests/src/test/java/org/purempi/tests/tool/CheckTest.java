package org.purempi.tests.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;

/** The checker names every mistake, with its line, and says nothing where there is none. */
@Timeout(300)
class CheckTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int MISTAKE = 87;
  private static final Pattern REPORT =
      Pattern.compile(
          "purempi: rank \\d: ([A-Z:_]+)(?: at CheckedProgram.java:\\d+ CheckedProgram\\.(\\w+))?");

  @TempDir Path folder;

  private Outcome run(int ranks, List<String> options, String... how) throws Exception {
    List<String> program = new ArrayList<>(List.of(CheckedProgram.class.getName()));
    program.addAll(List.of(how));
    program.add(folder.resolve("data").toString());
    return Launcher.run(LIMIT, ranks, options, program);
  }

  /** The names that were told, each with the methods of the program. */
  private static Map<String, Set<String>> told(Outcome outcome) {
    Map<String, Set<String>> all = new TreeMap<>();
    for (String line : outcome.err().lines().toList()) {
      Matcher report = REPORT.matcher(line);
      if (report.matches()) {
        Set<String> methods = all.computeIfAbsent(report.group(1), name -> new TreeSet<>());
        if (report.group(2) != null) {
          methods.add(report.group(2));
        }
      }
    }
    return all;
  }

  private static Set<String> in(String... methods) {
    return new TreeSet<>(List.of(methods));
  }

  /** What the messages of the wrong program show. */
  private static Map<String, Set<String>> ofMessages() {
    Map<String, Set<String>> all = new TreeMap<>();
    all.put("GLOBAL:MSG:DATATYPE:MISMATCH", in("otherType"));
    all.put("LOCAL:MEMORY:OVERLAP", in("overlappingReceives"));
    all.put("LOCAL:MEMORY:ILLEGAL_MODIFICATION", in("changedBuffer"));
    all.put("LOCAL:REQUEST:NOT_FREED", in("lostRequest"));
    all.put("LOCAL:REQUEST:PREMATURE_FREE", in("freedReceive"));
    all.put("GLOBAL:MSG:PENDING", in());
    return all;
  }

  @Test
  void everyMistakeIsNamedAtItsLine() throws Exception {
    Outcome outcome = run(2, List.of("-check"), "wrong", "all");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    Map<String, Set<String>> expected = ofMessages();
    expected.put("GLOBAL:MSG:DATATYPE:MISMATCH", in("otherType", "otherTypeFromOtherGroup"));
    expected.put("LOCAL:MEMORY:ILLEGAL_MODIFICATION", in("changedBuffer", "changedOrigin"));
    expected.put(
        "GLOBAL:COLLECTIVE:OPERATION_MISMATCH", in("otherOperation", "otherOperationThere"));
    expected.put("GLOBAL:COLLECTIVE:ROOT_MISMATCH", in("otherRoot", "bothAreRoot"));
    expected.put(
        "GLOBAL:COLLECTIVE:REDUCTION_OPERATION_MISMATCH",
        in("otherOperator", "otherOperatorThere"));
    expected.put(
        "GLOBAL:COLLECTIVE:SIZE_MISMATCH",
        in(
            "otherLength",
            "otherLengthThere",
            "otherLengthsToRoot",
            "otherLengthOfBlock",
            "otherLengthForAll"));
    expected.put(
        "GLOBAL:COLLECTIVE:DATATYPE:MISMATCH",
        in("otherTypeInCollective", "otherTypeThere", "otherTypeOfBlock"));
    expected.put("LOCAL:COMMUNICATOR:NOT_FREED", in("openCommunicator"));
    expected.put("LOCAL:FILE:NOT_FREED", in("openFile"));
    expected.put("LOCAL:WINDOW:NOT_FREED", in("openWindow"));
    expected.put("LOCAL:WINDOW:DATATYPE:MISMATCH", in("otherTypeOfTarget"));
    expected.put("LOCAL:WINDOW:EPOCH", in("assertedFence"));
    expected.put("LOCAL:WINDOW:OVERLAP", in("sameMemory"));
    expected.put(
        "GLOBAL:WINDOW:RACE", in("sameTarget", "sharedLocks", "lockedAll", "startedTogether"));
    expected.put("GLOBAL:DEADLOCK:POTENTIAL", in("bothSendFirst"));
    assertThat(told(outcome)).as("%s", outcome).isEqualTo(expected);
  }

  @Test
  void nothingIsToldOfWhatIsNearlyWrong() throws Exception {
    Outcome outcome = run(2, List.of("-check"), "right", "all");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void ranksThatAreThreadsAreChecked() throws Exception {
    Outcome outcome = run(1, List.of("-check"), "wrong", "threads");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    Map<String, Set<String>> expected = ofMessages();
    expected.put("GLOBAL:DEADLOCK:POTENTIAL", in("bothSendFirst"));
    assertThat(told(outcome)).as("%s", outcome).isEqualTo(expected);
  }

  @Test
  void theFirstMistakeCanEndTheJob() throws Exception {
    Outcome outcome = run(2, List.of("-check=error"), "wrong", "messages");
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(MISTAKE);
    assertThat(told(outcome)).containsOnlyKeys("GLOBAL:MSG:DATATYPE:MISMATCH");
  }

  @Test
  void mistakesCanBeIgnored() throws Exception {
    String ignored = "LOCAL:*,GLOBAL:DEADLOCK:*";
    Outcome outcome = run(2, List.of("-check", "-check-ignore", ignored), "wrong", "messages");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(told(outcome))
        .containsOnlyKeys("GLOBAL:MSG:DATATYPE:MISMATCH", "GLOBAL:MSG:PENDING");
  }
}
