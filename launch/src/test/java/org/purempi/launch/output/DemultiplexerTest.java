package org.purempi.launch.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pieces of ranks, and what a JVM writes besides. */
class DemultiplexerTest {
  private static final int JVM = 9;

  private final StringBuilder[] written = {new StringBuilder(), new StringBuilder()};
  private final StringBuilder own = new StringBuilder();

  private Demultiplexer demultiplexer() {
    return new Demultiplexer(List.of(forwarder(0), forwarder(1)), forwarder(JVM));
  }

  private LineForwarder forwarder(int rank) {
    StringBuilder to = rank == JVM ? own : written[rank];
    return new LineForwarder(
        (from, stream, bytes, length, ended) ->
            to.append(new String(bytes, 0, length, StandardCharsets.ISO_8859_1)),
        Output.Stream.OUT,
        rank,
        "");
  }

  private void carry(String text, boolean bytewise) throws IOException {
    Demultiplexer parts = demultiplexer();
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (bytewise) {
      for (int i = 0; i < bytes.length; i++) {
        parts.take(bytes, i, i + 1);
      }
    } else {
      parts.carry(new ByteArrayInputStream(bytes));
    }
    parts.finish();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void piecesGoToTheirRanksAndTheRestIsTheJvms(boolean bytewise) throws IOException {
    carry("\u00010 2\na\nown\n\u00011 4\nb\u0001c\n\u00010 2\nd\n", bytewise);
    assertThat(written[0]).hasToString("a\nd\n");
    assertThat(written[1]).hasToString("b\u0001c\n");
    assertThat(own).hasToString("own\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0001 an image\n",
        "\u0001\u0001\n",
        "\u00017 3\n",
        "\u0001-1 3\n",
        "\u00010 99999999999999999999\n",
        "\u00010\n",
        "\u0001",
        "\u0001a line that is longer than any head could be, without an end"
      })
  void aStrayMarkIsPassedOnAndWhatFollowsIsUnderstood(String stray) throws IOException {
    for (boolean bytewise : new boolean[] {true, false}) {
      own.setLength(0);
      written[1].setLength(0);
      carry(stray + "\u00011 5\nrank\n", bytewise);
      assertThat(own.append(written[1])).hasToString(stray + "rank\n");
    }
  }

  @Test
  void anUnfinishedHeadIsNotLost() throws IOException {
    carry("x\u00011 5", false);
    assertThat(own).hasToString("x\u00011 5");
  }
}
