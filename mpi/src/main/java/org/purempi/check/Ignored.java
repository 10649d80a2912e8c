package org.purempi.check;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The mistakes that the user does not want to hear of: names with {@code *} for any text. */
final class Ignored {
  private final List<Pattern> patterns;

  Ignored(@Nullable String list) {
    patterns =
        list == null
            ? List.of()
            : Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(Ignored::pattern)
                .toList();
  }

  private static Pattern pattern(String name) {
    String quoted = Pattern.quote(name).replace("*", "\\E.*\\Q");
    return Pattern.compile(quoted, Pattern.CASE_INSENSITIVE);
  }

  boolean has(Mistake mistake) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(mistake.text()).matches());
  }
}
