package org.purempi.os.fast;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
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
   * Calls a routine with two places in memory (rdi, rsi), arrays or not, and four numbers (rdx,
   * rcx, r8, r9). Arrays stay where they are: no collection of this process can begin during the
   * call.
   */
  static long call(
      MemorySegment routine,
      MemorySegment one,
      MemorySegment other,
      long a,
      long b,
      long c,
      long d) {
    try {
      return (long) Call.HANDLE.invokeExact(routine, one, other, a, b, c, d);
    } catch (Throwable e) {
      throw thrown(e);
    }
  }

  /** As {@link #call} without arrays, for what takes long: collections go on meanwhile. */
  static long callForLong(
      MemorySegment routine,
      MemorySegment one,
      MemorySegment other,
      long a,
      long b,
      long c,
      long d) {
    try {
      return (long) LongCall.HANDLE.invokeExact(routine, one, other, a, b, c, d);
    } catch (Throwable e) {
      throw thrown(e);
    }
  }

  /** Binds {@link #call}, which takes some milliseconds; true. */
  static boolean bind() {
    return Call.HANDLE != null;
  }

  /** Binds {@link #callForLong}; true. */
  static boolean bindForLong() {
    return LongCall.HANDLE != null;
  }

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

  /**
   * Two places and four numbers: one shape of call for all routines that can do with it, because a
   * young JVM takes 15 ms for each new one.
   */
  @SuppressWarnings("restricted")
  private static MethodHandle handle(Linker.Option... options) {
    var descriptor =
        FunctionDescriptor.of(
            JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    return Linker.nativeLinker().downcallHandle(descriptor, options);
  }

  /** Bound when this class is first used. */
  private static final class Call {
    static final MethodHandle HANDLE = handle(Linker.Option.critical(true));
  }

  /** Bound when this class is first used. */
  private static final class LongCall {
    static final MethodHandle HANDLE = handle();
  }
}
