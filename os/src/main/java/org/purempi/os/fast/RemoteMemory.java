package org.purempi.os.fast;

import java.lang.foreign.MemorySegment;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import org.purempi.setting.Setting;

/**
 * Reads the memory of another process of this host, arrays on its heap included, with {@code
 * process_vm_readv}, and writes what lies outside its heap with {@code process_vm_writev}: one copy
 * instead of one into shared memory and one out of it.
 *
 * <p>An array may move while another process reads it. So the reader reads the array, and behind
 * it, in the same call, how many collections the owner's JVM has begun: the number that it was when
 * the owner gave the address away says that nothing has moved ({@link #collections}). Arrays of a
 * JVM that does not tell the number cannot be read so. An array read into cannot move: the call is
 * a critical one, which no collection interrupts.
 *
 * <p>Linux on x86-64 only, with a collector that moves objects only while all threads stand still.
 * Elsewhere, and until the first use has bound it in the background, {@link #isReady} is false.
 *
 * <pre>
 *   address: rdi array       read: rdi process · rsi target · rdx offset into it      (write: source)
 *      0  mov rax, rdi             rcx address there · r8 bytes · r9 address of a number there, or 0
 *      3  ret                4  add rsi, rdx;        sub rsp, 88
 *                            b  mov [rsp], rsi;      mov [rsp+8], r8             iovecs here:
 *                           14  lea rax, [rsp+64];   mov [rsp+16], rax           target, number
 *                           1e  mov qword [rsp+24], 4
 *                           27  mov [rsp+32], rcx;   mov [rsp+40], r8            iovecs there
 *                           31  mov [rsp+48], r9;    mov qword [rsp+56], 4
 *                           3f  mov dword [rsp+64], 0
 *                           47  xor edx, edx;        test r9, r9;  setne dl      one or two
 *                           4f  lea rcx, [r8+rdx*4]; mov [rsp+72], rcx           bytes in all
 *                           58  inc edx;             mov r8d, edx
 *                           5d  mov rsi, rsp;        lea r10, [rsp+32];  xor r9d, r9d
 *                           68  mov eax, 310;        syscall                       write: 311
 *                           6f  cmp rax, [rsp+72];   jne fail
 *                           76  mov eax, [rsp+64];   add rsp, 88;  ret
 *                     fail: 7f  or rax, -1;          add rsp, 88;  ret
 * </pre>
 */
public final class RemoteMemory {
  private static final String ADDRESS_CODE = "4889f8c3";

  /** With {@code ##} for the low byte of the system call's number. */
  private static final String CALL_CODE =
      "4801d64883ec58488934244c89442408488d4424404889442410"
          + "48c74424180400000048894c24204c894424284c894c243048c744243804000000"
          + "c74424400000000031d24d85c90f95c2498d0c9048894c2448ffc24189d0"
          + "4889e64c8d5424204531c9b8##0100000f05483b44244875098b4424404883c458c3"
          + "4883c8ff4883c458c3";

  private static final byte[] CODE =
      HexFormat.of()
          .parseHex(ADDRESS_CODE + CALL_CODE.replace("##", "36") + CALL_CODE.replace("##", "37"));

  private static final long READ_AT = ADDRESS_CODE.length() / 2;
  private static final long WRITE_AT = READ_AT + CALL_CODE.length() / 2;

  /**
   * Into an array: no collection of this process can begin during one call, so a call does not take
   * long: 50 µs, of which 2 to 3 are the call's own (docs/decisions/lending.md).
   */
  private static final long ARRAY_BYTES_PER_CALL = 1 << 20;

  /** Into other memory: what the kernel takes at once ends at 2 GiB. */
  private static final long BYTES_PER_CALL = 1 << 30;

  /** The young collectors that stop all threads while they move objects. */
  private static final Set<String> STOPPING = Set.of("Copy", "G1 Young Generation", "PS Scavenge");

