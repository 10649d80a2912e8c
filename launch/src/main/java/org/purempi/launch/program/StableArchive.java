package org.purempi.launch.program;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A file, or a directory as a jar, as bytes that are the same wherever the contents are the same.
 */
public final class StableArchive {
  /** A class path that is a whole home directory is a slip. */
  private static final int MOST_FILES = 20_000;

  private static final LocalDateTime ANY_TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private StableArchive() {}

  /** Writes the bytes. */
  public static void write(Path origin, OutputStream out) throws IOException {
    if (!Files.isDirectory(origin)) {
      Files.copy(origin, out);
      return;
    }
    // What a deflater writes may differ from one to the next.
    var jar = new ZipOutputStream(out);
    jar.setLevel(Deflater.NO_COMPRESSION);
    for (Path file : files(origin)) {
      var entry = new ZipEntry(origin.relativize(file).toString().replace('\\', '/'));
      entry.setTimeLocal(ANY_TIME);
      jar.putNextEntry(entry);
      Files.copy(file, jar);
      jar.closeEntry();
    }
    jar.finish();
  }

  private static List<Path> files(Path directory) throws IOException {
    try (var all = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
      List<Path> files = all.filter(Files::isRegularFile).limit(MOST_FILES + 1).toList();
      if (files.size() > MOST_FILES) {
        throw new IOException(
            "%s holds more than %d files; name what the program needs"
                .formatted(directory, MOST_FILES));
      }
      return files.stream().sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** SHA-256 of the bytes, in hexadecimal digits. */
  public static String digest(Path origin) throws IOException {
    MessageDigest sum = sum();
    try (var out = new DigestOutputStream(OutputStream.nullOutputStream(), sum)) {
      write(origin, out);
    }
    return HexFormat.of().formatHex(sum.digest());
  }

  /** The sum that names an archive by its contents: SHA-256. */
  public static MessageDigest sum() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
