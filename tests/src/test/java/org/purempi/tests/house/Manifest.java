package org.purempi.tests.house;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.tests.Tree;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** An object of a file of deploy/, or a part of one. */
record Manifest(String where, Map<String, Object> fields) {
  /** The objects of a file. */
  static List<Manifest> all(String file) throws IOException {
    String text = Files.readString(Tree.ROOT.resolve("deploy").resolve(file));
    var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
    List<Manifest> all = new ArrayList<>();
    for (Object document : yaml.loadAll(text)) {
      all.add(new Manifest(file, map(file, document)));
    }
    return all;
  }

  /** The one of that kind. */
  static Manifest only(String file, String kind) throws IOException {
    List<Manifest> found =
        all(file).stream().filter(m -> kind.equals(m.fields.get("kind"))).toList();
    if (found.size() != 1) {
      throw new AssertionError(file + " has " + found.size() + " objects of kind " + kind);
    }
    return found.getFirst();
  }

  private static Map<String, Object> map(String where, @Nullable Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      throw new AssertionError(where + " is no object but " + value);
    }
    var fields = new java.util.LinkedHashMap<String, Object>();
    map.forEach((key, one) -> fields.put(String.valueOf(key), one));
    return fields;
  }

  /** The value of a field, which must be there. */
  Object at(String name) {
    Object value = fields.get(name);
    return Objects.requireNonNull(value, () -> where + " has no " + name);
  }

  String text(String name) {
    return String.valueOf(at(name));
  }

  int number(String name) {
    return at(name) instanceof Integer number ? number : Integer.parseInt(text(name));
  }

  /** A field that is an object, or one within another: {@code template.spec}. */
  Manifest part(String path) {
    Manifest at = this;
    for (String name : path.split("\\.", -1)) {
      at = new Manifest(at.where + "." + name, map(at.where + "." + name, at.at(name)));
    }
    return at;
  }

  /** A field that is a list of objects; empty if it is not there. */
  List<Manifest> parts(String name) {
    List<Manifest> parts = new ArrayList<>();
    if (fields.get(name) instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        String its = where + "." + name + "[" + i + "]";
        parts.add(new Manifest(its, map(its, list.get(i))));
      }
    }
    return parts;
  }

  /** The value of a container's variable, null if it is not set, or not by a value. */
  @Nullable Object variable(String name) {
    return parts("env").stream()
        .filter(v -> v.text("name").equals(name))
        .map(v -> v.fields.get("value"))
        .findFirst()
        .orElse(null);
  }
}
