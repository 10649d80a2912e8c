package org.purempi.launch.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ExitStatusTest {
  @Test
  void aFailureNeverTurnsIntoSuccess() {
    assertThat(ExitStatus.ofCode(42)).isEqualTo(42);
    assertThat(ExitStatus.ofCode(-1)).isEqualTo(255);
    assertThat(ExitStatus.ofCode(256)).isEqualTo(1);
    assertThat(ExitStatus.ofCode(0)).isZero();
  }

  @Test
  void statusesAreToldInWords() {
    assertThat(ExitStatus.describe(3)).isEqualTo("exited with code 3");
    assertThat(ExitStatus.describe(137)).isEqualTo("was killed by signal 9 (SIGKILL)");
    assertThat(ExitStatus.describe(139)).isEqualTo("was killed by signal 11 (SIGSEGV)");
    assertThat(ExitStatus.describe(160)).isEqualTo("exited with code 160");
    assertThat(ExitStatus.isSignal(128)).isFalse();
  }
}
