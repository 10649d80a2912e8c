package org.purempi.transport.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;
import org.purempi.os.User;

/**
 * The file that all ranks map. Its address, for the other ranks, is one of
 *
 * <pre>
 *   proc:KEY:PID:FD       open /proc/PID/fd/FD; the file has no name any more
 *   name:KEY:PATH         open PATH; the last rank to open it removes the name
 * </pre>
 *
 * where KEY is a random number that the file repeats, so that a stale address cannot reach another
 * job's file.
 */
final class SegmentFile implements AutoCloseable {
  private static final Path PROCESSES = Path.of("/proc");
  private static final Path SELF = Path.of("/proc/self");
  private static final String PREFIX = "purempi-";
  private static final int HEX = 16;
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final byte[] ZEROS = new byte[64 << 10];

  private final RandomAccessFile file;
  private final String address;
  private final long key;

  private SegmentFile(RandomAccessFile file, String address, long key) {
    this.file = file;
    this.address = address;
    this.key = key;
  }

  /** Makes the file of {@code plan} in {@code directory}, its header and board ready for use. */
  static SegmentFile create(Path directory, SegmentPlan plan, boolean keepsName)
      throws IOException {
    SecureRandom random = new SecureRandom();
    long key = random.nextLong() & Long.MAX_VALUE;
    Path path = directory.resolve(PREFIX + Long.toString(random.nextLong() >>> 1, HEX));
    Files.createFile(path, OWNER_ONLY);
    RandomAccessFile file = null;
    try {
      file = new RandomAccessFile(path.toFile(), "rw");
      String address;
      if (keepsName || !Files.isDirectory(SELF.resolve("fd"))) {
        path.toFile().deleteOnExit();
        requireOurs(path);
        address = "name:" + Long.toString(key, HEX) + ":" + encode(path);
      } else {
        Path real = path.toRealPath();
        Files.delete(path); // at once: who is killed from here on leaves nothing behind
        String descriptor = descriptorOf(real);
        requireOurs(path(("proc::" + descriptor).split(":", -1)));
        address = "proc:" + Long.toString(key, HEX) + ":" + descriptor;
      }
      if (file.length() != 0) {
        throw new IOException(path + " was exchanged for another file while it was opened");
      }
      file.setLength(plan.bytes());
      SegmentFile segment = new SegmentFile(file, address, key);
      segment.reserve(0, plan.heapBegin());
      segment.writeHeader(plan);
      return segment;
    } catch (IOException failed) {
      Files.deleteIfExists(path);
      if (file != null) {
        file.close();
      }
      throw failed;
    }
  }

  /** Opens the file that {@code address} names. */
  static SegmentFile open(String address) throws IOException {
    String[] parts = address.split(":", 4);
    try {
      long key = Long.parseLong(parts[1], HEX);
      Path path = path(parts);
      if (!Files.exists(path)) {
        throw new IOException("the shared file at " + path + " is gone: has its creator ended?");
      }
      requireOurs(path);
      return new SegmentFile(new RandomAccessFile(path.toFile(), "rw"), address, key);
    } catch (IndexOutOfBoundsException | NumberFormatException malformed) {
      throw new IOException(
          "'" + address + "' is not the address of a shared file of purempi", malformed);
    }
  }

  /**
   * Whoever can put a name of his own into the key-value space, or into the directory, must not
   * choose our memory. Links are followed only in /proc, where they are descriptors.
   */
  private static void requireOurs(Path path) throws IOException {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return;
    }
    LinkOption[] how =
        path.startsWith(PROCESSES)
            ? new LinkOption[0]
            : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    if (!Files.isRegularFile(path, how)) {
      throw new IOException("what is at " + path + " is not a file, as shared memory is");
    }
    Object owner = Files.getAttribute(path, "unix:uid", how);
    if (!owner.equals(User.id())) {
      throw new IOException(
          "the shared file at " + path + " belongs to user " + owner + ", who is not this one");
    }
  }

  String address() {
    return address;
  }

  long key() {
    return key;
  }

  /**
   * Maps the whole file, until the collector finds that nobody uses its memory any more. An
   * interrupt does not disturb it: the flag is put back afterwards.
   *
   * <p>Memory that could be unmapped at once, that of a shared arena, has to be held during every
   * call of native code with it: two atomic instructions, each of which waits for the stores before
   * it (docs/decisions/copies.md).
   */
  MemorySegment map() throws IOException {
    boolean wasInterrupted = Thread.interrupted();
    try {
      FileChannel channel = file.getChannel();
      if (file.length() < SegmentHeader.BYTES) {
        throw new IOException("the file behind '" + address + "' is too short to be shared memory");
      }
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, file.length(), Arena.ofAuto());
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Makes the pages of {@code bytes} bytes from {@code offset} exist, filled with zeros, or fails
   * with the file system's "no space left".
   */
  void reserve(long offset, long bytes) throws IOException {
    file.seek(offset);
    for (long left = bytes; left > 0; left -= Math.min(left, ZEROS.length)) {
      file.write(ZEROS, 0, (int) Math.min(left, ZEROS.length));
    }
  }

  /** Removes the file's name, if it still has one. */
  void unlink() throws IOException {
    String[] parts = address.split(":", 4);
    if (parts[0].equals("name")) {
      Files.deleteIfExists(path(parts));
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private void writeHeader(SegmentPlan plan) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment header = arena.allocate(SegmentHeader.BYTES, Long.BYTES);
      SegmentHeader.format(header, plan, key);
      file.seek(0);
      file.write(header.toArray(ValueLayout.JAVA_BYTE));
    }
  }

  private static Path path(String[] parts) throws IOException {
    return switch (parts[0]) {
      case "proc" -> Path.of("/proc", parts[2], "fd", parts[3]);
      case "name" -> Path.of(URLDecoder.decode(parts[2], StandardCharsets.UTF_8));
      default -> throw new IOException("unknown kind of shared file: " + parts[0]);
    };
  }

  private static String encode(Path path) {
    return URLEncoder.encode(path.toAbsolutePath().toString(), StandardCharsets.UTF_8);
  }

  /** PID:FD of this process's descriptor for a file that had this name, which was its alone. */
  private static String descriptorOf(Path real) throws IOException {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(SELF.resolve("fd"))) {
      for (Path descriptor : open) {
        if (isLinkTo(descriptor, real)) {
          return Files.readSymbolicLink(SELF) + ":" + descriptor.getFileName();
        }
      }
    }
    throw new IOException("no descriptor in /proc/self/fd leads to " + real);
  }

  /** The kernel writes {@code " (deleted)"} after a name that is no more. */
  private static boolean isLinkTo(Path descriptor, Path target) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith(target.toString());
    } catch (IOException closedMeanwhile) {
      // The listing's own descriptor, or another thread's: not the one we look for, that is open.
      return false;
    }
  }
}
