package org.purempi.launch.program;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.UsageException;
import org.purempi.os.PrivateFiles;
import org.purempi.os.User;

/**
 * Source files compiled once. An entry's name is the digest of what it was made from: the source,
 * the other sources it drew in, the class path and the JDK. Entries never change, so a running
 * program keeps its classes whatever happens to its source.
 *
 * <pre>
 *   KEY.sources      the sources the last compilation of this main source read, one a line
 *   KEY-DIGEST/      its classes, and the file 'main' that names the class to start
 *   KEY.lock         held while compiling, so that many launchers at once compile once
 * </pre>
 */
final class SourceCache {
  /** A compiled source. */
  record Compiled(Path directory, String mainClass) {}

  private static final String MAIN_FILE = "main";

  private Path root;
  private final Path javaHome;

  /**
   * @param caches the folder of the user's caches; null: the usual one
   */
  SourceCache(Path javaHome, @Nullable String caches) throws UsageException {
    this.javaHome = javaHome;
    this.root = directory(place(caches, User.home()));
  }

  /** The classes of a source file, from the cache or freshly compiled. */
  Compiled compile(Path source, String classPath) throws UsageException, CompilationException {
    Instant before = Instant.now();
    try {
      var digest = new Digest();
      digest.text(source.toString());
      digest.text(classPath);
      digest.file(javaHome.resolve("release"));
      digest.classPath(classPath);
      String key = digest.value();
      Compiled known = known(key, source);
      if (known != null) {
        return known;
      }
      try (FileChannel locked = locked(key)) {
        known = known(key, source); // somebody else may have compiled it meanwhile
        if (known == null && locked.isOpen()) {
          refuseIfJustRefused(key, source, before);
          known = make(key, source, classPath);
        }
        return Objects.requireNonNull(known);
      }
    } catch (IOException e) {
      throw new UsageException("cannot compile " + source + ": " + e, e);
    }
  }

  /** Locked until it is closed; where the file system knows no locks, in the spare folder. */
  private FileChannel locked(String key) throws IOException, UsageException {
    try {
      return lock(root.resolve(key + ".lock"));
    } catch (IOException e) {
      root = spare(root.toString(), e);
      return lock(root.resolve(key + ".lock"));
    }
  }

  private static FileChannel lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      channel.lock();
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private @Nullable Compiled known(String key, Path source) throws IOException {
    Path list = root.resolve(key + ".sources");
    List<Path> sources = new ArrayList<>();
    if (Files.exists(list)) {
      Files.readAllLines(list).forEach(line -> sources.add(Path.of(line)));
    } else {
      sources.add(source);
    }
    if (!sources.stream().allMatch(Files::isReadable)) {
      return null;
    }
    Path entry = entry(key, sources);
    Path main = entry.resolve(MAIN_FILE);
    return Files.exists(main) ? new Compiled(entry, Files.readString(main)) : null;
  }

  private Path entry(String key, List<Path> sources) throws IOException {
    var digest = new Digest();
    for (Path source : sources) {
      digest.file(source);
    }
    return root.resolve(key + "-" + digest.value());
  }

  private Compiled make(String key, Path source, String classPath)
      throws IOException, UsageException, CompilationException {
    Path fresh = Files.createTempDirectory(root, "compiling-");
    try {
      SourceCompiler.Result result = SourceCompiler.compile(source, classPath, fresh);
      Files.writeString(fresh.resolve(MAIN_FILE), result.mainClass());
      Path list = Files.createTempFile(root, key, ".list");
      Files.write(list, result.sources().stream().map(Path::toString).toList());
      move(list, root.resolve(key + ".sources"));
      Files.deleteIfExists(failure(key));
      Path entry = entry(key, result.sources());
      move(fresh, entry);
      return new Compiled(entry, result.mainClass());
    } catch (CompilationException e) {
      Files.write(failure(key), List.of());
      throw e;
    } finally {
      delete(fresh);
    }
  }

  /** Of several that wait for the same compilation only the first shows the compiler's errors. */
  private void refuseIfJustRefused(String key, Path source, Instant before)
      throws IOException, CompilationException {
    Path failed = failure(key);
    boolean meanwhile =
        Files.exists(failed) && Files.getLastModifiedTime(failed).toInstant().isAfter(before);
    if (meanwhile) {
      throw new CompilationException(source + " does not compile; see the errors above\n");
    }
  }

  private Path failure(String key) {
    return root.resolve(key + ".failed");
  }

  /** An entry that is there already is as good: the sources are again what they were then. */
  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.exists(to.resolve(MAIN_FILE))) {
        throw e;
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (var files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /**
   * Where a user's caches are; null when nobody says. What is empty or relative says nothing: the
   * cache would be another one in every working directory.
   */
  static @Nullable Path place(@Nullable String caches, @Nullable Path home) {
    if (caches != null && Path.of(caches).isAbsolute()) {
      return Path.of(caches);
    }
    return home == null ? null : home.resolve(".cache");
  }

  /** A directory of the user's own: what lies in it is executed. */
  private static Path directory(@Nullable Path caches) throws UsageException {
    if (caches == null) {
      return spare("a home", new IOException("this user has none"));
    }
    Path wanted = caches.resolve("purempi").resolve("classes");
    try {
      return PrivateFiles.folder(wanted);
    } catch (IOException e) {
      return spare(wanted.toString(), e);
    }
  }

  private static Path spare(String wanted, IOException why) throws UsageException {
    try {
      return PrivateFiles.lasting("purempi-classes-");
    } catch (IOException worse) {
      worse.addSuppressed(why);
      throw new UsageException(
          "no place for compiled classes: %s cannot be used (%s), and %s; set XDG_CACHE_HOME"
              .formatted(wanted, why.getMessage(), worse.getMessage()),
          worse);
    }
  }
}
