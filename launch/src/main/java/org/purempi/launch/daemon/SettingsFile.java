package org.purempi.launch.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.SecretFile;
import org.purempi.os.User;

/**
 * The passphrase and the settings of a user's daemons, one {@code key=value} a line, in a file that
 * nobody else may read; {@code ~/.smpd} unless named otherwise. Used by one thread.
 */
public final class SettingsFile {
  /** The line of the passphrase. */
  public static final String PHRASE = "phrase";

  private static final int MOST_BYTES = 1 << 16;
  private static final int MOST_KEY = 64;
  private static final int MOST_VALUE = 4096;
  private final Path path;
  private final Map<String, String> pairs = new LinkedHashMap<>();

  private SettingsFile(Path path) {
    this.path = path;
  }

  /** The file that is meant when none is named. */
  public static Path usual() {
    Path home = User.home();
    return (home == null ? Path.of("/") : home).resolve(".smpd");
  }

  /**
   * Reads the file; one that is not there is empty.
   *
   * @throws IOException when others may read it, or it is not ours, or holds something else
   */
  public static SettingsFile read(Path path) throws IOException {
    var file = new SettingsFile(path);
    List<String> lines;
    try {
      lines = SecretFile.read(path, MOST_BYTES).lines().toList();
    } catch (NoSuchFileException e) {
      return file;
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      int equals = line.indexOf('=');
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (equals < 1) {
        throw new IOException(
            "line %d of %s is not 'key=value' and not a comment".formatted(i + 1, path));
      }
      file.pairs.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
    }
    return file;
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** A value, or null. */
  public @Nullable String get(String key) {
    return pairs.get(key);
  }

  /** Everything but the passphrase. */
  public Map<String, String> settings() {
    var all = new LinkedHashMap<>(pairs);
    all.remove(PHRASE);
    return all;
  }

  /**
   * Changes a value, or deletes it when that is null, here and in the file.
   *
   * @throws IOException when it cannot be a line of the file, or the file cannot be written
   */
  public void set(String key, @Nullable String value) throws IOException {
    check(key, value);
    var before = new LinkedHashMap<>(pairs);
    if (value == null) {
      pairs.remove(key);
    } else {
      pairs.put(key, value);
    }
    try {
      write();
    } catch (IOException e) {
      pairs.clear();
      pairs.putAll(before);
      throw new IOException("cannot write " + path + ": " + e.getMessage(), e);
    }
  }

  private void check(String key, @Nullable String value) throws IOException {
    if (!key.matches("[A-Za-z0-9_.-]{1," + MOST_KEY + "}")) {
      throw new IOException("a key has 1 to " + MOST_KEY + " letters, digits, '_', '.', '-'");
    }
    if (value != null
        && (value.length() > MOST_VALUE || value.chars().anyMatch(c -> c < ' ' || c == 0x7f))) {
      throw new IOException("a value is one line of at most " + MOST_VALUE + " characters");
    }
    int size = 0;
    for (var pair : pairs.entrySet()) {
      size += pair.getKey().length() + pair.getValue().length();
    }
    if (value != null && (size + key.length() + value.length()) * 2 > MOST_BYTES) {
      throw new IOException("there are too many settings");
    }
  }

  /** Replaces the file at one stroke, so that nobody finds half of it. */
  private void write() throws IOException {
    var lines = new ArrayList<String>();
    pairs.forEach((key, value) -> lines.add(key + "=" + value));
    Path home = path.toAbsolutePath().getParent();
    Path fresh = Files.createTempFile(home == null ? Path.of("/") : home, ".smpd", ".new");
    try {
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
      Files.write(fresh, lines, StandardCharsets.UTF_8);
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
