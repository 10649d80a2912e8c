package org.purempi.os.fast;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.purempi.os.Native;
import org.purempi.os.Syscall;

/**
 * Pages of machine code, for the few steps that neither Java nor the C library offers. x86-64 Linux
 * only.
 */
final class MachineCode {
  /** Whether there can be such pages here. */
  static final boolean IS_POSSIBLE =
      Native.isAvailable() && Syscall.NUMBERS == Syscall.Numbers.X86_64;

  /** Never called: an address for handles whose pages could not be made. */
  static final MemorySegment NOWHERE = MemorySegment.ofAddress(4096);

  private static final long MMAP = 9;
  private static final long MPROTECT = 10;
  private static final long PAGE_BYTES = 4096;
  private static final long READ_WRITE = 3;
  private static final long READ_EXECUTE = 5;
  private static final long PRIVATE_ANONYMOUS = 0x22;

  private MachineCode() {}

  /**
   * Throws what a call of a routine threw: mostly that its memory is closed, or another thread's.
   */
  static AssertionError thrown(Throwable byCall) {
    if (byCall instanceof RuntimeException e) {
      throw e;
    }
    return new AssertionError("a routine of machine code threw", byCall);
  }

  /** Executable pages that begin with {@code code}; {@link #NOWHERE} where that is forbidden. */
  @SuppressWarnings("restricted")
  static MemorySegment pages(byte[] code) {
    long bytes = (code.length + PAGE_BYTES - 1) & -PAGE_BYTES;
    long address = Syscall.call(MMAP, 0, bytes, READ_WRITE, PRIVATE_ANONYMOUS);
    if (address <= 0) {
      return NOWHERE;
    }
    MemorySegment pages = MemorySegment.ofAddress(address).reinterpret(bytes);
    MemorySegment.copy(code, 0, pages, JAVA_BYTE, 0, code.length);
    boolean executable = Syscall.call(MPROTECT, address, bytes, READ_EXECUTE, 0) == 0;
    return executable ? pages : NOWHERE;
  }
}
