package org.purempi.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class GraceTest {
  @Test
  void theOptionComesBeforeTheVariableAndThatBeforeTheDefault() throws UsageException {
    assertThat(Grace.asked(null, Map.of())).isEqualTo(Grace.DEFAULT);
    assertThat(Grace.asked(null, Map.of("PUREMPI_GRACE", ""))).isEqualTo(Grace.DEFAULT);
    assertThat(Grace.asked(null, Map.of("PUREMPI_GRACE", "30"))).isEqualTo(Duration.ofSeconds(30));
    assertThat(Grace.asked("0", Map.of("PUREMPI_GRACE", "30"))).isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "1.5", "604801", "99999999999999999999"})
  void whatIsNoNumberOfSecondsIsRefusedByName(String written) {
    assertThatThrownBy(() -> Grace.asked(written, Map.of()))
        .hasMessage("-grace " + written + ": write a number of seconds, 0 to 604800");
  }
}
