package org.purempi.disk;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.purempi.disk.DiskException.Reason;

/** The system's errors that mean something for files, in the C library's words. */
enum SystemError {
  EPERM(1, Reason.ACCESS, "Operation not permitted"),
  ENOENT(2, Reason.NO_SUCH_FILE, "No such file or directory"),
  EINTR(4, Reason.IO, "Interrupted system call"),
  EIO(5, Reason.IO, "Input/output error"),
  ENXIO(6, Reason.BAD_FILE, "No such device or address"),
  EBADF(9, Reason.IO, "Bad file descriptor"),
  EAGAIN(11, Reason.IO, "Resource temporarily unavailable"),
  EACCES(13, Reason.ACCESS, "Permission denied"),
  EEXIST(17, Reason.EXISTS, "File exists"),
  ENODEV(19, Reason.BAD_FILE, "No such device"),
  ENOTDIR(20, Reason.BAD_FILE, "Not a directory"),
  EISDIR(21, Reason.BAD_FILE, "Is a directory"),
  EINVAL(22, Reason.IO, "Invalid argument"),
  ENFILE(23, Reason.IO, "Too many open files in system"),
  EMFILE(24, Reason.IO, "Too many open files (close some, or raise the limit, ulimit -n)"),
  ETXTBSY(26, Reason.IN_USE, "Text file busy (a program is running from it)"),
  EFBIG(
      27,
      Reason.TOO_LARGE,
      "File too large (the limit is the file system's, or the process's, ulimit -f)"),
  ENOSPC(28, Reason.NO_SPACE, "No space left on device (free some, or write elsewhere)"),
  ESPIPE(29, Reason.BAD_FILE, "Illegal seek (a pipe or a terminal has no positions)"),
  EROFS(30, Reason.READ_ONLY, "Read-only file system"),
  ENAMETOOLONG(36, Reason.BAD_FILE, "File name too long"),
  ENOLCK(37, Reason.IO, "No locks available (the file system may be mounted without them)"),
  ENOSYS(38, Reason.IO, "Function not implemented"),
  ELOOP(40, Reason.BAD_FILE, "Too many levels of symbolic links"),
  EOVERFLOW(75, Reason.TOO_LARGE, "Value too large for defined data type"),
  EOPNOTSUPP(95, Reason.IO, "Operation not supported"),
  ESTALE(116, Reason.IO, "Stale file handle (its server does not know the file any more)"),
  EDQUOT(122, Reason.QUOTA, "Disk quota exceeded (delete files of yours, or write elsewhere)");

  private static final SystemError[] ALL = values();

  final int number;
  final Reason reason;
  private final String words;

  SystemError(int number, Reason reason, String words) {
    this.number = number;
    this.reason = reason;
    this.words = words;
  }

  /** The exception for a failure that a call of the kernel answered with, −number. */
  static DiskException exception(String action, String path, long answer) {
    for (SystemError error : ALL) {
      if (error.number == -answer) {
        return error.exception(action, path);
      }
    }
    return exception(Reason.IO, action, path, "error number " + -answer);
  }

  /** The exception for a failure that Java has told: by its type, or in the system's words. */
  static DiskException exception(String action, String path, IOException failure) {
    DiskException exception =
        switch (failure) {
          case NoSuchFileException _ -> ENOENT.exception(action, path);
          case FileAlreadyExistsException _ -> EEXIST.exception(action, path);
          case AccessDeniedException _ -> EACCES.exception(action, path);
          default -> byWords(action, path, String.valueOf(failure.getMessage()));
        };
    exception.initCause(failure);
    return exception;
  }

  private static DiskException byWords(String action, String path, String message) {
    for (SystemError error : ALL) {
      if (message.contains(error.words.split(" \\(", 2)[0])) {
        return error.exception(action, path);
      }
    }
    return exception(Reason.IO, action, path, message);
  }

  DiskException exception(String action, String path) {
    return exception(reason, action, path, words);
  }

  /** Such as "cannot open /data/a: No such file or directory". */
  static DiskException exception(Reason reason, String action, String path, String why) {
    return new DiskException(reason, "cannot " + action + " " + path + ": " + why);
  }
}
