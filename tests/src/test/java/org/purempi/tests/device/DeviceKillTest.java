package org.purempi.tests.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.Launcher;

/** A process that lends memory of its device is killed. */
class DeviceKillTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "-Dpurempi.transport=tcp", "-Dpurempi.device.sharing=false"})
  void whatAKilledProcessLentEndsAndTheOthersGoOn(String flag) throws Exception {
    List<String> flags =
        flag.isEmpty()
            ? List.of("-enable-recovery", "-Dpurempi.devices=mock")
            : List.of("-enable-recovery", "-Dpurempi.devices=mock", flag);
    Launcher.Outcome outcome =
        Launcher.run(Duration.ofMinutes(1), 3, flags, List.of(DeviceKillProgram.class.getName()));
    assertThat(outcome.out().lines().toList())
        .as("%s", outcome)
        .hasSize(2)
        .contains("arrived")
        .containsAnyOf("whole", "failed");
  }
}
