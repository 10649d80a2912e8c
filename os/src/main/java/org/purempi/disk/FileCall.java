package org.purempi.disk;

import org.purempi.os.Syscall;

/** The kernel's calls for files; only where native calls are possible. */
enum FileCall {
  OPENAT(257, 56),
  CLOSE(3, 57),
  FSTAT(5, 80),
  LSEEK(8, 62),
  PREAD(17, 67),
  PWRITE(18, 68),
  PREADV(295, 69),
  PWRITEV(296, 70),
  PREADV2(327, 286),
  FTRUNCATE(77, 46),
  FALLOCATE(285, 47),
  FDATASYNC(75, 83),
  SYNC_FILE_RANGE(277, 84),
  FCNTL(72, 25),
  UNLINKAT(263, 35);

  /** The number on this machine. */
  final long number;

  FileCall(long onX86, long onAarch64) {
    number = Syscall.NUMBERS == Syscall.Numbers.X86_64 ? onX86 : onAarch64;
  }

  /** The way to the kernel: the result, or −1 times the error number. */
  interface Kernel {
    long call(long number, long a, long b, long c, long d);
  }
}