  private static final Readiness READINESS =
      new Readiness(Setting.DIRECT_READS, () -> stopsToCollect() && Routines.areBound());

  private RemoteMemory() {}

  /** Whether memory can be read and lent now; if not, begins to make it so on another thread. */
  public static boolean isReady() {
    return READINESS.get();
  }

  private static boolean stopsToCollect() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName)
        .anyMatch(STOPPING::contains);
  }

  /** Where this process keeps what {@link #collections} says, for {@link #read}; 0: nowhere. */
  public static long countAddress() {
    return Routines.COUNT_AT;
  }

  /**
   * How many collections this JVM has begun, in 32 bits that wrap. While it stays the same no array
   * moves. Only if there is a {@link #countAddress}.
   */
  public static long collections() {
    return CollectionCount.now();
  }

  /** Where memory lies now: an array's segment, or a native one. */
  public static long addressOf(MemorySegment memory) {
    if (memory.isNative()) {
      return memory.address();
    }
    return MachineCode.call(Routines.PAGE, memory, MemorySegment.NULL, 0, 0, 0, 0);
  }

  /**
   * Reads {@code bytes} bytes at {@code address} of process {@code process}, which may be this one.
   *
   * @return false if that is not possible, or no longer; parts may have been read
   */
  public static boolean read(
      long process, long address, MemorySegment to, long toOffset, long bytes) {
    return read(process, address, to, toOffset, bytes, 0) >= 0;
  }

  /**
   * Reads as {@link #read(long, long, MemorySegment, long, long)} does, and behind all of it a
   * number of 32 bits at {@code numberAddress} of that process, unless that is 0.
   *
   * @return the number; −1 if it is not possible, or no longer
   */
  public static long read(
      long process, long address, MemorySegment to, long toOffset, long bytes, long numberAddress) {
    Objects.checkFromIndexSize(toOffset, bytes, to.byteSize());
    long most = to.isNative() ? BYTES_PER_CALL : ARRAY_BYTES_PER_CALL;
    long number = 0;
    for (long done = 0; done < bytes && number >= 0; ) {
      long part = Math.min(bytes - done, most);
      boolean isLast = done + part == bytes;
      number = call(process, to, toOffset + done, address + done, part, isLast ? numberAddress : 0);
      done += part;
    }
    return number;
  }

  private static long call(
      long process, MemorySegment to, long toOffset, long from, long bytes, long numberAt) {
    MemorySegment number = MemorySegment.ofAddress(process);
    return to.isNative()
        ? MachineCode.callForLong(Routines.READ, number, to, toOffset, from, bytes, numberAt)
        : MachineCode.call(Routines.READ, number, to, toOffset, from, bytes, numberAt);
  }

  /**
   * Writes {@code bytes} bytes at {@code from}, outside the heap of this process, to {@code
   * address} of process {@code process}, which may be this one.
   *
   * @param bytes below 2 GiB: the kernel takes no more at once
   * @return false if that is not possible, or no longer; parts may have been written
   */
  public static boolean write(long process, long address, long from, long bytes) {
    MemorySegment number = MemorySegment.ofAddress(process);
    MemorySegment source = MemorySegment.ofAddress(from);
    return MachineCode.callForLong(Routines.WRITE, number, source, 0, address, bytes, 0) >= 0;
  }

  /** Bound when this class is first used. */
  private static final class Routines {
    static final MemorySegment PAGE = MachineCode.pages(CODE);
    static final long COUNT_AT = CollectionCount.ADDRESS;
    static final MemorySegment READ = MemorySegment.ofAddress(PAGE.address() + READ_AT);
    static final MemorySegment WRITE = MemorySegment.ofAddress(PAGE.address() + WRITE_AT);

    static boolean areBound() {
      return PAGE != MachineCode.NOWHERE && MachineCode.bind() && MachineCode.bindForLong();
    }
  }
}
