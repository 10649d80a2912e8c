package org.purempi.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How settings are read. */
@Timeout(10)
final class SettingTest {
  private static final Map<String, String> NOTHING = Map.of();

  @AfterEach
  void unset() {
    System.clearProperty("purempi.transport");
    System.clearProperty("purempi.secret");
  }

  @Test
  void namesFollowFromTheLabel() {
    assertThat(Setting.REDUCE_SCATTER.property()).isEqualTo("purempi.reduce-scatter");
    assertThat(Setting.REDUCE_SCATTER.variable()).isEqualTo("PUREMPI_REDUCE_SCATTER");
    assertThat(Setting.HOSTS_OF_RANKS.variable()).isEqualTo("PUREMPI_HOSTS_OF_RANKS");
    assertThat(Setting.values()).extracting(Setting::variable).doesNotHaveDuplicates();
    assertThat(Setting.ofProperty("purempi.port.range")).isSameAs(Setting.PORT_RANGE);
    assertThat(Setting.ofProperty("purempi.launch.")).isNull();
  }

  @Test
  void thePropertyGoesBeforeTheVariable() {
    Map<String, String> variables = Map.of("PUREMPI_TRANSPORT", " tcp ");
    assertThat(Setting.TRANSPORT.text(variables)).isEqualTo("tcp");
    System.setProperty("purempi.transport", "shm");
    assertThat(Setting.TRANSPORT.text(variables)).isEqualTo("shm");
    System.setProperty("purempi.transport", " ");
    assertThat(Setting.TRANSPORT.text(variables)).as("blank: not set").isEqualTo("tcp");
    assertThat(Setting.TRANSPORT.text(NOTHING)).isNull();
  }

  @Test
  void aSecretIsNoPropertyBecauseThoseCanBeSeen() {
    System.setProperty("purempi.secret", "everybody sees it");
    assertThat(Setting.SECRET.text(NOTHING)).isNull();
    assertThat(Setting.SECRET.text(Map.of("PUREMPI_SECRET", "nobody does"))).isNotNull();
  }

  @Test
  void flagsAreTrueOrFalseInSeveralWords() {
    for (String yes : new String[] {"true", "yes", "ON", "1"}) {
      assertThat(Setting.ENCRYPT.isOn(Map.of("PUREMPI_ENCRYPT", yes))).isTrue();
    }
    for (String no : new String[] {"false", "No", "off", "0", ""}) {
      assertThat(Setting.ENCRYPT.isOn(Map.of("PUREMPI_ENCRYPT", no))).isFalse();
    }
    assertThatThrownBy(() -> Setting.ENCRYPT.isOn(Map.of("PUREMPI_ENCRYPT", "tls")))
        .isInstanceOf(SettingException.class)
        .hasMessage("PUREMPI_ENCRYPT=tls: must be true or false");
  }

  @Test
  void aWrongValueIsNamedWithWhatIsAllowed() {
    assertThatThrownBy(() -> Setting.GRACE.text(Map.of("PUREMPI_GRACE", "soon")))
        .hasMessage("PUREMPI_GRACE=soon: must be a whole number from 0 to 604800 (seconds)");
    assertThatThrownBy(() -> Setting.EAGER.text(Map.of("PUREMPI_EAGER", "-1")))
        .hasMessage("PUREMPI_EAGER=-1: must be a whole number from 0 (bytes)");
    System.setProperty("purempi.transport", "udp");
    assertThatThrownBy(Setting.TRANSPORT::text)
        .hasMessage("-Dpurempi.transport=udp: must be one of auto, shm, tcp");
  }

  @Test
  void everyDefaultThatIsAValueIsAllowed() {
    assertThat(Arrays.stream(Setting.values()).filter(s -> !s.standard().contains(" ")))
        .allSatisfy(setting -> setting.check(true, setting.standard()));
    assertThat(Setting.SILENCE_TIMEOUT.number()).isEqualTo(40);
    assertThat(Setting.SPINS.number(7)).isEqualTo(7);
  }
}
