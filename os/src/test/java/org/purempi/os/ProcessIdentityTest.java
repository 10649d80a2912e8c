package org.purempi.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whether a process has ended. */
@Timeout(20)
final class ProcessIdentityTest {
  @BeforeEach
  void onLinux() {
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/ns/pid")));
  }

  private static ProcessIdentity own() {
    return Objects.requireNonNull(ProcessIdentity.own());
  }

  @Test
  void thisProcessIsKnownAndLives() {
    assertThat(own().number()).isEqualTo(ProcessHandle.current().pid());
    assertThat(own().hasEnded()).isFalse();
  }

  @Test
  void anotherThatHadItsNumberHasEnded() {
    var earlier = new ProcessIdentity(own().number(), own().start() - 1, own().space());
    assertThat(earlier.hasEnded()).isTrue();
  }

  @Test
  void aProcessThatWasKilledHasEndedEvenIfNobodyAsksForIt() throws Exception {
    Process sleep = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec sleep 60").start();
    String child = sleep.inputReader().readLine();
    String stat = Files.readString(Path.of("/proc", child, "stat"));
    long start = Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]);
    var identity = new ProcessIdentity(Long.parseLong(child), start, own().space());
    assertThat(identity.hasEnded()).isFalse();
    ProcessHandle.of(identity.number()).orElseThrow().destroyForcibly();
    while (!identity.hasEnded()) {
      Thread.sleep(1);
    }
    sleep.destroyForcibly();
  }

  @Test
  void ofAnotherContainersProcessNothingIsSaid() {
    assertThat(new ProcessIdentity(own().number(), 1, own().space() + 1).hasEnded()).isFalse();
  }
}
