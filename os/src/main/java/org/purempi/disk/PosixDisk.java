package org.purempi.disk;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.purempi.disk.DiskException.Reason;
import org.purempi.disk.FileCall.Kernel;
import org.purempi.os.Syscall;
import org.purempi.os.fast.KernelCall;

/** Files by the kernel's calls. */
final class PosixDisk implements Disk {
  private static final long WORKING_DIRECTORY = -100;

  private static final long WRITE_ONLY = 1;
  private static final long READ_AND_WRITE = 2;
  private static final long CREATE = 0x40;
  private static final long EXCLUSIVE = 0x80;
  private static final long NO_TERMINAL = 0x100;
  private static final long CLOSE_ON_EXEC = 0x80000;

  /** Of a {@code struct stat}: where what is, which differs between the machines. */
  private static final long STAT_BYTES = 144;

  private static final long DEVICE_AT = 0;
  private static final long NUMBER_AT = 8;
  private static final long MODE_AT = Syscall.NUMBERS == Syscall.Numbers.X86_64 ? 24 : 16;
  private static final int KIND = 0xF000;
  private static final int DIRECTORY = 0x4000;

  /** That of the names which Java has read itself. */
  private static final Charset OF_NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.UTF_8);

  private final boolean takesArrays;
  private final Kernel kernel;

  private PosixDisk(boolean takesArrays) {
    this.takesArrays = takesArrays;
    this.kernel = takesArrays ? KernelCall::call : Syscall::answer;
  }

  /** With machine code, where that is possible. */
  static PosixDisk ofThisMachine() {
    return new PosixDisk(KernelCall.isPossible());
  }

  /** By the C library, which takes no arrays. */
  static PosixDisk ofLibrary() {
    return new PosixDisk(false);
  }

  @Override
  public OpenFile open(String path, Set<Option> options, int permissions) throws DiskException {
    PositionalFile.check(options);
    try (Arena arena = Arena.ofConfined()) {
      long name = name(arena, "open", path).address();
      int descriptor =
          (int)
              answer(
                  "open",
                  path,
                  FileCall.OPENAT,
                  WORKING_DIRECTORY,
                  name,
                  flags(options),
                  permissions);
      MemorySegment status = arena.allocate(STAT_BYTES, Long.BYTES);
      long told = kernel.call(FileCall.FSTAT.number, descriptor, status.address(), 0, 0);
      boolean isDirectory = (status.get(JAVA_INT, MODE_AT) & KIND) == DIRECTORY;
      if (told < 0 || isDirectory) {
        kernel.call(FileCall.CLOSE.number, descriptor, 0, 0, 0);
        throw SystemError.exception("open", path, told < 0 ? told : -SystemError.EISDIR.number);
      }
      var identity =
          new FileIdentity(status.get(JAVA_LONG, DEVICE_AT), status.get(JAVA_LONG, NUMBER_AT));
      return takesArrays
          ? new DirectFile(path, options, descriptor, identity)
          : new PosixFile(path, options, descriptor, identity, kernel);
    }
  }

  @Override
  public void delete(String path) throws DiskException {
    try (Arena arena = Arena.ofConfined()) {
      long name = name(arena, "delete", path).address();
      answer("delete", path, FileCall.UNLINKAT, WORKING_DIRECTORY, name, 0, 0);
    }
  }

  private long answer(String action, String path, FileCall call, long a, long b, long c, long d)
      throws DiskException {
    return answer(kernel, action, path, call, a, b, c, d);
  }

  /** Calls until nothing interrupts it. */
  static long answer(
      Kernel kernel, String action, String path, FileCall call, long a, long b, long c, long d)
      throws DiskException {
    long answer;
    do {
      answer = kernel.call(call.number, a, b, c, d);
    } while (answer == -Syscall.EINTR);
    if (answer < 0) {
      throw SystemError.exception(action, path, answer);
    }
    return answer;
  }

  private static MemorySegment name(Arena arena, String action, String path) throws DiskException {
    if (path.indexOf('\0') >= 0) {
      throw SystemError.exception(Reason.BAD_FILE, action, path, "its name has a NUL character");
    }
    boolean isPossible = OF_NAMES.newEncoder().canEncode(path);
    byte[] name = path.getBytes(isPossible ? OF_NAMES : StandardCharsets.UTF_8);
    MemorySegment text = arena.allocate(name.length + 1L);
    MemorySegment.copy(MemorySegment.ofArray(name), 0, text, 0, name.length);
    return text;
  }

  private static long flags(Set<Option> options) {
    long flags = CLOSE_ON_EXEC | NO_TERMINAL;
    if (options.contains(Option.WRITE)) {
      flags |= options.contains(Option.READ) ? READ_AND_WRITE : WRITE_ONLY;
    }
    if (options.contains(Option.CREATE)) {
      flags |= CREATE;
    }
    if (options.contains(Option.EXCLUSIVE)) {
      flags |= EXCLUSIVE;
    }
    return flags;
  }
}
