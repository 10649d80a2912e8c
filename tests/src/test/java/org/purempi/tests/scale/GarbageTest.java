package org.purempi.tests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.tests.Launcher;

/** A blocking contiguous send allocates nothing, a receive at most its status. */
class GarbageTest {
  private static final Pattern SAID =
      Pattern.compile("(.+): sends (\\d+), receives (\\d+), statuses (\\d+)");

  @Test
  @Timeout(150)
  void aSendAllocatesNothingAndAReceiveItsStatus() throws Exception {
    var outcome = Launcher.run(Duration.ofSeconds(140), 2, List.of(GarbageProgram.class.getName()));
    List<Matcher> said = outcome.out().lines().map(SAID::matcher).filter(Matcher::matches).toList();
    assertThat(said).as(outcome.toString()).hasSize(6);
    for (Matcher kind : said) {
      long statuses = Long.parseLong(kind.group(4));
      assertThat(statuses).isBetween(16L * GarbageProgram.BALLS, 64L * GarbageProgram.BALLS);
      assertThat(kind.group(2)).as("bytes of sends of %s", kind.group(1)).isEqualTo("0");
      assertThat(Long.parseLong(kind.group(3)))
          .as("bytes of receives of %s", kind.group(1))
          .isLessThanOrEqualTo(statuses);
    }
  }
}
