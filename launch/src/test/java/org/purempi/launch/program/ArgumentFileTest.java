package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.text.UsageException;

@Timeout(10)
class ArgumentFileTest {
  @Test
  void wordsAreSeparatedAndQuotedAsJavaHasIt() {
    assertThat(ArgumentFile.split("-a  b\n# c d\n'e f'\t\"g 'h'\"i c:\\x\\ # end"))
        .containsExactly("-a", "b", "e f", "g 'h'i", "c:\\x\\");
    assertThat(ArgumentFile.split("\"a\\tb\\\\c\\\"\" \"x:\\\n   y\" 'open\nnext ''"))
        .containsExactly("a\tb\\c\"", "x:y", "open", "next", "");
    assertThat(ArgumentFile.split(" \n# nothing")).isEmpty();
  }

  @Test
  void filesAreReadUpToTheProgramsName(@TempDir Path place) throws Exception {
    Files.writeString(place.resolve("one"), "-Dx=1 @two");
    Files.writeString(place.resolve("two"), "classes");
    assertThat(expand(place, "-ea", "-cp", "@two", "Main", "@two"))
        .containsExactly("-ea", "-cp", "classes", "Main", "@two");
    assertThat(expand(place, "@one", "@two")).containsExactly("-Dx=1", "@two", "@two");
    assertThat(expand(place, "@@one", "-x")).containsExactly("@one", "-x");
    assertThat(expand(place, "--disable-@files", "@two"))
        .containsExactly("--disable-@files", "@two");
  }

  private static List<String> expand(Path place, String... words) throws UsageException {
    return ArgumentFile.expand(List.of(words), place);
  }
}
