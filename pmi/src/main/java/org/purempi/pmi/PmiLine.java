package org.purempi.pmi;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One PMI-1 message: its command and its other fields, whose order means nothing and of which a
 * reader ignores those it does not know.
 *
 * @param command the value of the word {@code cmd}
 * @param fields every other word of the line, by key
 */
public record PmiLine(String command, Map<String, String> fields) {
  /** The longest line either side accepts, in bytes, without its newline. */
  public static final int MAX_BYTES = 4096;

  private static final String COMMAND = "cmd";

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

  /** The message as it travels, without its newline. */
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
      throw new PmiException("PMI message '" + clip(format()) + "': '" + key + "' is no number", e);
    }
  }

  private static PmiException malformed(String line, String what) {
    return new PmiException("malformed PMI message, " + what + ": '" + clip(line) + "'");
  }

  private static String clip(String line) {
    int shown = 120;
    return line.length() <= shown ? line : line.substring(0, shown) + "…";
  }
}
