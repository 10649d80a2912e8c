package org.purempi.launch.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.ShellWords;

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
    for (String part : ShellWords.classPath(classPath)) {
      Path place = Path.of(part);
      if (Files.isRegularFile(place)) {
        stamp(place);
      } else if (Files.isDirectory(place)) {
        var files = new ClassesBelow();
        Files.walkFileTree(place, files);
        for (Path file : files.found) {
          stamp(file);
        }
      }
    }
  }

  /** Class files, in their order; java passes over folders that cannot be read, and so do we. */
  private static final class ClassesBelow extends SimpleFileVisitor<Path> {
    private final TreeSet<Path> found = new TreeSet<>();
    private int seen;

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (file.toString().endsWith(".class")) {
        found.add(file);
      }
      return ++seen < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException why) {
      return FileVisitResult.CONTINUE;
    }
  }

  private void stamp(Path file) throws IOException {
    text(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis());
  }

  String value() {
    return HexFormat.of().formatHex(sum.digest(), 0, NAME_BYTES);
  }
}
