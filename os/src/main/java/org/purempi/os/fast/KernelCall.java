package org.purempi.os.fast;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

/**
 * Calls of the kernel without the C library in between: they take arrays on the heap as they are
 * and answer with −1 times the error number. A call with an array waits for nothing long, as no
 * collection of this process can begin meanwhile; collections go on during one with other memory.
 *
 * <p>Linux on x86-64 only. Bound by the first call, which takes some milliseconds.
 *
 * <pre>
 *   call: rdi first · rsi memory · rdx offset into it · rcx third · r8 fourth · r9 number
 *      0  add rsi, rdx;  mov rdx, rcx;  mov r10, r8;  mov rax, r9
 *      c  syscall;       ret
 *   parts: rdi table · rsi memory · rdx entries · rcx position · r8 descriptor · r9 flags, number
 *      f  mov r10, rcx;  mov rax, rdx;  mov r11, rdi
 *     18  add [r11], rsi;  add r11, 16;  dec rax;  jne 18       offsets become addresses
 *     24  mov rsi, rdi;  mov rdi, r8;   mov eax, r9d;  shr r9, 32
 *     31  syscall;       ret
 * </pre>
 */
public final class KernelCall {
  private static final String CALL_CODE = "4801d64889ca4d89c24c89c80f05c3";
  private static final String PARTS_CODE =
      "4989ca4889d04989fb4901334983c31048ffc875f44889fe4c89c74489c849c1e9200f05c3";

  private static final byte[] CODE = HexFormat.of().parseHex(CALL_CODE + PARTS_CODE);
  private static final long PARTS_AT = CALL_CODE.length() / 2;

  private static final int FLAGS_SHIFT = 32;

  /** The most that a call with an array should move: some 50 µs. */
  public static final long MOST_ARRAY_BYTES = 1 << 20;

  private KernelCall() {}

  /** Whether there can be such calls here. */
  public static boolean isPossible() {
    return MachineCode.IS_POSSIBLE && Routines.CALL != MachineCode.NOWHERE;
  }

  /** Calls with numbers or addresses only; it may wait. */
  public static long call(long number, long a, long b, long c, long d) {
    MemorySegment first = MemorySegment.ofAddress(a);
    return MachineCode.callForLong(Routines.CALL, first, MemorySegment.NULL, b, c, d, number);
  }

  /**
   * Reads or writes memory from {@code offset} on.
   *
   * @param descriptor the descriptor's number as an address
   */
  public static long transfer(
      long number,
      MemorySegment descriptor,
      MemorySegment memory,
      long offset,
      long bytes,
      long at) {
    return memory.isNative()
        ? MachineCode.callForLong(Routines.CALL, descriptor, memory, offset, bytes, at, number)
        : MachineCode.call(Routines.CALL, descriptor, memory, offset, bytes, at, number);
  }

  /**
   * Reads or writes parts of memory.
   *
   * @param flags of preadv2 and pwritev2, else 0
   * @param table entries of 16 bytes, outside the heap: the offset of a part and its length; the
   *     offsets are addresses afterwards
   * @param entries how many, at least one
   */
  public static long transferParts(
      long number,
      long flags,
      long descriptor,
      MemorySegment table,
      MemorySegment memory,
      long entries,
      long at) {
    long how = (flags << FLAGS_SHIFT) | number;
    return memory.isNative()
        ? MachineCode.callForLong(Routines.PARTS, table, memory, entries, at, descriptor, how)
        : MachineCode.call(Routines.PARTS, table, memory, entries, at, descriptor, how);
  }

  /** Made when this class is first used. */
  private static final class Routines {
    static final MemorySegment CALL = MachineCode.pages(CODE);
    static final MemorySegment PARTS = MemorySegment.ofAddress(CALL.address() + PARTS_AT);
  }
}
