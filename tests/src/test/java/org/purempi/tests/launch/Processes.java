package org.purempi.tests.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;

/** The processes a test has started, by their numbers. */
final class Processes {
  private static final long PATIENCE_SECONDS = 3;

  private Processes() {}

  /** The numbers in an output. */
  static List<Long> numbers(String output) {
    return Pattern.compile("\\d+")
        .matcher(output)
        .results()
        .map(r -> Long.valueOf(r.group()))
        .toList();
  }

  static void signal(String name, long process) {
    try {
      var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process)).start();
      Assertions.assertThat(kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (IOException e) {
      throw new AssertionError("kill does not work", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Fails when one of them still lives after a short while. */
  static void assertAllGone(List<Long> processes) {
    assertAllGone(processes, PATIENCE_SECONDS);
  }

  static void assertAllGone(List<Long> processes, long seconds) {
    Assertions.assertThat(processes).isNotEmpty();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    List<Long> living = processes.stream().filter(Processes::lives).toList();
    while (!living.isEmpty() && System.nanoTime() < until) {
      Pause.shortly();
      living = processes.stream().filter(Processes::lives).toList();
    }
    Assertions.assertThat(living).as("processes left behind").isEmpty();
  }

  /** A zombie is dead: whoever has inherited it need only look. */
  private static boolean lives(long process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException e) {
      return false;
    }
  }
}
