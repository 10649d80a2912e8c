package org.purempi.launch.program;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.ShellWords;

/** The files on a class path, as java would find them. */
final class ClassFiles implements AutoCloseable {
  private final List<Path> places = new ArrayList<>();
  private final Map<Path, JarFile> jars = new HashMap<>();

  /**
   * The files of a class path.
   *
   * @param directory what its parts are relative to
   */
  ClassFiles(Path directory, String classPath) {
    for (String part : ShellWords.classPath(classPath)) {
      if (part.endsWith("*")) {
        addJars(directory.resolve(part.substring(0, part.length() - 1)));
      } else {
        add(directory.resolve(part));
      }
    }
  }

  private void addJars(Path folder) {
    if (!Files.isDirectory(folder)) {
      return; // as java does
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
      found.forEach(this::add);
    } catch (IOException | DirectoryIteratorException e) {
      return; // not readable: java passes over it too
    }
  }

  private void add(Path place) {
    if (Files.isDirectory(place)) {
      places.add(place);
    } else if (Files.isRegularFile(place)) {
      try {
        jars.put(place, new JarFile(place.toFile()));
        places.add(place);
      } catch (IOException e) {
        return; // no archive: java passes over it too
      }
    }
  }

  /** The first file of that name; null if there is none. */
  byte @Nullable [] read(String name) {
    for (Path place : places) {
      byte[] bytes = read(place, name);
      if (bytes != null) {
        return bytes;
      }
    }
    return null;
  }

  private byte @Nullable [] read(Path place, String name) {
    try {
      JarFile jar = jars.get(place);
      if (jar == null) {
        Path file = place.resolve(name);
        return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
      }
      var entry = jar.getEntry(name);
      if (entry == null) {
        return null;
      }
      try (var in = jar.getInputStream(entry)) {
        return in.readAllBytes();
      }
    } catch (IOException e) {
      return null; // one that cannot be read: java will say so
    }
  }

  @Override
  public void close() throws IOException {
    for (JarFile jar : jars.values()) {
      jar.close();
    }
  }
}
