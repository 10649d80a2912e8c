package org.purempi.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** Files by Java's channels, where there are no native calls. */
final class ChannelDisk implements Disk {
  static final ChannelDisk INSTANCE = new ChannelDisk();

  private static final Set<String> VIEWS = FileSystems.getDefault().supportedFileAttributeViews();

  private ChannelDisk() {}

  @Override
  public OpenFile open(String path, Set<Option> options, int permissions) throws DiskException {
    PositionalFile.check(options);
    Path file = path("open", path);
    try {
      FileChannel channel =
          FileChannel.open(file, openOptions(options), attributes(options, permissions));
      try {
        requireNoDirectory("open", path, file);
        return new ChannelFile(path, file, options, channel, identity(file));
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    } catch (DiskException e) {
      throw e;
    } catch (IOException e) {
      throw SystemError.exception("open", path, e);
    }
  }

  @Override
  public void delete(String path) throws DiskException {
    Path file = path("delete", path);
    requireNoDirectory("delete", path, file, LinkOption.NOFOLLOW_LINKS);
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw SystemError.exception("delete", path, e);
    }
  }

  private static Path path(String action, String path) throws DiskException {
    if (path.isEmpty()) {
      throw SystemError.ENOENT.exception(action, path);
    }
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw SystemError.exception(DiskException.Reason.BAD_FILE, action, path, e.getReason());
    }
  }

  private static void requireNoDirectory(
      String action, String path, Path file, LinkOption... options) throws DiskException {
    if (Files.isDirectory(file, options)) {
      throw SystemError.EISDIR.exception(action, path);
    }
  }

  private static Set<OpenOption> openOptions(Set<Option> options) {
    Set<OpenOption> all = new HashSet<>();
    for (Option option : options) {
      all.add(
          switch (option) {
            case READ -> StandardOpenOption.READ;
            case WRITE -> StandardOpenOption.WRITE;
            case CREATE -> StandardOpenOption.CREATE;
            case EXCLUSIVE -> StandardOpenOption.CREATE_NEW;
          });
    }
    return all;
  }

  private static FileAttribute<?>[] attributes(Set<Option> options, int permissions) {
    if (!options.contains(Option.CREATE) || !VIEWS.contains("posix")) {
      return new FileAttribute<?>[0];
    }
    PosixFilePermission[] fromHighest = PosixFilePermission.values();
    Set<PosixFilePermission> granted = EnumSet.noneOf(PosixFilePermission.class);
    for (int i = 0; i < fromHighest.length; i++) {
      if ((permissions & (1 << (fromHighest.length - 1 - i))) != 0) {
        granted.add(fromHighest[i]);
      }
    }
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(granted)};
  }

  /** Device and number, or where files have none, a hash of the path. */
  static FileIdentity identity(Path file) throws IOException {
    if (VIEWS.contains("unix")) {
      return new FileIdentity(
          ((Number) Files.getAttribute(file, "unix:dev")).longValue(),
          ((Number) Files.getAttribute(file, "unix:ino")).longValue());
    }
    byte[] path = file.toRealPath().toString().getBytes(StandardCharsets.UTF_8);
    UUID hash = UUID.nameUUIDFromBytes(path);
    return new FileIdentity(hash.getMostSignificantBits(), hash.getLeastSignificantBits());
  }
}
