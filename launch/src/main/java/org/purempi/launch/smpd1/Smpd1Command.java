package org.purempi.launch.smpd1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One command of MPICH 3.0's smpd, as its wire has it: one character a byte.
 *
 * @param verb what it is about; any word, for an unknown one is answered
 * @param source the manager that sends it; mpiexec is 0
 * @param destination the manager it is for
 * @param tag its number among those of its source, which an answer names
 * @param fields its other words, in their order
 */
public record Smpd1Command(
    String verb, int source, int destination, int tag, Map<String, String> fields) {
  /** The field of an answer that names the command it answers. */
  public static final String ANSWERED_TAG = "cmd_tag";

  /** The field that names the process a command comes from, or is for. */
  public static final String CONTEXT = "ctx_key";

  /** The field of an answer that says how it went. */
  public static final String RESULT = "result";

  /** The value of {@link #RESULT} when all is well. */
  public static final String SUCCESS = "SUCCESS";

  /** The value of {@link #RESULT} of the database when all is well. */
  public static final String DBS_SUCCESS = "DBS_SUCCESS";

  /** A command of more bytes, with its zero byte, is refused by either side. */
  public static final int MAX_BYTES = 32768;

  /** The field before every command: its length. */
  static final int HEADER_BYTES = 13;

  private static final int CLIPPED = 120;

  /** A command without other words. */
  public static Smpd1Command of(String verb, int source, int destination, int tag) {
    return new Smpd1Command(verb, source, destination, tag, new LinkedHashMap<>());
  }

  /** This command with one more word at its end. */
  public Smpd1Command with(String key, String value) {
    var more = new LinkedHashMap<>(fields);
    more.put(key, value);
    return new Smpd1Command(verb, source, destination, tag, more);
  }

  /** This command with a number at its end. */
  public Smpd1Command with(String key, long value) {
    return with(key, Long.toString(value));
  }

  /** This answer to a verb that is not carried out, with the reason if there is one to tell. */
  Smpd1Command refusing(String asked) {
    boolean joins = asked.startsWith("spawn") || asked.startsWith("singinit");
    Smpd1Command answer = with(RESULT, "FAIL");
    return joins ? answer.with("error", "no process can join a job that runs") : answer;
  }

  /** The value of a word, or null. */
  public @Nullable String get(String key) {
    return fields.get(key);
  }

  /** The value of a word that must be there. */
  public String require(String key) throws Smpd1Exception {
    String value = fields.get(key);
    if (value == null) {
      throw new Smpd1Exception(verb + " without '" + key + "'");
    }
    return value;
  }

  /**
   * Bytes as hexadecimal digits.
   *
   * @throws Smpd1Exception when they are not there or no such digits
   */
  byte[] requireBytes(String key) throws Smpd1Exception {
    try {
      return HexFormat.of().parseHex(require(key));
    } catch (IllegalArgumentException e) {
      throw new Smpd1Exception(verb + ": no bytes in hexadecimal digits");
    }
  }

  /** The same, of the process that the command is of, if of any. */
  Smpd1Command ofTheProcessOf(Smpd1Command command) {
    String context = command.get(CONTEXT);
    return context == null ? this : with(CONTEXT, context);
  }

  /** The number of a word that must be there. */
  public int requireInt(String key) throws Smpd1Exception {
    return number(verb, key, require(key));
  }

  /** The number of a word, or another one when it is not there. */
  public int getInt(String key, int otherwise) throws Smpd1Exception {
    return fields.containsKey(key) ? requireInt(key) : otherwise;
  }

  /** Whether it is an answer that says that all is well. */
  public boolean succeeded() {
    return SUCCESS.equals(get(RESULT)) || DBS_SUCCESS.equals(get(RESULT));
  }

  /** Why what it answers was not done, in words. */
  String failure() {
    String error = get("error");
    String text = error == null ? String.valueOf(get(RESULT)) : error;
    return Smpd1Text.text(text).replaceFirst("^FAIL - ", "").strip();
  }

  /** The beginning of an answer to this command from the manager it was for. */
  public Smpd1Command answer(int answerTag) {
    return of(RESULT, /* source= */ destination, /* destination= */ source, answerTag)
        .with(ANSWERED_TAG, tag);
  }

  /** As it is written, without the zero byte at its end. */
  public String format() {
    var text = new StringBuilder();
    Smpd1Text.pair(text, "cmd", verb);
    text.append(" src=").append(source).append(" dest=").append(destination);
    text.append(" tag=").append(tag).append(' ');
    fields.forEach(
        (key, value) -> {
          Smpd1Text.pair(text, key, value);
          text.append(' ');
        });
    return text.toString();
  }

  /**
   * Its bytes on the wire, the length before it and a zero byte behind.
   *
   * @throws Smpd1Exception when it is too long for the other side
   */
  public byte[] bytes() throws Smpd1Exception {
    byte[] body = format().getBytes(StandardCharsets.ISO_8859_1);
    int length = body.length + 1;
    if (length > MAX_BYTES) {
      throw new Smpd1Exception(
          "'%s' would have %d bytes; smpd takes %d".formatted(verb, length, MAX_BYTES));
    }
    byte[] digits = Integer.toString(length).getBytes(StandardCharsets.US_ASCII);
    byte[] bytes = Arrays.copyOf(digits, HEADER_BYTES + length);
    System.arraycopy(body, 0, bytes, HEADER_BYTES, body.length);
    return bytes;
  }

  /**
   * Reads what {@link #format} writes.
   *
   * @throws Smpd1Exception when it lacks a verb, a source or a destination
   */
  public static Smpd1Command parse(String text) throws Smpd1Exception {
    Map<String, String> fields = Smpd1Text.read(text);
    String verb = fields.remove("cmd");
    if (verb == null || verb.isEmpty()) {
      throw new Smpd1Exception("no command: '" + clip(text) + "'");
    }
    int source = node(text, "src", fields.remove("src"));
    int destination = node(text, "dest", fields.remove("dest"));
    String tag = fields.remove("tag");
    return new Smpd1Command(
        verb, source, destination, tag == null ? -1 : number(text, "tag", tag), fields);
  }

  private static int node(String text, String key, @Nullable String value) throws Smpd1Exception {
    int number = number(text, key, value);
    if (number < 0) {
      throw new Smpd1Exception("'%s' is negative in '%s'".formatted(key, clip(text)));
    }
    return number;
  }

  private static int number(String where, String key, @Nullable String value)
      throws Smpd1Exception {
    try {
      if (value != null) {
        return Integer.parseInt(value);
      }
    } catch (NumberFormatException e) {
      throw new Smpd1Exception("'%s' is not a number in '%s'".formatted(key, clip(where)));
    }
    throw new Smpd1Exception("no '%s' in '%s'".formatted(key, clip(where)));
  }

  /** The beginning of a text, for messages. */
  static String clip(String text) {
    return text.length() <= CLIPPED ? text : text.substring(0, CLIPPED) + "…";
  }
}
