package org.purempi.pmi;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One message of PMI-1 or PMI-2: its command and its other fields, whose order means nothing and of
 * which a reader ignores those it does not know.
 *
 * @param command the value of the word {@code cmd}
 * @param fields every other word of the line, by key
 */
public record PmiLine(String command, Map<String, String> fields) {
  /** The longest line either side accepts, in bytes, without its newline. */
  public static final int MAX_BYTES = 4096;

  private static final String COMMAND = "cmd";
  private static final char SEPARATOR = ';';

  /**
   * A text as a server has it in a line, which it reads and writes one byte a character: one for
   * each byte of its UTF-8.
   */
  static String wire(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** What a text in a line that a server has read says. */
  static String text(String wire) {
    return new String(wire.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** A message without fields. */
  public static PmiLine of(String command) {
    return new PmiLine(command, new LinkedHashMap<>());
  }

  /** This message with one more field, which is written after those already there. */
  public PmiLine with(String key, String value) {
    var more = new LinkedHashMap<>(fields);
    more.put(key, value);
    return new PmiLine(command, more);
  }

  /** This message with one more field, a number. */
  public PmiLine with(String key, long value) {
    return with(key, Long.toString(value));
  }

  /**
   * Reads a line without its newline. The fields {@code value} and {@code message} reach to the end
   * of the line, so they may hold spaces.
   *
   * @throws PmiException when a word has no {@code =} or the line names no command
   */
  public static PmiLine parse(String line) throws PmiException {
    var fields = new LinkedHashMap<String, String>();
    int at = 0;
    while (at < line.length()) {
      if (line.charAt(at) == ' ') {
        at++;
        continue;
      }
      int equals = line.indexOf('=', at);
      int space = line.indexOf(' ', at);
      if (equals < 0 || (space >= 0 && space < equals)) {
        throw malformed(line, "a word without '='");
      }
      String key = line.substring(at, equals);
      boolean last = key.equals("value") || key.equals("message");
      int end = last || space < 0 ? line.length() : space;
      fields.put(key, line.substring(equals + 1, end));
      at = end;
    }
    String command = fields.remove(COMMAND);
    if (command == null || command.isEmpty()) {
      throw malformed(line, "no command");
    }
    return new PmiLine(command, fields);
  }

  /**
   * Reads the body of a frame of PMI-2, {@code cmd=name;key=value;…;}, where a doubled {@code ;}
   * stands for one in a value.
   *
   * @throws PmiException when a field has no {@code =} or none is the command
   */
  static PmiLine parseFields(String body) throws PmiException {
    var fields = new LinkedHashMap<String, String>();
    int at = 0;
    while (at < body.length()) {
      int equals = body.indexOf('=', at);
      if (equals < 0) {
        throw malformed(body, "a field without '='");
      }
      var value = new StringBuilder();
      int end = equals + 1;
      for (; end < body.length() && !endsField(body, end); end++) {
        value.append(body.charAt(end));
        end += body.charAt(end) == SEPARATOR ? 1 : 0;
      }
      fields.put(body.substring(at, equals), value.toString());
      at = end + 1;
    }
    String command = fields.remove(COMMAND);
    if (command == null || command.isEmpty()) {
      throw malformed(body, "no command");
    }
    return new PmiLine(command, fields);
  }

  private static boolean endsField(String body, int at) {
    boolean doubled = at + 1 < body.length() && body.charAt(at + 1) == SEPARATOR;
    return body.charAt(at) == SEPARATOR && !doubled;
  }

  /** The message as PMI-1 sends it. */
  byte[] line() {
    return (format() + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** The message as PMI-2 sends it. */
  byte[] frame() {
    var body = new StringBuilder(COMMAND).append('=').append(command).append(SEPARATOR);
    fields.forEach(
        (key, value) ->
            body.append(key).append('=').append(value.replace(";", ";;")).append(SEPARATOR));
    return frame(body.toString());
  }

  /** A frame of PMI-2 around a message: its length, and its text. */
  static byte[] frame(String text) {
    String length = Integer.toString(text.getBytes(StandardCharsets.UTF_8).length);
    String header = length + " ".repeat(PmiReader.HEADER_BYTES - length.length());
    return (header + text).getBytes(StandardCharsets.UTF_8);
  }

  /** The message as a line of PMI-1, without its newline. */
  public String format() {
    var text = new StringBuilder(COMMAND).append('=').append(command);
    fields.forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
    return text.toString();
  }

  /** The value of a field, or null when the line has none of that name. */
  public @Nullable String get(String key) {
    return fields.get(key);
  }

  /**
   * The value of a field that must be there.
   *
   * @throws PmiException when it is not
   */
  public String require(String key) throws PmiException {
    String value = fields.get(key);
    if (value == null) {
      throw malformed(format(), "no field '" + key + "'");
    }
    return value;
  }

  /**
   * A field that must be there and be a number.
   *
   * @throws PmiException when it is missing or no 32-bit number
   */
  public int requireInt(String key) throws PmiException {
    try {
      return Integer.parseInt(require(key));
    } catch (NumberFormatException e) {
      throw noNumber(key, e);
    }
  }

  /**
   * A field that must be there and be a number, which may be a long one.
   *
   * @throws PmiException when it is missing or no 64-bit number
   */
  public long requireLong(String key) throws PmiException {
    try {
      return Long.parseLong(require(key));
    } catch (NumberFormatException e) {
      throw noNumber(key, e);
    }
  }

  private PmiException noNumber(String key, NumberFormatException e) {
    return new PmiException(
        "PMI message '" + clip(format()) + "': '" + key + "' is not a number", e);
  }

  private static PmiException malformed(String line, String what) {
    return new PmiException("malformed PMI message, " + what + ": '" + clip(line) + "'");
  }

  private static String clip(String line) {
    int shown = 120;
    return line.length() <= shown ? line : line.substring(0, shown) + "…";
  }
}
