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
 * each piece. In a place where any user can put things, a link is followed only if it is this
 * user's or root's; what else is somebody else's there is noted.
 */
final class Trail {
  private static final Path PROCESSES = Path.of("/proc");
  private static final int MOST_LINKS = 40;
  private static final int ROOT = 0;

  /** Who has no number here: in a user namespace root, who has made {@code /} and {@code /dev}. */
  private static final int UNMAPPED = 65534;

  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int FOLDER = 0040000;
  private static final int FILE = 0100000;
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

    /** Whether any user can put things into this folder, as into {@code /tmp}. */
    boolean isPublic() {
      return (mode & OTHERS_WRITE) != 0 || (isOpen() && isSticky());
    }

    boolean isSticky() {
      return (mode & STICKY) != 0;
    }

    boolean isTrusted() {
      return owner == User.id() || owner == ROOT;
    }

    /** Whether its owner is somebody who could use it against this user. */
    boolean isStrangers() {
      return !isTrusted() && owner != UNMAPPED;
    }

    String ownersNumber() {
      return Integer.toUnsignedString(owner);
    }
  }

  private final Deque<Path> ahead = new ArrayDeque<>();
  private Path end = PROCESSES.getRoot();
  private @Nullable Piece last;
  private @Nullable String danger;
  private @Nullable String plant;
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
    if (folder != null && folder.is(FOLDER)) {
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

  /**
   * Notes whether what stands in a folder can be a stranger's; refuses his link if any can lay it.
   */
  private void judge(Piece folder, Path next, @Nullable Piece piece) throws IOException {
    if (folder.isStrangers()) {
      note(foreign(end, folder));
    }
    if (folder.isOpen() && !folder.isSticky()) {
      note(changeable(folder));
    }
    if (piece == null || piece.isTrusted() || !folder.isOpen()) {
      return;
    }
    if (folder.isSticky()) {
      note(foreign(next, piece));
    }
    if (folder.isPublic() && piece.is(LINK)) {
      throw new IOException(
          next + " is a link that another user (" + piece.ownersNumber() + ") has put there");
    }
    if (folder.isPublic() && plant == null && !isShared(next, piece)) {
      plant = foreign(next, piece);
    }
  }

  private void note(String what) {
    danger = danger == null ? what : danger;
  }

  private static String foreign(Path path, Piece piece) {
    return path + " belongs to another user (" + piece.ownersNumber() + ")";
  }

  /** Whether it is a folder of a group that this user is in, for its members alone. */
  private static boolean isShared(Path path, Piece piece) {
    return piece.is(FOLDER)
        && piece.isOpen()
        && (piece.mode & OTHERS_WRITE) == 0
        && User.id() != ROOT // who may write anywhere, in a group or not
        && Files.isWritable(path);
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
    if (its != null && its.isStrangers()) {
      throw new IOException(foreign(end, its));
    }
    if (its != null && its.isOpen() && !its.isSticky()) {
      throw new IOException(changeable(its));
    }
  }

  /**
   * Fails if a stranger has put what is at the end, or a folder on the way, where he expects this
   * user's output: as {@code fs.protected_regular} and {@code fs.protected_fifos} have it.
   */
  void requireUnplanted() throws IOException {
    if (plant != null) {
      throw new IOException(plant);
    }
    Piece its = last;
    if (its != null && !its.is(FILE) && !its.is(FOLDER) && its.isStrangers()) {
      throw new IOException(foreign(end, its) + " and is not a file");
    }
  }

  /** Whether something stands at the end. */
  boolean isThere() {
    return last != null;
  }

  /** Fails unless what is at the end is this user's and nobody else may write to it. */
  void requireOwn() throws IOException {
    Piece its = last;
    if (its == null) {
      return; // no modes here, and no strangers to keep out
    }
    if (its.owner != User.id()) {
      throw new IOException(foreign(end, its));
    }
    if (its.isOpen()) {
      throw new IOException(changeable(its));
    }
  }

  private String changeable(Piece piece) {
    return end + " can be changed by other users (" + text(piece) + ")";
  }
}
