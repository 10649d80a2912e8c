package org.purempi.launch.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ShellWordsTest {
  @Test
  void aLineIsSplitAsAShellWouldSplitIt() throws UsageException {
    assertThat(ShellWords.split("file", "  a 'b c'  \"d 'e'\" f\\ g '' h\"i\"j "))
        .containsExactly("a", "b c", "d 'e'", "f g", "", "hij");
    assertThat(ShellWords.split("file", "")).isEmpty();
  }

  @Test
  void anOpenQuoteIsNamedWithItsFile() {
    assertThatThrownBy(() -> ShellWords.split("-configfile x", "a 'b"))
        .hasMessageContaining("-configfile x: a quote is not closed in 'a 'b'");
  }

  @Test
  void aListHasNoEmptyParts() {
    assertThat(ShellWords.parts("a::b:", ":")).containsExactly("a", "b");
    assertThat(ShellWords.parts("", ":")).isEmpty();
  }

  @Test
  void aClassPathKeepsItsEmptyElements() {
    assertThat(ShellWords.classPath(":a:")).containsExactly("", "a", "");
    assertThat(ShellWords.classPath("")).isEmpty();
  }
}
