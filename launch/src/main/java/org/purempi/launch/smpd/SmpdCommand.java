package org.purempi.launch.smpd;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One command of smpd's language.
 *
 * @param verb what it is about
 * @param source the manager that sends it; mpiexec is 0
 * @param destination the manager it is for
 * @param tag its number among those of its source, which an answer names
 * @param fields its other words, in their order
 */
public record SmpdCommand(
    Verb verb, int source, int destination, int tag, Map<String, String> fields) {
  /** The field of an answer that names the command it answers. */
  public static final String ANSWERED_TAG = "cmd_tag";

  /** The field of an answer that says how it went. */
  public static final String RESULT = "result";

  /** The value of {@link #RESULT} when all is well. */
  public static final String SUCCESS = "SUCCESS";

  /** The field of a question that a rank has asked about a name, and of its answer. */
  public static final String PMI = "pmi";

  private static final char QUOTE = '"';
  private static final char ESCAPE = '\\';

  /** A command without other words. */
  public static SmpdCommand of(Verb verb, int source, int destination, int tag) {
    return new SmpdCommand(verb, source, destination, tag, new LinkedHashMap<>());
  }

  /** This command with one more word at its end. */
  public SmpdCommand with(String key, String value) {
    var more = new LinkedHashMap<>(fields);
    more.put(key, value);
    return new SmpdCommand(verb, source, destination, tag, more);
  }

  /** This command with a number at its end. */
  public SmpdCommand with(String key, long value) {
    return with(key, Long.toString(value));
  }

  /** The value of a word, or null. */
  public @Nullable String get(String key) {
    return fields.get(key);
  }

  /** The value of a word that must be there. */
  public String require(String key) throws SmpdException {
    String value = fields.get(key);
    if (value == null) {
      throw new SmpdException(verb.word() + " without '" + key + "'");
    }
    return value;
  }

  /** The number of a word that must be there. */
  public int requireInt(String key) throws SmpdException {
    return number(verb.word(), key, require(key));
  }

  /** The number of a word that must be there, which may be a long one. */
  public long requireLong(String key) throws SmpdException {
    try {
      return Long.parseLong(require(key));
    } catch (NumberFormatException e) {
      throw noNumber(verb.word(), key);
    }
  }

  /** The answer to this command from the manager it was for. */
  public SmpdCommand answer(int answerTag, String result) {
    return of(Verb.RESULT, /* source= */ destination, /* destination= */ source, answerTag)
        .with(ANSWERED_TAG, tag)
        .with("cmd_orig", verb.word())
        .with(RESULT, result);
  }

  /** As it is written, without the zero byte at its end. */
  public String format() {
    var text = new StringBuilder();
    text.append("cmd=").append(verb.word());
    text.append(" src=").append(source).append(" dest=").append(destination);
    text.append(" tag=").append(tag).append(' ');
    fields.forEach(
        (key, value) -> {
          text.append(key).append('=');
          quote(text, value);
          text.append(' ');
        });
    return text.toString();
  }

  /** Writes a value, in quotes if it could not be read back without. */
  private static void quote(StringBuilder text, String value) {
    boolean plain = !value.isEmpty();
    for (int i = 0; i < value.length() && plain; i++) {
      char c = value.charAt(i);
      plain = c > ' ' && c != QUOTE && c != ESCAPE && c != '=';
    }
    if (plain) {
      text.append(value);
      return;
    }
    text.append(QUOTE);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == QUOTE || c == ESCAPE) {
        text.append(ESCAPE);
      }
      text.append(c);
    }
    text.append(QUOTE);
  }

  /**
   * Reads what {@link #format} writes.
   *
   * @throws SmpdException when it is no command, or of an unknown verb
   */
  public static SmpdCommand parse(String text) throws SmpdException {
    Map<String, String> fields = words(text);
    String word = fields.remove("cmd");
    Verb verb = word == null ? null : Verb.of(word);
    if (verb == null) {
      throw new SmpdException("no command that is known: '" + clip(text) + "'");
    }
    int source = number(text, "src", fields.remove("src"));
    int destination = number(text, "dest", fields.remove("dest"));
    int tag = number(text, "tag", fields.remove("tag"));
    return new SmpdCommand(verb, source, destination, tag, fields);
  }

  /** The words {@code key=value} of a text; a value in quotes may hold anything. */
  public static Map<String, String> words(String text) throws SmpdException {
    var fields = new LinkedHashMap<String, String>();
    int at = 0;
    while (true) {
      while (at < text.length() && text.charAt(at) <= ' ') {
        at++;
      }
      if (at == text.length()) {
        return fields;
      }
      int equals = text.indexOf('=', at);
      if (equals < 0) {
        throw new SmpdException("a word without '=' in '" + clip(text) + "'");
      }
      String key = text.substring(at, equals);
      var value = new StringBuilder();
      at = value(text, equals + 1, value);
      fields.put(key, value.toString());
    }
  }

  /** Reads a value; answers where it ends. */
  private static int value(String text, int start, StringBuilder value) throws SmpdException {
    int at = start;
    if (at == text.length() || text.charAt(at) != QUOTE) {
      while (at < text.length() && text.charAt(at) > ' ') {
        value.append(text.charAt(at++));
      }
      return at;
    }
    at++;
    while (at < text.length() && text.charAt(at) != QUOTE) {
      at += text.charAt(at) == ESCAPE ? 1 : 0;
      if (at < text.length()) {
        value.append(text.charAt(at++));
      }
    }
    if (at >= text.length()) {
      throw new SmpdException("a quote is not closed in '" + clip(text) + "'");
    }
    return at + 1;
  }

  /** Words of a program as one value that {@link #list} reads back. */
  public static String join(List<String> words) {
    var text = new StringBuilder();
    for (String word : words) {
      quote(text, word);
      text.append(' ');
    }
    return text.toString();
  }

  /** The words of a value made by {@link #join}. */
  public static List<String> list(String text) throws SmpdException {
    var words = new ArrayList<String>();
    int at = 0;
    while (true) {
      while (at < text.length() && text.charAt(at) <= ' ') {
        at++;
      }
      if (at == text.length()) {
        return words;
      }
      var word = new StringBuilder();
      at = value(text, at, word);
      words.add(word.toString());
    }
  }

  /** Pairs as one value, {@code A="b c" D=e}, that {@link #words} reads back. */
  public static String join(Map<String, String> pairs) {
    var text = new StringBuilder();
    pairs.forEach(
        (key, value) -> {
          text.append(key).append('=');
          quote(text, value);
          text.append(' ');
        });
    return text.toString();
  }

  /** The bytes of the body: UTF-8, and a zero byte at its end. */
  byte[] body() {
    return (format() + "\0").getBytes(StandardCharsets.UTF_8);
  }

  private static int number(String where, String key, @Nullable String value) throws SmpdException {
    try {
      if (value != null) {
        return Integer.parseInt(value);
      }
    } catch (NumberFormatException e) {
      throw noNumber(where, key);
    }
    throw new SmpdException("no '" + key + "' in '" + clip(where) + "'");
  }

  private static SmpdException noNumber(String where, String key) {
    return new SmpdException("'" + key + "' is not a number in '" + clip(where) + "'");
  }

  private static String clip(String text) {
    int shown = 120;
    return text.length() <= shown ? text : text.substring(0, shown) + "…";
  }
}
