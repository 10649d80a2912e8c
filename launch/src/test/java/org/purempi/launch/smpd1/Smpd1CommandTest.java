package org.purempi.launch.smpd1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands byte for byte as MPICH 3.0's smpd writes and reads them. */
@Timeout(20)
class Smpd1CommandTest {
  @Test
  void everyCapturedCommandIsReadAndWrittenAsItWas() throws Exception {
    for (String name : Captured.ALL) {
      for (Captured.Line line : Captured.lines(name)) {
        assertThat(Smpd1Command.parse(line.text()).format()).as(name).isEqualTo(line.text());
      }
    }
  }

  @Test
  void theLengthStandsBeforeACommandInThirteenBytes() throws Exception {
    for (Captured.Line line : Captured.lines("child")) {
      byte[] bytes = Smpd1Command.parse(line.text()).bytes();
      byte[] header =
          Arrays.copyOf(Integer.toString(line.length()).getBytes(StandardCharsets.US_ASCII), 13);
      assertThat(Arrays.copyOf(bytes, 13)).isEqualTo(header);
      assertThat(bytes).hasSize(13 + line.length());
      assertThat(bytes[bytes.length - 1]).isZero();
      Smpd1Command read = new Smpd1Reader(new ByteArrayInputStream(bytes)).next();
      assertThat(read).isEqualTo(Smpd1Command.parse(line.text()));
    }
  }

  @Test
  void theCapturedPassphraseProvesItself() throws Exception {
    var phrase = Phrase.of("behappy");
    assertThat(phrase.answer(" 175751705")).isEqualTo("3337daeef3a5683e5c5fa7e58a72bb76");
    assertThat(phrase.isAnswer(" 175751705", "3337daeef3a5683e5c5fa7e58a72bb76")).isTrue();
    assertThat(phrase.isAnswer(" 175751706", "3337daeef3a5683e5c5fa7e58a72bb76")).isFalse();
    assertThatThrownBy(() -> Phrase.of("")).hasMessageContaining("no default");
  }

  @Test
  void valuesAreQuotedAsTheOriginalDoes() throws Exception {
    var command =
        Smpd1Command.of("launch", 0, 1, 2)
            .with("c", "two words")
            .with("e", Smpd1Text.pairs(Map.of("A", "b c")))
            .with("p", "plain\"inside")
            .with("q", "\"first")
            .with("r", "a=b")
            .with("s", "")
            .with("t", "back\\slash");
    assertThat(command.format())
        .isEqualTo(
            "cmd=launch src=0 dest=1 tag=2 c=\"two words\" e=\"A=\\\"b c\\\"\" p=plain\"inside"
                + " q=\"\\\"first\" r=\"a=b\" s=\"\" t=back\\slash ");
    assertThat(Smpd1Command.parse(command.format())).isEqualTo(command);
    assertThat(Smpd1Text.read(command.require("e"))).containsExactly(Map.entry("A", "b c"));
  }

  @Test
  void aValueWhoseQuoteDoesNotEndIsNone() {
    assertThat(Smpd1Text.read("a=1 b=\"x y\\\" "))
        .as("a backslash before the last quote")
        .containsExactly(Map.entry("a", "1"));
    assertThat(Smpd1Text.read("a=1 b=\"x y")).containsExactly(Map.entry("a", "1"));
    assertThat(Smpd1Text.read("b=\"x y\"")).containsExactly(Map.entry("b", "x y"));
  }

  @Test
  void aCommandLineIsReadAsItWasWritten() {
    List<String> words = List.of("prog", "a b", "x=y", "", "say \"hi\"", "back\\");
    assertThat(Smpd1Text.words(Smpd1Text.line(words))).isEqualTo(words);
    assertThat(Smpd1Text.line(List.of("pmiprog", "abort"))).isEqualTo("pmiprog abort");
  }

  @Test
  void otherLettersTravelAsTheBytesOfUtf8() {
    String wire = Smpd1Text.wire("grün 日本");
    assertThat(wire.getBytes(StandardCharsets.ISO_8859_1))
        .isEqualTo("grün 日本".getBytes(StandardCharsets.UTF_8));
    assertThat(Smpd1Text.text(wire)).isEqualTo("grün 日本");
  }

  @Test
  void whatIsNoCommandIsRefused() {
    assertThatThrownBy(() -> read("99999\0\0\0\0\0\0\0\0")).hasMessageContaining("32768");
    assertThatThrownBy(() -> read("-1\0\0\0\0\0\0\0\0\0\0\0")).hasMessageContaining("no length");
    assertThatThrownBy(() -> read("0\0\0\0\0\0\0\0\0\0\0\0\0")).hasMessageContaining("no length");
    assertThatThrownBy(() -> read("3\0\0\0\0\0\0\0\0\0\0\0\0abc")).hasMessageContaining("zero");
    assertThatThrownBy(() -> read("30\0\0\0\0\0\0\0\0\0\0\0cmd=x"))
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> read("12")).isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> Smpd1Command.parse("cmd=x src=0 ")).hasMessageContaining("dest");
    assertThatThrownBy(() -> Smpd1Command.parse("cmd=x src=-1 dest=0 "))
        .hasMessageContaining("src");
    assertThatThrownBy(() -> Smpd1Command.parse("src=1 dest=0 ")).hasMessageContaining("command");
    var tooLong = Smpd1Command.of("stdout", 1, 0, 0).with("data", "00".repeat(17_000));
    assertThatThrownBy(tooLong::bytes).hasMessageContaining("smpd takes 32768");
  }

  private static void read(String bytes) throws Exception {
    var in = new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1));
    new Smpd1Reader(in).next();
  }

  @Test
  void cliquesAreWrittenWithTwoDots() throws Exception {
    assertThat(LaunchOrder.clique(List.of(0, 1, 3, 5, 6, 7))).isEqualTo("0..1,3,5..7");
    assertThat(LaunchOrder.clique("0..1,3,5..7", 8)).containsExactly(0, 1, 3, 5, 6, 7);
    assertThatThrownBy(() -> LaunchOrder.clique("0..9", 8)).hasMessageContaining("clique");
    assertThatThrownBy(() -> LaunchOrder.clique("x", 8)).hasMessageContaining("clique");
  }
}
