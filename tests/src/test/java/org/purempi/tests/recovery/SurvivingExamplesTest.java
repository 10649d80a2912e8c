package org.purempi.tests.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;
import org.purempi.tests.Tree;

/** The examples in which a rank dies come to the result that they have if none does. */
class SurvivingExamplesTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String ROD = "After 1000 steps the rod holds 2473.763";
  private static final String LEARNT = "3981 of 4000 are right";

  static Stream<Arguments> examples() {
    return Stream.of(
        Arguments.of(
            1, "LostWorkers", List.of("The squares add up to 328350, 0 workers were lost")),
        Arguments.of(
            4, "LostWorkers", List.of("The squares add up to 328350, 1 workers were lost")),
        Arguments.of(1, "JacobiSurvives", List.of(ROD)),
        Arguments.of(4, "JacobiSurvives", List.of("3 ranks go on", "Restored at step 400", ROD)),
        Arguments.of(4, "JacobiSurvives respawn", List.of("Restored at step 400", ROD)),
        Arguments.of(2, "ElasticLearning", List.of("1 ranks go on", LEARNT)),
        Arguments.of(4, "ElasticLearning", List.of("3 ranks go on", LEARNT)));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theOthersGoOn(int ranks, String example, List<String> lines) throws Exception {
    String[] words = example.split(" ");
    var command = new ArrayList<String>();
    command.add(Tree.ROOT.resolve("bin/mpiexec").toString());
    command.addAll(List.of("-enable-recovery", "-n", "" + ranks));
    command.add(Tree.ROOT.resolve("examples/" + words[0] + ".java").toString());
    command.addAll(List.of(words).subList(1, words.length));
    Outcome outcome = Launcher.start(LIMIT, command);
    assertThat(outcome.out().lines().toList()).as(outcome::toString).isEqualTo(lines);
    assertThat(outcome.exitCode()).as(outcome::toString).isZero();
    boolean hasLoss = ranks > 1;
    assertThat(outcome.err().contains("; the job goes on")).isEqualTo(hasLoss);
  }
}
