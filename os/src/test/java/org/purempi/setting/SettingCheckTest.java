package org.purempi.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names that nobody knows. */
@Timeout(10)
final class SettingCheckTest {
  @Test
  void anUnknownNameIsToldWithTheNearest() {
    assertThat(
            SettingCheck.unknown(
                Map.of("PUREMPI_ALLREDCE", "ring", "PUREMPI_COLOUR", "red"),
                Map.of("purempi.spin", "1", "os.name", "Linux")))
        .containsExactly(
            "there is no setting PUREMPI_ALLREDCE; did you mean PUREMPI_ALLREDUCE?",
            "there is no setting PUREMPI_COLOUR (docs/reference/settings.md lists them all)",
            "there is no setting purempi.spin; did you mean purempi.spins?");
  }

  @Test
  void whatIsKnownIsNotTold() {
    assertThat(
            SettingCheck.unknown(
                Map.of("PUREMPI_ALLREDUCE", "ring", "PUREMPI_KEPT_LC_ALL", "", "PMI_RANK", "1"),
                Map.of("purempi.launch.terminal.in", "true", "purempi.spins", "1")))
        .isEmpty();
  }

  @Test
  void whatKubernetesTellsOfAServiceIsNoSetting() {
    assertThat(
            SettingCheck.unknown(
                Map.of(
                    "PUREMPI_SERVICE_HOST", "10.0.0.1",
                    "PUREMPI_SERVICE_PORT", "22",
                    "PUREMPI_WORKER_SERVICE_PORT_SSH", "22",
                    "PUREMPI_PORT", "tcp://10.0.0.1:22",
                    "PUREMPI_PORT_22_TCP_ADDR", "10.0.0.1"),
                Map.of()))
        .isEmpty();
  }

  @Test
  void ofAVariableThatAPropertyOverridesNothingIsAsked() {
    Map<String, String> wrong = Map.of("PUREMPI_ALLREDUCE", "rign");
    assertThat(SettingCheck.unknown(wrong, Map.of("purempi.allreduce", "ring"))).isEmpty();
  }

  @Test
  void aSecretAmongThePropertiesIsTold() {
    assertThat(SettingCheck.unknown(Map.of(), Map.of("purempi.secret", "0123456789abcdef")))
        .singleElement()
        .asString()
        .startsWith("there is no setting purempi.secret");
  }

  @Test
  void aWrongValueIsAnError() {
    assertThatThrownBy(() -> SettingCheck.unknown(Map.of(), Map.of("purempi.spins", "many")))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("-Dpurempi.spins=many: must be");
    assertThatThrownBy(() -> SettingCheck.unknown(Map.of("PUREMPI_ALLREDUCE", "rign"), Map.of()))
        .hasMessageStartingWith("PUREMPI_ALLREDUCE=rign: must be one of linear, ");
  }
}
