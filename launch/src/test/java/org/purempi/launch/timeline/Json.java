package org.purempi.launch.timeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads JSON (RFC 8259): objects are maps, arrays lists, numbers doubles. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    var json = new Json(text);
    Object value = json.value();
    json.blanks();
    if (json.at != text.length()) {
      throw json.wrong();
    }
    return value;
  }

  /** A part of an object that must be there. */
  static Object part(Object of, String name) {
    return Objects.requireNonNull(((Map<?, ?>) of).get(name), name);
  }

  static double number(Object of, String name) {
    return (Double) part(of, name);
  }

  static List<?> list(Object of, String name) {
    return (List<?>) part(of, name);
  }

  private IllegalArgumentException wrong() {
    int end = Math.min(text.length(), at + 40);
    return new IllegalArgumentException("at " + at + ": " + text.substring(at, end));
  }

  private void blanks() {
    while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private boolean takes(String word) {
    blanks();
    boolean is = text.startsWith(word, at);
    at += is ? word.length() : 0;
    return is;
  }

  private void need(String word) {
    if (!takes(word)) {
      throw wrong();
    }
  }

  private Object value() {
    if (takes("{")) {
      Map<String, Object> map = new LinkedHashMap<>();
      boolean more = !takes("}");
      while (more) {
        need("\"");
        String name = string();
        need(":");
        map.put(name, value());
        more = takes(",");
        if (!more) {
          need("}");
        }
      }
      return map;
    }
    if (takes("[")) {
      List<Object> list = new ArrayList<>();
      boolean more = !takes("]");
      while (more) {
        list.add(value());
        more = takes(",");
        if (!more) {
          need("]");
        }
      }
      return list;
    }
    if (takes("\"")) {
      return string();
    }
    if (takes("true")) {
      return true;
    }
    if (takes("false")) {
      return false;
    }
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at == from) {
      throw wrong();
    }
    return Double.parseDouble(text.substring(from, at));
  }

  private String string() {
    var result = new StringBuilder();
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      if (c < ' ') {
        throw wrong();
      }
      if (c == '\\') {
        c = text.charAt(at++);
        if (c == 'u') {
          c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
          at += 4;
        } else if ("\"\\/".indexOf(c) < 0) {
          throw wrong();
        }
      }
      result.append(c);
    }
    at++;
    return result.toString();
  }
}
