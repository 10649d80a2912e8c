package org.purempi.launch.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class VisibleTest {
  @Test
  void controlsOfTerminalsAreShownAsNumbers() {
    assertThat(Visible.of("a\u001b[2J\u0007\rb\u007f\u009b31m\u202ec\u2066\0\u061c"))
        .isEqualTo("a\\u001b[2J\\u0007\\u000db\\u007f\\u009b31m\\u202ec\\u2066\\u0000\\u061c");
  }

  @Test
  void allOtherTextStaysAsItIs() {
    String text = "two\n\tlines, größer, 漢字, \ud83d\ude00, \\u001b";
    assertThat(Visible.of(text)).isSameAs(text);
  }

  @Test
  void noLineOfSomebodyElsesWordsLooksLikeOurs() {
    assertThat(Visible.quoted("bad\nmpiexec: all is well"))
        .isEqualTo("bad\n    mpiexec: all is well");
  }

  @Test
  void everythingThatIsPrintedPasses() {
    var bytes = new ByteArrayOutputStream();
    PrintStream out = Visible.stream(bytes, StandardCharsets.UTF_8);
    out.print("\u001b1");
    out.println("\u001b2");
    out.println((Object) "\u001b3");
    out.printf("%s%n", "\u001b4");
    out.append("\u001b5\n");
    new IllegalStateException("\u001b6").printStackTrace(out);
    out.print('\u001b');
    out.println(new char[] {'7', '\u001b', '8', 'ä'});
    out.write('\u001b');
    out.write("9\u001b10".getBytes(StandardCharsets.UTF_8), 0, 4);
    for (byte one : "€\ud83d\ude00".getBytes(StandardCharsets.UTF_8)) {
      out.write(one); // a character in pieces
    }
    String said = bytes.toString(StandardCharsets.UTF_8);
    assertThat(said).doesNotContain("\u001b");
    for (int i = 1; i <= 10; i++) {
      assertThat(said).contains("\\u001b" + i);
    }
    assertThat(said).contains("8ä\n").endsWith("€\ud83d\ude00");
  }
}
