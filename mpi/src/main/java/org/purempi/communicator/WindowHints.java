package org.purempi.communicator;

import java.util.Map;
import java.util.TreeMap;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.MpiArgumentException;

/** The hints of a window that are understood (section 12.2); others are dropped. */
final class WindowHints {
  static final String NO_LOCKS = "no_locks";
  static final String NONCONTIGUOUS = "alloc_shared_noncontig";

  private static final String ORDERING = "accumulate_ordering";
  private static final Map<String, String> INITIAL =
      Map.of(
          NO_LOCKS,
          "false",
          ORDERING,
          "rar,raw,war,waw",
          "accumulate_ops",
          "same_op_no_op",
          "same_size",
          "false",
          "same_disp_unit",
          "false",
          NONCONTIGUOUS,
          "false");

  private WindowHints() {}

  /** The hints in use after {@code more} have been given to {@code old}; null: to a new window. */
  static Info merged(@org.jspecify.annotations.Nullable Info old, Info more) {
    Info merged = Info.EMPTY;
    for (Map.Entry<String, String> e : new TreeMap<>(INITIAL).entrySet()) {
      String key = e.getKey();
      String before = old == null ? e.getValue() : old.get(key).orElse(e.getValue());
      merged = merged.with(key, more.get(key).map(v -> checked(key, v)).orElse(before));
    }
    return merged;
  }

  private static String checked(String key, String value) {
    String allowed =
        switch (key) {
          case ORDERING -> "none|(rar|raw|war|waw)(,(rar|raw|war|waw))*";
          case "accumulate_ops" -> "same_op|same_op_no_op";
          default -> "true|false";
        };
    if (!value.matches(allowed)) {
      throw new MpiArgumentException(
          ErrorClass.INFO_VALUE, key + " is " + value + ": it is one of " + allowed);
    }
    return value;
  }

  static boolean isTrue(Info hints, String key) {
    return hints.get(key).filter("true"::equals).isPresent();
  }
}
