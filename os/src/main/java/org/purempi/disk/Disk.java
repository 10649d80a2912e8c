package org.purempi.disk;

import java.util.Set;
import org.purempi.os.Native;
import org.purempi.setting.Setting;

/** A way to files. */
public interface Disk {
  /** How a file is opened. */
  enum Option {
    /** To read. */
    READ,

    /** To write. */
    WRITE,

    /** Makes the file if it is not there; only together with {@link #WRITE}. */
    CREATE,

    /** Only if the file was not there; only together with {@link #CREATE}. */
    EXCLUSIVE
  }

  /** The way of this process: system calls where they are possible and not switched off. */
  static Disk ofThisProcess() {
    boolean isByChannel = "channel".equals(Setting.DISK.text());
    return Native.isAvailable() && !isByChannel ? PosixDisk.ofThisMachine() : ChannelDisk.INSTANCE;
  }

  /**
   * Opens a file.
   *
   * @param path absolute, or relative to the working directory of this process
   * @param options READ, WRITE or both, and what else is wanted
   * @param permissions of a file that is made, such as 0666 (octal), less the umask
   * @throws DiskException if that is not possible; a directory is a BAD_FILE
   * @throws IllegalArgumentException if the options do not go together
   */
  OpenFile open(String path, Set<Option> options, int permissions) throws DiskException;

  /**
   * Deletes a file; who has it open can go on.
   *
   * @throws DiskException if that is not possible; a directory is a BAD_FILE
   */
  void delete(String path) throws DiskException;
}
