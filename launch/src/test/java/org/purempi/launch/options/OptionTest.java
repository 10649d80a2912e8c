package org.purempi.launch.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class OptionTest {
  @Test
  void noNameStandsForTwoOptions() {
    var names = Arrays.stream(Option.values()).flatMap(o -> o.names.stream()).toList();
    assertThat(new HashSet<>(names)).hasSameSizeAs(names);
  }

  @Test
  void aMistypedNameFindsItsNeighbour() {
    assertThat(OptionNames.similar("timeot")).isEqualTo("timeout");
    assertThat(OptionNames.similar("gnv")).isEqualTo("genv");
    assertThat(OptionNames.similar("something")).isNull();
  }

  @Test
  void optionsAreOfOneProgramOrOfTheJob() {
    assertThat(Option.ENV.global()).isFalse();
    assertThat(Option.JAR.global()).isFalse();
    assertThat(Option.GENV.global()).isTrue();
    assertThat(Option.STDIN.global()).isTrue();
  }
}
