package org.purempi.launch.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.launch.text.UsageException;

/** Whatever is written after mpiexec, it is a plan or one line that says what is wrong. */
@Timeout(600)
class OptionFuzzTest {
  private static final List<String> VALUES =
      List.of(
          "2",
          "a",
          ":",
          "-1",
          "",
          "a:2,b",
          "core",
          "ppr:2:node",
          "x=y",
          "--",
          "-",
          "-Xmx1g",
          "prog",
          "3 a",
          "%h",
          "ssh",
          "\u00e4\"'",
          "100001",
          "99",
          "user:0,1",
          "all",
          "yes",
          "1:3");

  private static List<String> words(Random random) {
    var words = new ArrayList<String>();
    Option[] options = Option.values();
    for (int i = random.nextInt(8); i >= 0; i--) {
      Option option = options[random.nextInt(options.length)];
      // Files and folders would be looked for: a matter of disks, not of words.
      String values = option.value.text();
      boolean fits = !values.startsWith("FILE") && !values.startsWith("DIR");
      if (fits && random.nextInt(3) > 0) {
        words.add("-" + option.names.get(random.nextInt(option.names.size())));
      } else {
        words.add(VALUES.get(random.nextInt(VALUES.size())));
      }
    }
    return words;
  }

  @Test
  void randomOptions() {
    fuzz(1000);
  }

  @Test
  @Tag("full")
  void aMillionRandomOptions() {
    fuzz(1_000_000);
  }

  private static void fuzz(int count) {
    long seed = System.nanoTime();
    var random = new Random(seed);
    int plans = 0;
    for (int i = 0; i < count; i++) {
      List<String> words = words(random);
      try {
        JobPlan plan = CommandLine.parse(words, Map.of("PATH", "/bin")).plan(Path.of("/smpd"));
        plans++;
        assertThat(plan.size()).as("seed %d: %s", seed, words).isPositive();
        assertThat(plan.hosts().placement().size()).isEqualTo(plan.size());
      } catch (UsageException e) {
        assertThat(e.getMessage()).as("seed %d: %s", seed, words).isNotEmpty();
      }
    }
    assertThat(plans).as("seed " + seed).isPositive();
  }
}
