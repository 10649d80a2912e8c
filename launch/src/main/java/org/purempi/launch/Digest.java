package org.purempi.launch;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A name made of contents: SHA-256 over everything added, shortened. */
final class Digest {
  private static final int NAME_BYTES = 12;
  private static final byte END = 0;

  /** A class path that is a whole home directory is not read to its end. */
  private static final int MOST_FILES = 20_000;

  private final MessageDigest sum;

  Digest() {
    try {
      sum = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  void text(String text) {
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    sum.update(END);
  }

  /** A file's content; a file that is not there counts as empty. */
  void file(Path file) throws IOException {
    try {
      sum.update(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      text("none");
    }
    sum.update(END);
  }

  /** What a class path holds: size and time of archives and class files. */
  void classPath(String classPath) throws IOException {
    for (String part : Words.parts(classPath, File.pathSeparator)) {
      Path place = Path.of(part);
      if (Files.isRegularFile(place)) {
        stamp(place);
      } else if (Files.isDirectory(place)) {
        try (var all = Files.walk(place)) {
          var files = all.limit(MOST_FILES).filter(f -> f.toString().endsWith(".class"));
          for (Path file : files.sorted().toList()) {
            stamp(file);
          }
        }
      }
    }
  }

  private void stamp(Path file) throws IOException {
    text(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis());
  }

  String value() {
    return HexFormat.of().formatHex(sum.digest(), 0, NAME_BYTES);
  }
}
