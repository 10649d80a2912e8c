package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class PmiLineTest {
  @Test
  void aLineIsReadWhateverTheOrderOfItsWords() throws PmiException {
    PmiLine hydra = PmiLine.parse("cmd=get_result rc=0 msg=success value=(vector,(0,1,2))");
    PmiLine slurm = PmiLine.parse("rc=0 cmd=get_result value=(vector,(0,1,2))");
    assertThat(hydra.command()).isEqualTo("get_result").isEqualTo(slurm.command());
    assertThat(hydra.get("value")).isEqualTo("(vector,(0,1,2))").isEqualTo(slurm.get("value"));
    assertThat(slurm.get("nothing")).isNull();
  }

  @Test
  void aValueMayHoldEqualSignsAndReachToTheEnd() throws PmiException {
    PmiLine line = PmiLine.parse("cmd=put kvsname=k key=a value=x=1 y=2");
    assertThat(line.get("value")).isEqualTo("x=1 y=2");
  }

  @Test
  void whatIsWrittenIsWhatIsRead() throws PmiException {
    PmiLine line = PmiLine.of("put").with("kvsname", "k").with("number", 7).with("value", "v");
    assertThat(line.format()).isEqualTo("cmd=put kvsname=k number=7 value=v");
    assertThat(PmiLine.parse(line.format())).isEqualTo(line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cmd", "cmd=", "put key=a", "key=a", "cmd=put nonsense key=a"})
  void aLineWithoutACommandOrWithABareWordIsRefused(String text) {
    assertThatThrownBy(() -> PmiLine.parse(text))
        .isInstanceOf(PmiException.class)
        .hasMessageContaining("malformed PMI message")
        .hasMessageContaining(text);
  }

  @Test
  void aFieldThatShouldBeANumberIsNamedWhenItIsNone() throws PmiException {
    PmiLine line = PmiLine.parse("cmd=set size=many");
    assertThatThrownBy(() -> line.requireInt("size"))
        .hasMessageContaining("'size' is not a number");
    assertThatThrownBy(() -> line.requireInt("rank")).hasMessageContaining("no field 'rank'");
  }

  @Test
  void randomLinesAreReadOrRefused() {
    fuzz(20_000);
  }

  @Test
  @Tag("full")
  @Timeout(300)
  void aMillionRandomLinesAreReadOrRefused() {
    fuzz(1_000_000);
  }

  private static void fuzz(int count) {
    String[] pieces = {
      "cmd=", "put", " ", "=", "key=", "a", "value=", "x y", "message=", "\t", "\0", "rc=-1", "idx="
    };
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < count; i++) {
      var text = new StringBuilder(random.nextBoolean() ? "cmd=put " : "");
      for (int k = random.nextInt(12); k > 0; k--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      try {
        PmiLine line = PmiLine.parse(text.toString());
        assertThat(PmiLine.parse(line.format()).command()).as("seed " + seed).isNotEmpty();
      } catch (PmiException e) {
        assertThat(e.getMessage()).as("seed " + seed).contains("PMI message");
      }
    }
  }
}
