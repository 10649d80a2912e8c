package org.purempi.setting;

import java.util.List;
import java.util.Locale;

/** The values that a setting may have. Immutable. */
final class Allowed {
  /** True or false, in several words. */
  static final Allowed FLAG =
      new Allowed("", 0, 0, "true", "yes", "on", "1", "false", "no", "off", "0");

  /** More than anybody counts to. */
  static final long ANY = 1_000_000_000;

  private static final int WORDS_FOR_TRUE = 4;

  /** What is counted; empty unless these are numbers of something. */
  private final String unit;

  private final long least;

  /** Below the least: any text. */
  private final long most;

  /** None: these are numbers. */
  private final String[] words;

  private Allowed(String unit, long least, long most, String... words) {
    this.unit = unit;
    this.least = least;
    this.most = most;
    this.words = words;
  }

  /** Whole numbers. */
  static Allowed number(String unit, long least, long most) {
    return new Allowed(unit, least, most);
  }

  /** One of these words. */
  static Allowed words(String... words) {
    return new Allowed("", 0, 0, words);
  }

  /**
   * Any text; its reader checks it.
   *
   * @param what what it stands for
   */
  static Allowed text(String what) {
    return new Allowed("", 0, -1, what);
  }

  String unit() {
    return unit;
  }

  /** The words; none for numbers and for any text. */
  List<String> words() {
    return most < least ? List.of() : List.of(words);
  }

  /** Whether a value is allowed. */
  boolean accepts(String value) {
    if (words.length == 0) {
      return isNumber(value);
    }
    return most < least || has(this == FLAG ? value.toLowerCase(Locale.ROOT) : value);
  }

  private boolean isNumber(String text) {
    try {
      long value = Long.parseLong(text);
      return value >= least && value <= most;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private boolean has(String value) {
    for (String word : words) {
      if (word.equals(value)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a word that is allowed for a flag means true. */
  static boolean isTrue(String value) {
    for (int i = 0; i < WORDS_FOR_TRUE; i++) {
      if (FLAG.words[i].equalsIgnoreCase(value)) {
        return true;
      }
    }
    return false;
  }

  /** In words, for messages and the page of settings. */
  @Override
  public String toString() {
    if (words.length == 0) {
      String from = "a whole number from " + least;
      String range = most == Long.MAX_VALUE ? from : from + " to " + most;
      return unit.isEmpty() ? range : range + " (" + unit + ")";
    }
    if (this == FLAG) {
      return "true or false";
    }
    return most < least ? words[0] : "one of " + String.join(", ", words);
  }
}
