package org.purempi.launch.smpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command language on the wire. */
@Timeout(300)
class SmpdCommandTest {
  @Test
  void aCommandLooksAsSmpdWritesIt() {
    SmpdCommand command = SmpdCommand.of(Verb.CONNECT, 0, 1, 7).with("host", "mh2").with("id", 2);
    assertThat(command.format()).isEqualTo("cmd=connect src=0 dest=1 tag=7 host=mh2 id=2 ");
    assertThat(command.answer(3, "SUCCESS").format())
        .isEqualTo("cmd=result src=1 dest=0 tag=3 cmd_tag=7 cmd_orig=connect result=SUCCESS ");
    byte[] bytes = CommandBytes.of(command);
    byte[] header = Arrays.copyOf(bytes, 13);
    assertThat(header).isEqualTo("46\0\0\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII));
    assertThat(bytes).hasSize(13 + 46).endsWith((byte) 0);
  }

  @Test
  void aCommandOfTheOriginalIsRead() throws IOException {
    SmpdCommand command =
        SmpdCommand.parse(
            "cmd=launch src=0 dest=3 tag=3 c=\"pmiprog abort\" e=\"A=\\\"b c\\\" D=e\" q=0..1 i=3"
                + " ");
    assertThat(command.verb()).isEqualTo(Verb.LAUNCH);
    assertThat(command.destination()).isEqualTo(3);
    assertThat(command.require("c")).isEqualTo("pmiprog abort");
    assertThat(SmpdCommand.words(command.require("e"))).isEqualTo(Map.of("A", "b c", "D", "e"));
  }

  @Test
  void anyValueComesBackAsItWas() throws IOException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      var pairs = new LinkedHashMap<String, String>();
      for (int k = 0; k < 4; k++) {
        var value = new StringBuilder();
        random.ints(random.nextInt(12), 1, 300).forEach(c -> value.append((char) c));
        pairs.put("k" + k, value + (random.nextBoolean() ? " \"\\" : ""));
      }
      SmpdCommand command =
          SmpdCommand.of(Verb.LAUNCH, 0, 1, i)
              .with("e", SmpdCommand.join(pairs))
              .with("c", SmpdCommand.join(List.copyOf(pairs.values())));
      var reader = new CommandReader(new ByteArrayInputStream(CommandBytes.of(command)));
      SmpdCommand back = reader.next();
      assertThat(back).as("seed " + seed).isEqualTo(command);
      assertThat(SmpdCommand.words(command.require("e"))).isEqualTo(pairs);
      assertThat(SmpdCommand.list(command.require("c"))).containsExactlyElementsOf(pairs.values());
      assertThat(reader.next()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cmd=make_coffee src=0 dest=1 tag=0 ",
        "cmd=launch dest=1 tag=0 ",
        "cmd=launch src=x dest=1 tag=0 ",
        "cmd=launch src=0 dest=1 tag=0 c=\"open",
        "cmd=launch src=0 dest=1 tag=0 c=\"open\\",
        "nonsense",
      })
  void whatIsNoCommandIsRefused(String text) {
    assertThatThrownBy(() -> SmpdCommand.parse(text)).isInstanceOf(SmpdException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999\0\0\0\0\0x", "0\0\0\0\0\0\0\0\0\0\0\0\0", "-5\0\0\0\0\0\0\0\0\0\0\0",
        "4\0\0\0\0 \0\0\0\0\0\0abcd", "4\0\0\0\0\0\0\0\0\0\0\0\0abcd", "hello, world!"
      })
  void whatIsNoFrameIsRefused(String bytes) {
    assertThatThrownBy(() -> reader(bytes).next()).isInstanceOf(SmpdException.class);
  }

  @Test
  void aConnectionThatEndsWithinACommandIsTold() {
    for (String part : List.of("1", "40\0\0\0\0\0\0\0\0\0\0\0cmd=", "4000000\0\0\0\0\0\0cmd=")) {
      assertThatThrownBy(() -> reader(part).next()).isInstanceOf(EOFException.class);
    }
  }

  private static CommandReader reader(String bytes) {
    byte[] all = bytes.getBytes(StandardCharsets.ISO_8859_1);
    return new CommandReader(new ByteArrayInputStream(all));
  }

  @Test
  void randomBytesAreRefused() {
    fuzz(20_000);
  }

  @Test
  @Tag("full")
  void aMillionRandomFramesAreRefusedOrRead() {
    fuzz(1_000_000);
  }

  private static void fuzz(int count) {
    String[] pieces = {
      "cmd=", "launch", "stdin", " ", "src=0 ", "dest=1 ", "tag=3 ", "\"", "\\", "=", "\0", "a",
      "\n"
    };
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < count; i++) {
      var body = new StringBuilder(random.nextBoolean() ? "cmd=exit src=0 dest=1 tag=3 " : "");
      for (int k = random.nextInt(10); k > 0; k--) {
        body.append(pieces[random.nextInt(pieces.length)]);
      }
      int length = random.nextInt(8) == 0 ? random.nextInt() : body.length();
      String header = (length + "\0".repeat(13)).substring(0, 13);
      try {
        SmpdCommand command = reader(header + body).next();
        assertThat(command == null || command.tag() == 3).as("seed " + seed).isTrue();
      } catch (IOException e) {
        assertThat(e.getMessage()).as("seed " + seed).isNotEmpty();
      }
    }
  }
}
