package org.purempi.communicator;

import java.util.List;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.MpiArgumentException;

/**
 * The hints of a communicator that are understood (section 7.4.4); others are ignored. An assertion
 * that is false is the same as none.
 */
final class Hints {
  static final String NO_ANY_TAG = "mpi_assert_no_any_tag";
  static final String NO_ANY_SOURCE = "mpi_assert_no_any_source";

  private static final List<String> ASSERTIONS =
      List.of(
          NO_ANY_TAG,
          NO_ANY_SOURCE,
          "mpi_assert_exact_length",
          "mpi_assert_allow_overtaking",
          "mpi_assert_strict_start_ordering");

  /** What every communicator answers: the kinds of memory that buffers may be in. */
  static final Info INITIAL = Info.of(MemoryKinds.KEY, MemoryKinds.initial());

  private Hints() {}

  /** The hints in use after {@code more} have been given. */
  static Info merged(Info old, Info more) {
    Info merged = old;
    for (String key : ASSERTIONS) {
      String value = more.get(key).orElse("");
      switch (value) {
        case "" -> {}
        case "true", "false" -> merged = merged.with(key, value);
        default ->
            throw new MpiArgumentException(
                ErrorClass.INFO_VALUE, key + " is " + value + ": it is true or false");
      }
    }
    String kinds = more.get(MemoryKinds.ASSERTED).orElse("");
    if (!kinds.isEmpty() && MemoryKinds.areAmong(kinds, merged.get(MemoryKinds.KEY).orElse(""))) {
      merged = merged.with(MemoryKinds.ASSERTED, kinds);
    }
    return merged;
  }

  static boolean asserts(Info hints, String assertion) {
    return hints.get(assertion).filter("true"::equals).isPresent();
  }
}
