package org.purempi.launch.system;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.launch.text.UsageException;

/** A job that a host cannot hold is refused before anything is started. */
class HostLimitsTest {
  private static final int MOST = 1000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "999  | 1000 | 1000 | 4064 | this user may run 999 processes; raise 'ulimit -u'",
        "1000 | 999  | 1000 | 4064 | this system numbers 999 processes (kernel.pid_max)",
        "1000 | 1000 | 999  | 4064 | this control group may have 999 tasks (pids.max)",
        "1000 | 1000 | 1000 | 4063 | the limit of open files suffices for 999 processes;"
            + " raise 'ulimit -n'",
      })
  void theLimitThatIsTooLowIsNamed(
      long processes, long numbers, long tasks, long files, String why) {
    var limits = new HostLimits(processes, numbers, tasks, files);
    assertThatThrownBy(() -> limits.check("-n " + MOST, MOST))
        .isInstanceOf(UsageException.class)
        .hasMessage("-n 1000: " + why);
    assertThatCode(() -> limits.check("-n 999", MOST - 1)).doesNotThrowAnyException();
  }

  @Test
  void aLimitThatHoldsNoneAtAllIsNone() {
    var limits = new HostLimits(MOST, MOST, MOST, 40);
    assertThatThrownBy(() -> limits.check("-n 1", 1))
        .hasMessageContaining("the limit of open files suffices for 0 processes");
  }

  @Test
  void whatTheLimitsJustHoldIsStarted() {
    var limits = new HostLimits(MOST, MOST, MOST, 4 * MOST + 64);
    assertThatCode(() -> limits.check("-n " + MOST, MOST)).doesNotThrowAnyException();
  }

  @Test
  void thisHostHoldsOneProcess() {
    assertThatCode(() -> HostLimits.ofThisProcess().check("-n 1", 1)).doesNotThrowAnyException();
  }
}
