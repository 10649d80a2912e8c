package org.purempi.launch.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is written, a parser answers or refuses, soon and in bounds. */
@Timeout(300)
class HostFuzzTest {
  private static final String[] PIECES = {
    "a",
    "b-1",
    "n[",
    "]",
    "1-3",
    "07",
    ",",
    ":",
    "2",
    " ",
    "\n",
    "=",
    "slots",
    "user",
    "#",
    "@",
    "(x",
    ")",
    "99999",
    "[",
    "::",
    "\t",
    "-",
    "\u00e4",
    "\0",
    "x".repeat(300),
    "\"",
    "binding=",
  };

  private static String random(Random random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(14); i >= 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  @Test
  void randomHosts() {
    fuzz(4_000);
  }

  @Test
  @Tag("full")
  void aMillionRandomHosts() {
    fuzz(1_000_000);
  }

  private static void fuzz(int count) {
    long seed = System.nanoTime();
    var random = new Random(seed);
    int understood = 0;
    for (int i = 0; i < count; i++) {
      String text = random(random);
      try {
        HostList list =
            switch (i % 4) {
              case 0 -> HostWords.parse("-hosts", text);
              case 1 -> HostFile.parse("-hostfile", text);
              case 2 -> HostSource.find(Map.of("LSB_MCPU_HOSTS", text)).orElse(null);
              default ->
                  HostSource.find(
                          Map.of("SLURM_NODELIST", text, "SLURM_TASKS_PER_NODE", random(random)))
                      .orElse(null);
            };
        if (list != null) {
          understood++;
          assertThat(list.slots()).as("seed %d: %s", seed, text).isBetween(1, Host.MAX_SLOTS);
          var placed = new RankPlacement.Plan(Mapping.BY_SLOT).place(list, 3).placement();
          assertThat(placed.processMapping()).startsWith("(vector,(");
        }
      } catch (HostsException e) {
        assertThat(e.getMessage()).as("seed %d: %s", seed, text).isNotEmpty();
      }
    }
    assertThat(understood).as("seed " + seed).isPositive();
  }
}
