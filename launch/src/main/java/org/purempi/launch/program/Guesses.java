package org.purempi.launch.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.ShellWords;

/** What somebody may have meant by the name of a program that is nowhere. */
final class Guesses {
  private static final List<String> ENDINGS = List.of(".java", ".jar", ".class");

  /** Where tools leave the classes that they compile. */
  private static final List<String> OUTPUTS =
      List.of("target/classes", "build/classes/java/main", "out", "bin", "classes");

  private static final int MOST_GUESSES = 3;
  private static final int DEEPEST = 8;
  private static final int MOST_FILES = 20_000;

  private final AppContext app;
  private final Set<String> guesses = new LinkedHashSet<>();

  private Guesses(AppContext app) {
    this.app = app;
  }

  /**
   * The end of a sentence, {@code ; did you mean Tag.java?}, or nothing.
   *
   * @param classPath where its class was looked for
   */
  static String of(AppContext app, String classPath) {
    var all = new Guesses(app);
    try {
      String name = app.program();
      String stem = stem(name);
      all.files(name, stem);
      if (stem.equals(name)) {
        all.files(name.replace('.', '/'), stem.replace('.', '/'));
      }
      all.classes(stem.substring(stem.lastIndexOf('/') + 1), classPath);
    } catch (InvalidPathException e) {
      return "";
    }
    List<String> some = all.guesses.stream().limit(MOST_GUESSES).toList();
    return some.isEmpty() ? "" : "; did you mean " + String.join(" or ", some) + "?";
  }

  private static String stem(String name) {
    for (String ending : ENDINGS) {
      if (name.toLowerCase(Locale.ROOT).endsWith(ending)) {
        return name.substring(0, name.length() - ending.length());
      }
    }
    return name;
  }

  /** Files beside it: sources, jars, and the same name in other letters. */
  private void files(String name, String stem) {
    var places = new ArrayList<>(app.searchPath());
    places.add(app.directory());
    String simple = stem.substring(stem.lastIndexOf('/') + 1);
    String before = stem.substring(0, stem.length() - simple.length());
    for (Path place : places) {
      for (String file : list(place.resolve(before))) {
        boolean isSame = file.equalsIgnoreCase(name.substring(name.lastIndexOf('/') + 1));
        boolean isSource = file.equalsIgnoreCase(simple + ".java");
        boolean isJar = file.equalsIgnoreCase(simple + ".jar");
        if ((isSame && !file.endsWith(".class")) || isSource || isJar) {
          guesses.add(before + file);
        }
      }
    }
  }

  private static List<String> list(Path place) {
    try (var files = Files.list(place)) {
      return files
          .limit(MOST_FILES)
          .filter(Files::isRegularFile)
          .map(file -> String.valueOf(file.getFileName()))
          .sorted()
          .toList();
    } catch (IOException | SecurityException e) {
      return List.of(); // nothing to be seen there
    }
  }

  /** Classes of that name, in whatever package and letters. */
  private void classes(String name, String classPath) {
    String simple = name.substring(name.lastIndexOf('.') + 1);
    List<String> parts = ShellWords.classPath(classPath);
    for (String part : parts) {
      found(part, simple).forEach(found -> guesses.add("the class " + found));
    }
    for (String part : OUTPUTS.stream().filter(part -> !parts.contains(part)).toList()) {
      found(part, simple).forEach(found -> guesses.add("-cp " + part + " " + found));
    }
  }

  private List<String> found(String part, String simple) {
    Path place = app.directory().resolve(part);
    if (part.endsWith("*") || !Files.exists(place)) {
      return List.of();
    }
    try {
      return Files.isDirectory(place) ? inFolder(place, simple) : inJar(place, simple);
    } catch (IOException | SecurityException e) {
      return List.of(); // nothing to be seen there
    }
  }

  private static List<String> inFolder(Path place, String simple) throws IOException {
    try (var files = Files.find(place, DEEPEST, (file, is) -> is.isRegularFile())) {
      return files
          .limit(MOST_FILES)
          .map(file -> classOf(place.relativize(file).toString(), simple))
          .filter(name -> name != null)
          .map(String::valueOf)
          .toList();
    } catch (java.io.UncheckedIOException e) {
      return List.of();
    }
  }

  private static List<String> inJar(Path place, String simple) throws IOException {
    try (var jar = new JarFile(place.toFile())) {
      return jar.stream()
          .limit(MOST_FILES)
          .map(entry -> classOf(entry.getName(), simple))
          .filter(name -> name != null)
          .map(String::valueOf)
          .toList();
    }
  }

  /** The name of the class in a file, when that is its simple name. */
  private static @Nullable String classOf(String file, String simple) {
    if (!file.endsWith(".class")) {
      return null;
    }
    String name =
        file.substring(0, file.length() - ".class".length())
            .replace(File.separatorChar, '.')
            .replace('/', '.');
    return name.substring(name.lastIndexOf('.') + 1).equalsIgnoreCase(simple) ? name : null;
  }
}
