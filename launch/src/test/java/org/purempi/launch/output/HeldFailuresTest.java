package org.purempi.launch.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.launch.output.Output.Stream;

/** Of ranks that fail together, the one that ends the job is heard. */
@Timeout(10)
class HeldFailuresTest {
  private final List<String> heard = new ArrayList<>();
  private final LineSink output =
      (from, stream, bytes, length, ended) ->
          heard.add(new String(bytes, 0, length, StandardCharsets.UTF_8));
  private final HeldFailures failures = new HeldFailures(output, 2);

  private void say(int rank, String text) {
    byte[] line = (text + "\n").getBytes(StandardCharsets.UTF_8);
    new LineForwarder(failures, Stream.ERR, rank, "").take(line, 0, line.length);
  }

  @Test
  void whatIsNoFailureIsPassedOnAtOnce() {
    say(0, "a warning");
    assertThat(heard).containsExactly("a warning\n");
  }

  @Test
  void failuresAreHeldUntilItIsKnownWhoseEndsTheJob() {
    say(0, "rank 0 of 2 failed:");
    say(1, "rank 1 of 2 failed:");
    assertThat(heard).isEmpty();
    failures.judge(1);
    assertThat(heard).containsExactly("rank 1 of 2 failed:\n");
  }

  @Test
  void whatOthersSayInTheMomentOfTheJudgementIsDropped() {
    failures.judge(1);
    say(0, "rank 0 of 2 failed:");
    say(1, "rank 1 of 2 failed:");
    assertThat(heard).containsExactly("rank 1 of 2 failed:\n");
  }

  @Test
  void ifNobodyEndsTheJobAllAreHeard() {
    say(0, "rank 0 of 2 failed:");
    failures.judge(null);
    say(1, "rank 1 of 2 failed:");
    assertThat(heard).containsExactly("rank 0 of 2 failed:\n", "rank 1 of 2 failed:\n");
  }
}
