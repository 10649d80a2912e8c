package org.purempi.launch.options;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.purempi.setting.Spelling;

/** Which option a word is. */
final class OptionNames {
  private static final Map<String, Option> BY_NAME = new HashMap<>();

  /** What fits on a screen. */
  private static final Set<Option> EVERYDAY =
      EnumSet.of(
          Option.COUNT,
          Option.WDIR,
          Option.ENV,
          Option.CLASS_PATH,
          Option.GENV,
          Option.HOSTS,
          Option.HOST_FILE,
          Option.PER_HOST,
          Option.LABELS,
          Option.MERGE,
          Option.THREADS,
          Option.TIMEOUT,
          Option.CHECK,
          Option.BIND,
          Option.VERBOSE,
          Option.HELP_ALL);

  static {
    for (Option option : Option.values()) {
      option.names.forEach(name -> BY_NAME.put(name, option));
    }
  }

  private OptionNames() {}

  /** Whether the short help shows it. */
  static boolean isEveryday(Option option) {
    return EVERYDAY.contains(option);
  }

  /** The option of that name, given without its dashes. */
  static @Nullable Option named(String name) {
    return BY_NAME.get(name);
  }

  /**
   * What a mistyped option may have been meant to be, without its dashes; null when nothing is
   * close. A number that stands behind the name may belong apart.
   */
  static @Nullable String similar(String mistyped) {
    String name = mistyped.replaceFirst("[0-9]+$", "");
    Option glued = name.equals(mistyped) ? null : named(name);
    if (glued != null && !glued.value.text().isEmpty()) {
      return name + " " + mistyped.substring(name.length());
    }
    return Spelling.nearest(mistyped, BY_NAME.keySet());
  }
}
