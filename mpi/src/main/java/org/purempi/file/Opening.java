package org.purempi.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.FileMode;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.ProcessFailedException;
import org.purempi.disk.Disk;
import org.purempi.disk.DiskException;
import org.purempi.disk.OpenFile;

/**
 * How the ranks of a communicator open a file, all or none, and close it (sections 14.2.1, 14.2.2).
 * Rank 0 is first: it makes the file, if it is to be made.
 */
final class Opening {
  private static final Set<FileMode> WAYS =
      EnumSet.of(FileMode.RDONLY, FileMode.WRONLY, FileMode.RDWR);

  private final Disk disk;
  private final Team team;
  private final String path;
  private final Set<FileMode> amode;
  private final FileHints hints;

  /** The path that is opened: another one while the file is written beside that. */
  private String opened;

  Opening(Disk disk, Team team, String filename, Set<FileMode> amode, FileHints hints) {
    this.disk = disk;
    this.team = team;
    this.path = plain(filename);
    this.amode = amode;
    this.hints = hints;
    this.opened = path;
  }

  /** A path without the prefix of a file system; other colons belong to the name. */
  static String plain(String filename) {
    return filename.startsWith("ufs:") || filename.startsWith("nfs:")
        ? filename.substring(filename.indexOf(':') + 1)
        : filename;
  }

  String path() {
    return path;
  }

  /** Refuses modes that exclude each other. */
  private void check() {
    long ways = amode.stream().filter(WAYS::contains).count();
    if (ways != 1) {
      throw wrongMode("one of RDONLY, WRONLY and RDWR is needed");
    }
    if (amode.contains(FileMode.RDONLY)
        && (amode.contains(FileMode.CREATE) || amode.contains(FileMode.EXCL))) {
      throw wrongMode("a file that is only read is not made");
    }
    if (amode.contains(FileMode.RDWR) && amode.contains(FileMode.SEQUENTIAL)) {
      throw wrongMode("a sequential file is read or written, not both");
    }
    if (hints.isReplacing()
        && (!amode.contains(FileMode.CREATE) || amode.contains(FileMode.APPEND))) {
      throw wrongMode("atomicReplace writes a new file: it needs CREATE, and no APPEND");
    }
  }

  private MpiArgumentException wrongMode(String why) {
    return new MpiArgumentException(ErrorClass.AMODE, "open " + path + " as " + amode + ": " + why);
  }

  /** The same number for the same modes in every process. */
  private long modeNumber() {
    return new TreeSet<>(amode).toString().hashCode();
  }

  private void requireSame(Team.Facts facts, int which, String what, Object here) {
    if (!facts.isSame(which)) {
      throw new MpiArgumentException(
          ErrorClass.NOT_SAME,
          "the ranks open " + path + " with different " + what + "; here: " + here);
    }
  }

  /**
   * Opens it; collective.
   *
   * @param wrong what is wrong with this rank's hints
   */
  OpenFile open(@Nullable RuntimeException wrong) {
    RuntimeException known = wrong != null ? wrong : Team.attempt(this::check);
    long process = ProcessHandle.current().pid();
    Team.Facts facts = team.begin(Call.OPEN, known, modeNumber(), hints.sameNumber(), process);
    requireSame(facts, 0, "modes", amode);
    requireSame(facts, 1, "hints for collective calls", hints.info());
    if (hints.isReplacing()) {
      opened = path + suffix(facts.of(0, 2));
    }
    @Nullable OpenFile[] file = {null};
    try {
      team.agree("open", team.rank() == 0 ? Team.attempt(() -> file[0] = openFirst()) : null);
      team.agree("open", team.rank() != 0 ? Team.attempt(() -> file[0] = open(false)) : null);
    } catch (ProcessFailedException e) {
      abandon(file[0]);
      throw e;
    } catch (MpiException | MpiArgumentException e) {
      OpenFile mine = file[0];
      if (mine != null) {
        DiskErrors.run(mine::close);
        if (hints.isReplacing() && team.rank() == 0) {
          DiskErrors.run(() -> disk.delete(opened));
        }
      }
      throw e;
    }
    return Objects.requireNonNull(file[0]);
  }

  /**
   * Closes a file, if it is open, that ranks which have failed will not; and see {@link #clean}.
   */
  void abandon(@Nullable OpenFile file) {
    if (file != null) {
      DiskErrors.run(file::close);
    }
    clean();
  }

  /** Leaves nothing behind that is to go with the file, since a rank has failed; by one rank. */
  void clean() {
    if (!team.isFirstAlive()) {
      return;
    }
    if (hints.isReplacing()) {
      deleteIfThere(opened);
    }
    if (amode.contains(FileMode.DELETE_ON_CLOSE)) {
      deleteIfThere(path);
    }
  }

  private void deleteIfThere(String its) {
    try {
      disk.delete(its);
    } catch (DiskException e) {
      if (e.reason() != DiskException.Reason.NO_SUCH_FILE) {
        throw DiskErrors.of(e);
      }
    }
  }

  private static String suffix(long process) {
    return "." + process + ".part";
  }

  private OpenFile openFirst() {
    if (hints.isReplacing() && amode.contains(FileMode.EXCL) && Files.exists(Path.of(path))) {
      throw new MpiException(ErrorClass.FILE_EXISTS, path + " exists, and EXCL was asked for");
    }
    return open(true);
  }

  private OpenFile open(boolean isFirst) {
    Set<Disk.Option> options = EnumSet.noneOf(Disk.Option.class);
    if (!amode.contains(FileMode.WRONLY)) {
      options.add(Disk.Option.READ);
    }
    if (!amode.contains(FileMode.RDONLY)) {
      options.add(Disk.Option.WRITE);
    }
    if (isFirst && amode.contains(FileMode.CREATE)) {
      options.add(Disk.Option.CREATE);
      if (amode.contains(FileMode.EXCL) || hints.isReplacing()) {
        options.add(Disk.Option.EXCLUSIVE);
      }
    }
    // An aggregator that writes may have to read what lies in the holes.
    return DiskErrors.get(() -> opened(options));
  }

  private OpenFile opened(Set<Disk.Option> options) throws DiskException {
    if (!options.contains(Disk.Option.READ)) {
      Set<Disk.Option> both = EnumSet.copyOf(options);
      both.add(Disk.Option.READ);
      try {
        return disk.open(opened, both, hints.permissions());
      } catch (DiskException e) {
        if (e.reason() != DiskException.Reason.ACCESS) {
          throw e;
        }
      }
    }
    return disk.open(opened, options, hints.permissions());
  }

  /** Whether something is left to do when all have closed it. */
  boolean leavesWork() {
    return hints.isReplacing() || hints.isDurable() || amode.contains(FileMode.DELETE_ON_CLOSE);
  }

  /** What is left to do when all have closed it; by one rank. */
  void closed() {
    if (hints.isReplacing()) {
      try {
        Files.move(Path.of(opened), Path.of(path), StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        throw new MpiException(
            ErrorClass.IO,
            "what was written to " + opened + " cannot take the place of " + path + ": " + e,
            e);
      }
    }
    if (hints.isDurable()) {
      syncFolder();
    }
    if (amode.contains(FileMode.DELETE_ON_CLOSE)) {
      DiskErrors.run(() -> disk.delete(path));
    }
  }

  private void syncFolder() {
    Path folder = Path.of(path).toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      } catch (IOException e) {
        throw new MpiException(
            ErrorClass.IO, "the folder " + folder + " cannot be synced: " + e, e);
      }
    }
  }
}
