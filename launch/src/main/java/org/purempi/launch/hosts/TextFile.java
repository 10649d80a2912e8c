package org.purempi.launch.hosts;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file of words or hosts that a user has named: a file, a pipe, or {@code -} for standard input,
 * of at most 16 MiB. A device is refused, for it may have no end.
 */
public final class TextFile {
  private static final int MOST_BYTES = 16 << 20;

  /** The name that stands for standard input. */
  private static final String INPUT = "-";

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /** The part of a mode that says what kind of file it is, and the kinds (inode(7)). */
  private static final int KIND = 0xf000;

  private static final int PIPE = 0x1000;
  private static final int FOLDER = 0x4000;
  private static final int REGULAR = 0x8000;

  private TextFile() {}

  /**
   * Refuses what {@link #read} could not read, without reading it.
   *
   * @param where names the option and the file in errors
   */
  public static void check(String where, String name) throws HostsException {
    if (!name.equals(INPUT)) {
      check(where, path(where, name));
    }
  }

  /**
   * The text, in which bytes that are not UTF-8 are replaced.
   *
   * @param where names the option and the file in errors
   */
  public static String read(String where, String name) throws HostsException {
    return unmarked(new String(bytes(where, name), StandardCharsets.UTF_8));
  }

  /** The text, all of which must be UTF-8. */
  public static String readStrictly(String where, String name) throws HostsException {
    byte[] bytes = bytes(where, name);
    var decoder = StandardCharsets.UTF_8.newDecoder();
    try (var reader = new InputStreamReader(new ByteArrayInputStream(bytes), decoder)) {
      return unmarked(reader.readAllAsString());
    } catch (CharacterCodingException e) {
      throw new HostsException(where + ": is not text in UTF-8", e);
    } catch (IOException e) {
      throw new HostsException(where + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Editors of Windows put a mark before the text. */
  private static String unmarked(String text) {
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }

  private static byte[] bytes(String where, String name) throws HostsException {
    try {
      if (name.equals(INPUT)) {
        return bounded(where, System.in);
      }
      Path file = path(where, name);
      check(where, file);
      try (InputStream in = Files.newInputStream(file)) {
        return bounded(where, in);
      }
    } catch (IOException e) {
      throw new HostsException(where + ": cannot be read: " + why(e), e);
    }
  }

  private static byte[] bounded(String where, InputStream in) throws IOException, HostsException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new HostsException(where + ": is longer than " + MOST_BYTES + " bytes");
    }
    return bytes;
  }

  private static Path path(String where, String name) throws HostsException {
    try {
      if (!name.isEmpty()) {
        return Path.of(name);
      }
    } catch (InvalidPathException e) {
      throw new HostsException(where + ": cannot be the name of a file", e);
    }
    throw new HostsException(where + ": the name of a file is empty");
  }

  private static void check(String where, Path file) throws HostsException {
    try {
      int kind = (Integer) Files.getAttribute(file, "unix:mode") & KIND;
      if (kind == FOLDER) {
        throw new HostsException(where + ": is a directory; name a file");
      }
      if (kind != REGULAR && kind != PIPE) {
        throw new HostsException(where + ": is a device or socket; name a file, a pipe or '-'");
      }
    } catch (IOException e) {
      throw new HostsException(where + ": cannot be read: " + why(e), e);
    }
    if (!Files.isReadable(file)) {
      throw new HostsException(where + ": cannot be read: permission denied");
    }
  }

  private static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    return e instanceof AccessDeniedException ? "permission denied" : "" + e.getMessage();
  }
}
