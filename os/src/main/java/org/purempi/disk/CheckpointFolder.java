package org.purempi.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What library and launcher both know of a folder of checkpoints: how its files are named, and how
 * a manifest tells that it is whole (docs/reference/wire/checkpoints.md).
 */
public final class CheckpointFolder {
  private static final String TEMPORARY = ".tmp";
  private static final String REQUEST = "ckpt.request";
  private static final Pattern NAME =
      Pattern.compile(CheckpointId.PREFIX + "([0-9]{8,18})-([0-9a-f]{16})(\\..*)");

  /** How the last line of a manifest begins. */
  private static final String CHECKSUM = "crc32c ";

  private CheckpointFolder() {}

  /** Where a file is written before it gets its name. */
  public static Path temporary(Path file) {
    return file.resolveSibling(file.getFileName() + TEMPORARY);
  }

  /** Whose existence asks the ranks for a checkpoint. */
  public static Path request(Path folder) {
    return folder.resolve(REQUEST);
  }

  /**
   * The checkpoint that a file belongs to; null if it is none of ours.
   *
   * @param file its name
   */
  public static @Nullable CheckpointId owner(String file) {
    Matcher matcher = NAME.matcher(file);
    return matcher.matches() ? CheckpointId.parse(matcher.group(1) + "-" + matcher.group(2)) : null;
  }

  /** The names of all files that belong to checkpoints, whole or not. */
  public static List<String> files(Path folder) throws IOException {
    var names = new ArrayList<String>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, CheckpointId.PREFIX + "*")) {
      for (Path one : all) {
        String name = one.getFileName().toString();
        if (owner(name) != null) {
          names.add(name);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return names;
  }

  /** The checkpoints that have a manifest, whole or not; the newest first. */
  public static List<CheckpointId> manifests(Path folder) throws IOException {
    var found = new ArrayList<CheckpointId>();
    for (String name : files(folder)) {
      CheckpointId owner = owner(name);
      if (owner != null && name.equals(owner.manifest())) {
        found.add(owner);
      }
    }
    found.sort(Comparator.reverseOrder());
    return found;
  }

  /**
   * The lines of a manifest; null if it is damaged, or gone.
   *
   * @throws IOException if it cannot be read
   */
  public static @Nullable List<String> manifest(Path folder, CheckpointId id) throws IOException {
    try {
      return lines(Files.readAllBytes(folder.resolve(id.manifest())));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Lines as a file that can be verified; none of them may hold a line feed. */
  public static byte[] text(List<String> lines) {
    String text = String.join("\n", lines) + "\n";
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return (text + CHECKSUM + checksum(content, content.length) + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The lines that {@link #text} has written; null if not every byte is as it was. */
  public static @Nullable List<String> lines(byte[] content) {
    int last = CHECKSUM.length() + "00000000\n".length();
    int length = content.length - last;
    if (length < 1) {
      return null;
    }
    String end = new String(content, length, last, StandardCharsets.UTF_8);
    if (!end.equals(CHECKSUM + checksum(content, length) + "\n")) {
      return null;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(content, 0, length))
          .toString()
          .lines()
          .toList();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static String checksum(byte[] content, int length) {
    var crc = new CRC32C();
    crc.update(content, 0, length);
    return "%08x".formatted(crc.getValue());
  }
}
