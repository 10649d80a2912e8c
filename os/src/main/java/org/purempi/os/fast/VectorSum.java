package org.purempi.os.fast;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Objects;
import org.purempi.setting.Setting;

/**
 * Adds numbers in one stretch of memory to those in another with the processor's vector
 * instructions, wherever the two lie: outside the heap, or in arrays.
 *
 * <p>The JIT makes vector code of a loop over two arrays at the same index, and of no other: of two
 * segments it cannot tell that they do not overlap (docs/decisions/kernels.md).
 *
 * <p>Linux on x86-64 with AVX2 only. Elsewhere, and until the first question has bound it in the
 * background, {@link #isReady} is false.
 *
 * <pre>
 *   rdi in · rsi inout · rdx offset into in · rcx offset into inout · r8 bytes, a multiple of 64, not 0
 *
 *      0  add rdi, rdx
 *      3  add rsi, rcx
 *      6  xor eax, eax
 *      8  vmovups ymm0, [rdi+rax];        vmovups ymm1, [rdi+rax+32]
 *     13  vadd    ymm0, ymm0, [rsi+rax];  vadd    ymm1, ymm1, [rsi+rax+32]    of the kind of number
 *     1e  vmovups [rsi+rax], ymm0;        vmovups [rsi+rax+32], ymm1
 *     29  add rax, 64
 *     2d  cmp rax, r8
 *     30  jb  8
 *     32  vzeroupper
 *     35  ret
 * </pre>
 */
public final class VectorSum {
  /** What the memory holds, in the processor's byte order; an integer that overflows wraps. */
  public enum Numbers {
    /** IEEE 754 numbers of 8 bytes. */
    DOUBLES(0, "fd", "f5", "58"),
    /** IEEE 754 numbers of 4 bytes. */
    FLOATS(1, "fc", "f4", "58"),
    /** Integers of 8 bytes. */
    LONGS(2, "fd", "f5", "d4"),
    /** Integers of 4 bytes. */
    INTS(3, "fd", "f5", "fe"),
    /** Integers of 2 bytes. */
    SHORTS(4, "fd", "f5", "fd"),
    /** Integers of 1 byte. */
    BYTES(5, "fd", "f5", "fc");

    /** The instruction's second byte with ymm0, the same with ymm1, and its third byte. */
    private final String code;

    /** This kind's place among the routines. */
    private final int slot;

    Numbers(int slot, String first, String second, String operation) {
      this.slot = slot;
      this.code =
          ("4801d74801ce31c0" + "c5fc100407c5fc104c0720")
              + ("c5" + first + operation + "0406" + "c5" + second + operation + "4c0620")
              + ("c5fc110406c5fc114c0620" + "4883c0404c39c072d6" + "c5f877c3");
    }
  }

  /** What is added at once: the bytes of a sum are a multiple of it. */
  public static final int STEP_BYTES = 64;

  /** No collection of this process can begin during one call, so a call does not take long. */
  private static final long BYTES_PER_CALL = 1 << 20;

  private static final Readiness READINESS =
      new Readiness(
          Setting.VECTOR_SUM, () -> CpuInfo.words("flags").contains("avx2") && Routines.areBound());

  private VectorSum() {}

  /** Whether it is being bound, or will be at the first question. */
  public static boolean isPending() {
    return READINESS.isPending();
  }

  /** Whether it can be called now; if not, begins to make it so on another thread. */
  public static boolean isReady() {
    return READINESS.get();
  }

  /**
   * Adds the numbers in {@code bytes} bytes of {@code in} to those of {@code inout}; both are the
   * same memory, or do not overlap.
   *
   * @param bytes a multiple of {@link #STEP_BYTES}
   * @throws IndexOutOfBoundsException when they are not within their segment
   */
  public static void add(
      Numbers numbers,
      MemorySegment in,
      long inOffset,
      MemorySegment inout,
      long inoutOffset,
      long bytes) {
    Objects.checkFromIndexSize(inOffset, bytes, in.byteSize());
    Objects.checkFromIndexSize(inoutOffset, bytes, inout.byteSize());
    if (inout.isReadOnly() || bytes % STEP_BYTES != 0) {
      throw new IllegalArgumentException("%d bytes cannot be added to %s".formatted(bytes, inout));
    }
    MemorySegment routine = Routines.OF_NUMBERS[numbers.slot];
    for (long done = 0; done < bytes; done += BYTES_PER_CALL) {
      long part = Math.min(bytes - done, BYTES_PER_CALL);
      MachineCode.call(routine, in, inout, inOffset + done, inoutOffset + done, part, 0);
    }
  }

  /** Bound when this class is first used. */
  private static final class Routines {
    static final MemorySegment[] OF_NUMBERS = new MemorySegment[Numbers.values().length];
    private static final MemorySegment PAGES = write();

    /** Whether the pages could be made. */
    static boolean areBound() {
      return PAGES != MachineCode.NOWHERE && MachineCode.bind();
    }

    private static MemorySegment write() {
      var all = new ByteArrayOutputStream();
      int[] starts = new int[OF_NUMBERS.length];
      for (Numbers numbers : Numbers.values()) {
        starts[numbers.slot] = all.size();
        all.writeBytes(HexFormat.of().parseHex(numbers.code));
      }
      MemorySegment pages = MachineCode.pages(all.toByteArray());
      for (int i = 0; i < starts.length; i++) {
        OF_NUMBERS[i] = MemorySegment.ofAddress(pages.address() + starts[i]);
      }
      return pages;
    }
  }
}
