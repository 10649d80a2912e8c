package org.purempi.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The user that this process runs as. A container's user often has a number and nothing else: no
 * name, no home.
 */
public final class User {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String UID_LINE = "Uid:";

  /** Real, effective, saved, and the one that counts for files and sockets. */
  private static final int COUNTS = 4;

  private static final String UNKNOWN = "?";

  private User() {}

  /**
   * The number of the user that this process makes files and sockets as, without a sign; throws
   * UncheckedIOException when the system does not tell it.
   */
  public static int id() {
    return Id.VALUE;
  }

  /** The user's name, or the number of one who has none. */
  public static String name() {
    String name = System.getProperty("user.name", UNKNOWN);
    return name.equals(UNKNOWN) || name.isEmpty() ? Integer.toUnsignedString(id()) : name;
  }

  /** The user's home: what HOME says, else what the system says; null when neither is a path. */
  public static @Nullable Path home() {
    Path named = absolute(System.getenv("HOME"));
    return named != null ? named : absolute(System.getProperty("user.home"));
  }

  /** A path that does not depend on the working directory; null of what is none. */
  static @Nullable Path absolute(@Nullable String text) {
    return text != null && text.startsWith("/") ? Path.of(text) : null;
  }

  /** Asked once, when it is first needed. */
  private static final class Id {
    static final int VALUE = find();

    private static int find() {
      try {
        return Files.exists(STATUS) ? ofStatus() : ofNewFile();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot find out which user this is", e);
      }
    }

    private static int ofStatus() throws IOException {
      for (String line : Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)) {
        if (line.startsWith(UID_LINE)) {
          return Integer.parseUnsignedInt(line.split("\\s+", -1)[COUNTS]);
        }
      }
      throw new IOException(STATUS + " has no line '" + UID_LINE + "'");
    }

    private static int ofNewFile() throws IOException {
      Path file = Files.createTempFile("purempi", null);
      try {
        return (Integer) Files.getAttribute(file, "unix:uid");
      } finally {
        Files.delete(file);
      }
    }
  }
}
