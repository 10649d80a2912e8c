package org.purempi.channel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.purempi.os.User;

/** A file with a secret, which its user has made for himself. Any thread. */
public final class SecretFile {
  private static final Set<PosixFilePermission> OF_OWNER =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private static final int ROOT = 0;

  private SecretFile() {}

  /**
   * Reads it.
   *
   * @param mostBytes more is no secret, and is not read
   * @throws java.nio.file.NoSuchFileException when it is not there
   * @throws IOException when others may read or write it, it is not ours, or it is not a file
   */
  public static String read(Path named, int mostBytes) throws IOException {
    // Links are followed first, and once: what is looked at is what is read.
    Path file = named.toRealPath();
    requirePrivate(named, file);
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      bytes = in.readNBytes(mostBytes + 1);
    }
    if (bytes.length > mostBytes) {
      throw new IOException(named + " is longer than " + mostBytes + " bytes");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * Refuses a file that others may read or write. One that root has made for a group of this
   * process, as Kubernetes does, is as good as our own: who is in the group is root's business.
   */
  private static void requirePrivate(Path named, Path file) throws IOException {
    var attributes =
        Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new IOException(named + " is not a file");
    }
    int own = User.id();
    int owner = (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    boolean isFromOwn = owner == own || owner == ROOT || (own == ROOT && isPlacedByRoot(file));
    if (!isFromOwn) {
      throw new IOException(
          "%s belongs to %s; use a file of your own".formatted(named, attributes.owner()));
    }
    Set<PosixFilePermission> mode = EnumSet.noneOf(PosixFilePermission.class);
    mode.addAll(attributes.permissions());
    if (owner == ROOT && own != ROOT) {
      mode.remove(PosixFilePermission.GROUP_READ);
    }
    if (!OF_OWNER.containsAll(mode)) {
      throw new IOException(
          "%s holds a secret and is open to other users (%s): %s"
              .formatted(
                  named,
                  PosixFilePermissions.toString(attributes.permissions()),
                  owner == own ? "chmod 600 " + named : "its mode should be 0400 or 0440"));
    }
  }

  /** A container's root finds the file of whoever has started the container so. */
  private static boolean isPlacedByRoot(Path file) throws IOException {
    Path folder = file.getParent();
    if (folder == null) {
      return false;
    }
    var attributes =
        Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    int owner = (int) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    return owner == ROOT
        && !attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
        && !attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE);
  }
}
