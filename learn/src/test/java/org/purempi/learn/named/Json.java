package org.purempi.learn.named;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small and strict reader of JSON: maps, lists, strings and numbers. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object read(String text) {
    var json = new Json(text);
    Object value = json.value();
    json.blanks();
    if (json.at != text.length()) {
      throw json.wrong("the end");
    }
    return value;
  }

  private IllegalStateException wrong(String wanted) {
    return new IllegalStateException("not " + wanted + " at " + at + ": " + text);
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean take(char c) {
    blanks();
    boolean is = at < text.length() && text.charAt(at) == c;
    at += is ? 1 : 0;
    return is;
  }

  private void must(char c) {
    if (!take(c)) {
      throw wrong("'" + c + "'");
    }
  }

  private Object value() {
    if (take('{')) {
      return object();
    }
    if (take('[')) {
      return list();
    }
    return take('"') ? string() : number();
  }

  private Map<String, Object> object() {
    Map<String, Object> map = new LinkedHashMap<>();
    if (!take('}')) {
      do {
        must('"');
        String key = string();
        must(':');
        map.put(key, value());
      } while (take(','));
      must('}');
    }
    return map;
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<>();
    if (!take(']')) {
      do {
        list.add(value());
      } while (take(','));
      must(']');
    }
    return list;
  }

  private String string() {
    var s = new StringBuilder();
    for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
      if (c < ' ') {
        throw wrong("a letter");
      }
      if (c == '\\') {
        c = text.charAt(at++);
        if (c == 'u') {
          c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
          at += 4;
        }
      }
      s.append(c);
    }
    return s.toString();
  }

  private double number() {
    int from = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Double.parseDouble(text.substring(from, at));
  }
}
