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
      Pattern.compile("(.+): sends (\\d+), receives (\\d+), a status (\\d+)");

  @Test
  @Timeout(190)
  void aSendAllocatesNothingAndAReceiveItsStatus() throws Exception {
    var outcome = Launcher.run(Duration.ofMinutes(3), 2, List.of(GarbageProgram.class.getName()));
    List<Matcher> said = outcome.out().lines().map(SAID::matcher).filter(Matcher::matches).toList();
    assertThat(said).as(outcome.toString()).hasSize(6);
    for (Matcher kind : said) {
      long status = Long.parseLong(kind.group(4));
      assertThat(status).isBetween(16L, 64L);
      assertThat(kind.group(2)).as("bytes of a send of %s", kind.group(1)).isEqualTo("0");
      assertThat(Long.parseLong(kind.group(3)))
          .as("bytes of a receive of %s", kind.group(1))
          .isLessThanOrEqualTo(status);
    }
  }
}
