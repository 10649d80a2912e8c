package org.purempi.launch.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.purempi.launch.hosts.HostsException;

/**
 * What follows an option: how the help writes it, and what refuses every other value as soon as it
 * is read, whether the value will be used or not.
 *
 * @param text a name for each word, separated by blanks; {@code [=…]} for a word that may follow
 *     behind '='; empty for an option alone
 * @param check what the words must be
 */
public record OptionValue(String text, Check check) {
  /** No word of a command line can be longer (MAX_ARG_STRLEN of Linux, without its zero byte). */
  public static final int MOST_BYTES = (1 << 17) - 1;

  /** How the text of a word begins that may be left out. */
  private static final String OPTIONAL = "[=";

  /** An option that stands alone. */
  public static final OptionValue NONE = new OptionValue("", (where, words) -> {});

  /** Refuses wrong words. */
  @FunctionalInterface
  public interface Check {
    /**
     * Looks at the words.
     *
     * @param where the option and its value, the beginning of an error
     */
    public void check(String where, List<String> words) throws UsageException;
  }

  /** Refuses a wrong word. */
  @FunctionalInterface
  public interface WordCheck {
    /** Looks at the word; {@code where} is the option and the word. */
    public void check(String where, String word) throws UsageException;
  }

  /** The same by a parser of hosts. */
  @FunctionalInterface
  public interface HostCheck {
    /** Looks at the word; {@code where} is the option and the word. */
    public void check(String where, String word) throws HostsException;
  }

  /** One word. */
  public static OptionValue one(String text, WordCheck check) {
    return new OptionValue(text, (where, words) -> check.check(where, words.getFirst()));
  }

  /** One word that says something about hosts or files. */
  public static OptionValue ofHosts(String text, HostCheck check) {
    return one(
        text,
        (where, word) -> {
          try {
            check.check(where, word);
          } catch (HostsException e) {
            throw UsageException.of(e);
          }
        });
  }

  /** Any word but an empty one. */
  public static OptionValue any(String text) {
    return one(text, OptionChecks::notEmpty);
  }

  /** A number in decimal digits. */
  public static OptionValue number(String text, long least, long most, String what) {
    return one(text, (where, word) -> OptionChecks.number(where, word, least, most, what));
  }

  /**
   * One of the words of the text, or of others that mean the same.
   *
   * @param text words separated by '|', perhaps behind "[="
   */
  public static OptionValue choice(String text, String... others) {
    List<String> shown = List.of(text.replaceAll("[\\[\\]=]", "").split("\\|", -1));
    List<String> all = new ArrayList<>(shown);
    all.addAll(List.of(others));
    return one(
        text,
        (where, word) -> {
          if (!all.contains(word)) {
            throw text.startsWith(OPTIONAL)
                ? notBehindEquals(where, word, shown)
                : new UsageException(where + ": write " + ShellWords.alternatives(shown));
          }
        });
  }

  /** An option that may stand alone takes its value only behind '='. */
  private static UsageException notBehindEquals(String where, String word, List<String> shown) {
    String name = where.split("[ =]", 2)[0];
    List<String> written = new ArrayList<>(List.of(name));
    shown.forEach(one -> written.add(name + "=" + one));
    return new UsageException(
        name + "=" + ShellWords.shown(word) + ": write " + ShellWords.alternatives(written));
  }

  /** Whether the option stands alone. */
  public boolean isNone() {
    return text.isEmpty();
  }

  /** How many words follow, of those that are there. */
  public int count(List<String> following) {
    if (text.isEmpty() || isOptional()) {
      return 0;
    }
    // NAME VALUE may be written NAME=VALUE.
    boolean isPair = text.equals(OptionChecks.PAIR);
    boolean joined = isPair && !following.isEmpty() && following.getFirst().indexOf('=') >= 0;
    return joined ? 1 : text.split(" ", -1).length;
  }

  /** Whether a value can stand behind '='. */
  public boolean fitsBehindEquals() {
    return !text.isEmpty() && text.indexOf(' ') < 0;
  }

  /** Whether the option may stand alone, too. */
  public boolean isOptional() {
    return text.startsWith(OPTIONAL);
  }

  /** The values as they are written behind a name. */
  public String shown() {
    return text.isEmpty() || isOptional() ? text : " " + text;
  }

  /**
   * Refuses wrong words.
   *
   * @param written the option as it was written
   */
  public void check(String written, List<String> words) throws UsageException {
    check(written, " ", words);
  }

  /** Refuses a wrong value of a variable. */
  public void checkVariable(String variable, String word) throws UsageException {
    check(variable, "=", List.of(word));
  }

  private void check(String written, String between, List<String> words) throws UsageException {
    if (words.isEmpty()) {
      return;
    }
    String where = where(written, between, words);
    for (String word : words) {
      if (word.indexOf('\0') >= 0) {
        throw new UsageException(where + ": has a zero byte, which no word can hold");
      }
      if (word.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
        throw new UsageException(where + ": is longer than " + MOST_BYTES + " bytes");
      }
    }
    check.check(where, words);
  }

  /** An option and its values, the beginning of an error. */
  public static String where(String written, String between, List<String> words) {
    String shown = words.stream().map(ShellWords::shown).collect(Collectors.joining(" "));
    return words.isEmpty() ? written : written + between + shown;
  }
}
