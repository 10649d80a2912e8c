package org.purempi.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;

/**
 * Reads the memory of another process of this host, arrays on its heap included, with {@code
 * process_vm_readv}: one copy instead of one into shared memory and one out of it.
 *
 * <p>An array may move while another process reads it. So the reader reads, and then the owner says
 * whether nothing can have moved since it gave the address away: {@link #epoch} is still the same.
 * The array read into cannot move: the call is a critical one, which no collection interrupts.
 *
 * <p>Linux on x86-64 only, with a collector that moves objects only while all threads stand still.
 * Elsewhere, and until the first use has bound it in the background, {@link #isReady} is false.
 *
 * <pre>
 *   address: rdi array                    read: rdi process · rsi target · rdx offset into it
 *      0  mov rax, rdi                          rcx address there · r8 bytes
 *      3  ret                             4  add rsi, rdx
 *                                         7  sub rsp, 40
 *                                         b  mov [rsp], rsi;    mov [rsp+8], r8     iovec here
 *                                        14  mov [rsp+16], rcx; mov [rsp+24], r8    iovec there
 *                                        1e  mov rsi, rsp;      mov edx, 1
 *                                        26  lea r10, [rsp+16]; mov r8d, 1;  xor r9d, r9d
 *                                        34  mov eax, 310;      syscall
 *                                        3b  add rsp, 40;       ret
 * </pre>
 */
public final class RemoteMemory {
  private static final byte[] CODE =
      HexFormat.of()
          .parseHex(
              "4889f8c3"
                  + "4801d64883ec28488934244c8944240848894c24104c894424184889e6ba01000000"
                  + "4c8d54241041b8010000004531c9b8360100000f054883c428c3");

  private static final long READ_AT = 4;

  /** No collection of this process can begin during one call, so a call does not take long. */
  private static final long BYTES_PER_CALL = 256 << 10;

  /** The young collectors that stop all threads while they move objects. */
  private static final Set<String> STOPPING = Set.of("Copy", "G1 Young Generation", "PS Scavenge");

  private static final Readiness READINESS =
      new Readiness(() -> stopsToCollect() && Routines.areBound());

  private static long epoch;

  /** Young and only weakly reachable: every collection clears it. */
  private static WeakReference<Object> sentinel = new WeakReference<>(null);

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

  /**
   * A number that changes at the latest when it is asked for the first time after a collection: if
   * it is the same after a read as it was before the address was taken, nothing has moved.
   */
  public static synchronized long epoch() {
    if (sentinel.refersTo(null)) {
      sentinel = new WeakReference<>(new Object());
      epoch++;
    }
    return epoch;
  }

  /** Where memory lies now: an array's segment, or a native one. */
  public static long addressOf(MemorySegment memory) {
    if (memory.isNative()) {
      return memory.address();
    }
    try {
      return (long) Routines.ADDRESS_OF.invokeExact(memory);
    } catch (Throwable impossible) {
      throw new AssertionError("the address routine threw", impossible);
    }
  }

  /**
   * Reads {@code bytes} bytes at {@code address} of process {@code process}, which may be this one.
   *
   * @return false if that is not possible, or no longer; parts may have been read
   */
  public static boolean read(
      long process, long address, MemorySegment to, long toOffset, long bytes) {
    Objects.checkFromIndexSize(toOffset, bytes, to.byteSize());
    for (long done = 0; done < bytes; ) {
      long part = Math.min(bytes - done, BYTES_PER_CALL);
      long read;
      try {
        read = (long) Routines.READ.invokeExact(process, to, toOffset + done, address + done, part);
      } catch (Throwable impossible) {
        throw new AssertionError("the read routine threw", impossible);
      }
      if (read != part) {
        return false;
      }
      done += part;
    }
    return true;
  }

  /** Bound when this class is first used. */
  private static final class Routines {
    static final MemorySegment PAGE = MachineCode.page(CODE);
    static final MethodHandle ADDRESS_OF = handle(0, FunctionDescriptor.of(JAVA_LONG, ADDRESS));
    static final MethodHandle READ =
        handle(
            READ_AT,
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG));

    static boolean areBound() {
      return PAGE != MachineCode.NOWHERE;
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(long at, FunctionDescriptor descriptor) {
      MemorySegment code = MemorySegment.ofAddress(PAGE.address() + at);
      // Critical: takes arrays, which then stay where they are.
      return Linker.nativeLinker().downcallHandle(code, descriptor, Linker.Option.critical(true));
    }
  }
}
