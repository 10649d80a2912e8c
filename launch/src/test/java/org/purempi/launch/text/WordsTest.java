package org.purempi.launch.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class WordsTest {
  @Test
  void aLineIsSplitAsAShellWouldSplitIt() throws UsageException {
    assertThat(Words.split("file", "  a 'b c'  \"d 'e'\" f\\ g '' h\"i\"j "))
        .containsExactly("a", "b c", "d 'e'", "f g", "", "hij");
    assertThat(Words.split("file", "")).isEmpty();
  }

  @Test
  void anOpenQuoteIsNamedWithItsFile() {
    assertThatThrownBy(() -> Words.split("-configfile x", "a 'b"))
        .hasMessageContaining("-configfile x: a quote is not closed in 'a 'b'");
  }

  @Test
  void aListHasNoEmptyParts() {
    assertThat(Words.parts("a::b:", ":")).containsExactly("a", "b");
    assertThat(Words.parts("", ":")).isEmpty();
  }

  @Test
  void aClassPathKeepsItsEmptyElements() {
    assertThat(Words.classPath(":a:")).containsExactly("", "a", "");
    assertThat(Words.classPath("")).isEmpty();
  }
}
