package org.purempi.os;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way to a file, walked name by name as the kernel does it, with a look at who could have laid
 * each piece. A link in a place that others can write to is followed only if it is this user's or
 * root's.
 */
final class Trail {
  private static final Path PROCESSES = Path.of("/proc");
  private static final int MOST_LINKS = 40;
  private static final int ROOT = 0;
  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int FOLDER = 0040000;
  private static final int STICKY = 01000;
  private static final int GROUP_WRITES = 0020;
  private static final int OTHERS_WRITE = 0002;
  private static final int PERMISSIONS = 0777;

  /** Whether this system has owners and modes at all. */
  private static final boolean HAS_MODES =
      FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

  /** What stands under one name. */
  private record Piece(int mode, int owner, int group) {
    static Piece at(Path path) throws IOException {
      Map<String, Object> all =
          Files.readAttributes(path, "unix:mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
      return new Piece(number(all, "mode"), number(all, "uid"), number(all, "gid"));
    }

    private static int number(Map<String, Object> all, String name) throws IOException {
      if (all.get(name) instanceof Integer number) {
        return number;
      }
      throw new IOException("the system does not tell 'unix:" + name + "' of a file");
    }

    boolean is(int type) {
      return (mode & TYPE) == type;
    }

    /** Whether others may write; a group of the user's own number has no other member. */
    boolean isOpen() {
      boolean groupWrites = (mode & GROUP_WRITES) != 0 && group != owner;
      return groupWrites || (mode & OTHERS_WRITE) != 0;
    }

    boolean isTrusted() {
      return owner == User.id() || owner == ROOT;
    }
  }

  private final Deque<Path> ahead = new ArrayDeque<>();
  private Path end = PROCESSES.getRoot();
  private @Nullable Piece last;
  private @Nullable String danger;
  private boolean isMagic;
  private int links;

  private Trail() {}

  /**
   * Walks.
   *
   * @throws IOException when a link on the way is a stranger's, or there are too many
   */
  static Trail of(Path path) throws IOException {
    var trail = new Trail();
    if (!HAS_MODES) {
      trail.end = path.toAbsolutePath();
      return trail;
    }
    trail.push(path.toAbsolutePath());
    trail.last = Piece.at(trail.end);
    while (!trail.ahead.isEmpty()) {
      trail.step(trail.ahead.removeFirst());
    }
    return trail;
  }

  private void push(Path names) {
    for (int i = names.getNameCount() - 1; i >= 0; i--) {
      ahead.addFirst(names.getName(i));
    }
  }

  private void step(Path name) throws IOException {
    Piece folder = last;
    if (name.toString().equals("..") && folder != null) {
      Path above = end.getParent();
      end = above == null ? end : above;
      last = Piece.at(end);
      return;
    }
    Path next = end.resolve(name).normalize();
    Piece piece = folder == null ? null : look(next);
    if (folder != null && folder.is(FOLDER) && folder.isOpen()) {
      judge(folder, next, piece);
    }
    isMagic |= next.startsWith(PROCESSES);
    if (piece != null && piece.is(LINK) && !isMagic) {
      follow(next);
      return;
    }
    end = next;
    last = piece;
  }

  private static @Nullable Piece look(Path path) throws IOException {
    try {
      return Piece.at(path);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Notes whether what stands in an open folder can be a stranger's; refuses his link. */
  private void judge(Piece folder, Path next, @Nullable Piece piece) throws IOException {
    boolean isForeign = piece != null && !piece.isTrusted();
    if (isForeign && piece != null && piece.is(LINK)) {
      throw new IOException(
          next + " is a link that another user (" + piece.owner + ") has put there");
    }
    if ((folder.mode & STICKY) == 0) {
      danger = danger == null ? changeable(folder) : danger;
    } else if (isForeign && piece != null && danger == null) {
      danger = next + " belongs to another user (" + piece.owner + ")";
    }
  }

  private void follow(Path link) throws IOException {
    if (++links > MOST_LINKS) {
      throw new IOException(link + " leads through more than " + MOST_LINKS + " links");
    }
    Path target = Files.readSymbolicLink(link);
    if (target.isAbsolute()) {
      end = target.getRoot();
      last = Piece.at(end);
    }
    push(target);
  }

  private static String text(Piece piece) {
    var all = new StringBuilder();
    for (int bit = (PERMISSIONS + 1) >> 1, i = 0; bit > 0; bit >>= 1, i++) {
      all.append((piece.mode & bit) == 0 ? '-' : "rwx".charAt(i % "rwx".length()));
    }
    return all.toString();
  }

  /** Where it ends, without links; what is not there yet is part of it. */
  Path end() {
    return end;
  }

  /** Whether it leads into /proc, whose links are more than their texts. */
  boolean isMagic() {
    return isMagic;
  }

  /** Fails if others could lay another way to the same name. */
  void requireClosed() throws IOException {
    if (danger != null) {
      throw new IOException(danger);
    }
  }

  /** Fails if others could replace what this user puts into the folder at the end. */
  void requireKept() throws IOException {
    requireClosed();
    Piece its = last;
    if (its != null && its.isOpen() && (its.mode & STICKY) == 0) {
      throw new IOException(changeable(its));
    }
  }

  /** Fails unless what is at the end is this user's and nobody else may write to it. */
  void requireOwn() throws IOException {
    Piece its = last;
    if (its == null) {
      return; // no modes here, and no strangers to keep out
    }
    if (its.owner != User.id()) {
      throw new IOException(end + " belongs to another user (" + its.owner + ")");
    }
    if (its.isOpen()) {
      throw new IOException(changeable(its));
    }
  }

  private String changeable(Piece piece) {
    return end + " can be changed by other users (" + text(piece) + ")";
  }
}
