package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.check.Mistake;
import org.purempi.tests.Tree;

/** docs/reference/checks.md has every mistake that the checker finds, and no other. */
@Timeout(60)
class ChecksPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(?:LOCAL|GLOBAL):.*$");

  @Test
  void thePageIsUpToDate() throws IOException {
    String page = Files.readString(Tree.ROOT.resolve("docs/reference/checks.md"));
    List<String> rows = ROW.matcher(page).results().map(row -> row.group()).toList();
    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(Mistake.values())
                .map(mistake -> "| `%s` | %s |".formatted(mistake.text(), mistake.meaning()))
                .toList());
  }
}
