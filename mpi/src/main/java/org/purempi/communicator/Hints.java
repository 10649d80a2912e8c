package org.purempi.communicator;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.MpiArgumentException;
import org.purempi.protocol.ErrorRanges.Range;

/**
 * The hints of a communicator that are understood (section 7.4.4); others are ignored. An assertion
 * that is false is the same as none.
 */
final class Hints {
  static final String NO_ANY_TAG = "mpi_assert_no_any_tag";
  static final String NO_ANY_SOURCE = "mpi_assert_no_any_source";

  /** Whose failure ends calls, in drafts of user-level failure mitigation. */
  private static final String ERROR_RANGE = "mpi_error_range";

  /** What all ranks see the same end of, there. */
  private static final String ERROR_UNIFORM = "mpi_error_uniform";

  /** Calls that end in the same way at all ranks, though some have failed. */
  enum Uniform {
    LOCAL,
    CREATE,
    /** Another draft's word for the same. */
    CONSTRUCT,
    COLL
  }

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
    merged = withChoice(merged, more, ERROR_RANGE, Range.values());
    merged = withChoice(merged, more, ERROR_UNIFORM, Uniform.values());
    String kinds = more.get(MemoryKinds.ASSERTED).orElse("");
    if (!kinds.isEmpty() && MemoryKinds.areAmong(kinds, merged.get(MemoryKinds.KEY).orElse(""))) {
      merged = merged.with(MemoryKinds.ASSERTED, kinds);
    }
    return merged;
  }

  private static Info withChoice(Info merged, Info more, String key, Enum<?>[] choices) {
    String given = more.get(key).orElse("");
    if (given.isEmpty()) {
      return merged;
    }
    List<String> words = Arrays.stream(choices).map(c -> word(c)).toList();
    if (!words.contains(given)) {
      throw new MpiArgumentException(
          ErrorClass.INFO_VALUE,
          key + " is " + given + ": it is one of " + String.join(", ", words));
    }
    return merged.with(key, given);
  }

  private static String word(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  static Range range(Info hints) {
    return Range.valueOf(hints.get(ERROR_RANGE).orElse(word(Range.LOCAL)).toUpperCase(Locale.ROOT));
  }

  static Uniform uniform(Info hints) {
    String value = hints.get(ERROR_UNIFORM).orElse(word(Uniform.LOCAL));
    return Uniform.valueOf(value.toUpperCase(Locale.ROOT));
  }

  static boolean asserts(Info hints, String assertion) {
    return hints.get(assertion).filter("true"::equals).isPresent();
  }
}
