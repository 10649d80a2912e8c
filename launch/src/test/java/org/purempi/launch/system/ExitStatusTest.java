package org.purempi.launch.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ExitStatusTest {
  @Test
  void aFailureNeverTurnsIntoSuccess() {
    assertThat(SignalName.ofCode(42)).isEqualTo(42);
    assertThat(SignalName.ofCode(-1)).isEqualTo(255);
    assertThat(SignalName.ofCode(256)).isEqualTo(1);
    assertThat(SignalName.ofCode(0)).isZero();
  }

  @Test
  void statusesAreToldInWords() {
    assertThat(SignalName.describe(3)).isEqualTo("exited with code 3");
    assertThat(SignalName.describe(137)).isEqualTo("was killed by signal 9 (SIGKILL)");
    assertThat(SignalName.describe(139)).isEqualTo("was killed by signal 11 (SIGSEGV)");
    assertThat(SignalName.describe(160)).isEqualTo("exited with code 160");
    assertThat(SignalName.isSignal(128)).isFalse();
  }
}
