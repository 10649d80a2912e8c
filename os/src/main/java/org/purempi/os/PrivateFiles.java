package org.purempi.os;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The one place that makes and checks files and folders which other users of the machine must not
 * choose, change or read, whatever the system does about links ({@code fs.protected_symlinks}).
 *
 * <p>Trusted are this user and root. A folder is taken only if it is this user's own, nobody else
 * may write to it, and nobody else could put another one in its place: no folder on the way to it
 * is a stranger's or open to others, except one with the sticky bit, such as {@code /tmp}, in which
 * what stands on the way is this user's or root's. So what was checked stays true.
 */
public final class PrivateFiles {
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS_FOLDER = mode("rwx------");
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS_FILE = mode("rw-------");

  /** Has the sticky bit also in containers whose /tmp, a volume, has not. */
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private static final int MOST_TRIES = 3;

  private PrivateFiles() {}

  /** Finds or makes a folder below a place. */
  private interface Maker {
    Path in(Path place) throws IOException;
  }

  private static FileAttribute<Set<PosixFilePermission>> mode(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }

  /**
   * A folder of this user's own: made, with what is missing above it, or checked.
   *
   * @return where it really is, without links
   * @throws IOException when it cannot be made, or others could change what lies in it
   */
  public static Path folder(Path path) throws IOException {
    Trail.of(path).requireClosed(); // before anything is made on a way that somebody else chose
    Files.createDirectories(path, OWNERS_FOLDER);
    Trail trail = Trail.of(path);
    trail.requireClosed();
    trail.requireOwn();
    if (!Files.isWritable(trail.end())) {
      throw new IOException(trail.end() + " cannot be written");
    }
    return trail.end();
  }

  /**
   * A fresh folder with a name that nobody can guess, for this process.
   *
   * @param place where it is to be if that is safe; null or else: where temporary files are
   * @throws IOException when there is no place where others could not replace it
   */
  public static Path temporary(String prefix, @Nullable Path place) throws IOException {
    var places = Arrays.asList(place, systemsTemporary(), runtime(), SHARED_MEMORY);
    return firstOf(places, at -> fresh(at, prefix));
  }

  /**
   * A folder that this user's next process finds again, in a place that the user's home is not in.
   *
   * @throws IOException when there is no place where others could not replace it
   */
  public static Path lasting(String prefix) throws IOException {
    String mine = prefix + Integer.toUnsignedString(User.id()) + "-";
    var places = Arrays.asList(runtime(), systemsTemporary(), SHARED_MEMORY);
    return firstOf(places, at -> foundOrFresh(at, mine));
  }

  /**
   * The folders that {@link #lasting} has made for this user, in one place or another: not all
   * processes have the same environment. What others could change is passed over.
   */
  public static List<Path> allLasting(String prefix) {
    String mine = prefix + Integer.toUnsignedString(User.id()) + "-";
    Path usual = Path.of("/run/user", Integer.toUnsignedString(User.id()));
    var all = new LinkedHashSet<Path>();
    for (Path place : Arrays.asList(runtime(), usual, systemsTemporary(), SHARED_MEMORY)) {
      if (place == null || !Files.isDirectory(place)) {
        continue;
      }
      try {
        found(place, mine).forEach(one -> addOwn(all, one));
      } catch (IOException e) {
        // It cannot be read: nothing of ours is there.
      }
    }
    return List.copyOf(all);
  }

  private static void addOwn(Set<Path> all, Path one) {
    try {
      all.add(folder(one));
    } catch (IOException e) {
      // A stranger's.
    }
  }

  private static Path firstOf(List<@Nullable Path> places, Maker maker) throws IOException {
    var failures = new ArrayList<String>();
    for (Path place : places) {
      if (place == null) {
        continue;
      }
      try {
        Trail.of(place).requireKept();
        return maker.in(place);
      } catch (IOException e) {
        failures.add(e.getMessage());
      }
    }
    throw new IOException("no place for files of this user alone: " + String.join("; ", failures));
  }

  private static Path fresh(Path place, String prefix) throws IOException {
    return folder(Files.createTempDirectory(place, prefix, OWNERS_FOLDER));
  }

  private static Path foundOrFresh(Path place, String prefix) throws IOException {
    for (Path one : found(place, prefix)) {
      try {
        return folder(one);
      } catch (IOException e) {
        // A stranger's, who took the name in the hope of this; or too open by now.
      }
    }
    return fresh(place, prefix);
  }

  private static Set<Path> found(Path place, String prefix) throws IOException {
    var found = new TreeSet<Path>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(place, prefix + "*")) {
      all.forEach(found::add);
    }
    return found;
  }

  private static Path systemsTemporary() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static @Nullable Path runtime() {
    return User.absolute(System.getenv("XDG_RUNTIME_DIR"));
  }

  /**
   * Opens a file for output. One that is made is for this user alone (0600); one that is there
   * keeps its mode. What another user has put where any user can put things is not taken: no link,
   * no file, no folder, no pipe that nobody reads.
   *
   * @param appends whether what the file holds is kept
   * @throws IOException when it cannot be written, or another user has put it there
   */
  public static OutputStream output(Path path, boolean appends) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return opened(path, Trail.of(path), appends);
      } catch (FileAlreadyExistsException | NoSuchFileException e) {
        if (tries == MOST_TRIES) { // it comes and goes between our look and our opening it
          throw e;
        }
      }
    }
  }

  private static OutputStream opened(Path path, Trail trail, boolean appends) throws IOException {
    Set<OpenOption> how = new HashSet<>();
    how.add(StandardOpenOption.WRITE);
    how.add(appends ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
    if (trail.isMagic()) {
      how.add(StandardOpenOption.CREATE);
      return Files.newOutputStream(path, how.toArray(OpenOption[]::new)); // a descriptor of ours
    }
    trail.requireUnplanted();
    if (!trail.isThere()) {
      how.add(StandardOpenOption.CREATE_NEW);
    }
    how.add(LinkOption.NOFOLLOW_LINKS);
    return Channels.newOutputStream(Files.newByteChannel(trail.end(), how, OWNERS_FILE));
  }

  /**
   * Makes a folder for output, for this user alone (0700), and what is missing above it; one that
   * is there keeps its mode.
   *
   * @throws IOException when it cannot be made, or another user has put it, or a folder or link on
   *     the way, where any user can put things
   */
  public static void outputFolder(Path path) throws IOException {
    Trail trail = Trail.of(path);
    trail.requireUnplanted();
    Files.createDirectories(trail.end(), OWNERS_FOLDER);
    Trail.of(path).requireUnplanted(); // by somebody who was quicker
  }

  /**
   * Makes a file for output, as {@link #output} does, for programs that open it by its name.
   *
   * @return where it really is, without links
   * @throws IOException as {@link #output}
   */
  public static Path forOutput(Path path) throws IOException {
    output(path, true).close();
    Trail trail = Trail.of(path);
    if (trail.isMagic()) {
      return path;
    }
    trail.requireUnplanted();
    return trail.end();
  }
}
