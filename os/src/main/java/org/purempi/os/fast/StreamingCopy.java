package org.purempi.os.fast;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Objects;
import org.purempi.setting.Setting;

/**
 * Copies past the caches, for memory that another core will read: non-temporal stores do not fetch
 * the target's lines first, and the reader does not have to pull them out of the writer's cache.
 *
 * <p>Neither Java nor the C library offers such a copy below some megabytes, so this is a routine
 * of 72 bytes of machine code, put into a page of its own. Linux on AMD's x86-64 only: Intel's
 * caches hand dirty lines over faster than such a copy goes (docs/decisions/copies.md). Elsewhere,
 * and until the first use has bound it in the background, {@link #isReady} is false and the caller
 * copies as usual.
 *
 * <pre>
 *   rdi target address (16-byte aligned) · rsi source · rdx offset into the source · rcx bytes
 *
 *      0  add  rsi, rdx
 *      3  mov  rax, rcx
 *      6  shr  rax, 6              64 bytes a turn
 *      a  jz   3f
 *      c  movdqu  xmm0…xmm3, [rsi + 0, 16, 32, 48]
 *     1f  movntdq [rdi + 0, 16, 32, 48], xmm0…xmm3
 *     32  add  rsi, 64
 *     36  add  rdi, 64
 *     3a  dec  rax
 *     3d  jne  c
 *     3f  and  ecx, 63
 *     42  rep  movsb               the rest
 *     44  sfence                   before any later store of this core
 *     47  ret
 * </pre>
 */
public final class StreamingCopy {
  private static final byte[] CODE =
      HexFormat.of()
          .parseHex(
              "4801d64889c848c1e8067433"
                  + "f30f6f06f30f6f4e10f30f6f5620f30f6f5e30"
                  + "660fe707660fe74f10660fe75720660fe75f30"
                  + "4883c6404883c74048ffc875cd"
                  + "83e13ff3a40faef8c3");

  private static final String AMD = "AuthenticAMD";

  private static final Readiness READINESS =
      new Readiness(Setting.STREAMING_COPY, () -> isWorthIt() && Routine.bind());

  private StreamingCopy() {}

  /** Whether it is being bound, or will be at the first question. */
  public static boolean isPending() {
    return READINESS.isPending();
  }

  /**
   * Whether {@link #copy} can be called now; if not, begins to make it so on a thread of its own.
   */
  public static boolean isReady() {
    return READINESS.get();
  }

  /** Whether the processor is of the maker whose caches this copy helps. */
  private static boolean isWorthIt() {
    return CpuInfo.words("vendor_id").contains(AMD);
  }

  /**
   * Copies {@code bytes} bytes of {@code from}, heap or native, to native memory. All stores are
   * done before any later store of the caller.
   *
   * @param to 16-byte aligned at {@code toOffset}
   */
  public static void copy(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
    Objects.checkFromIndexSize(fromOffset, bytes, from.byteSize());
    Objects.checkFromIndexSize(toOffset, bytes, to.byteSize());
    MemorySegment target = MemorySegment.ofAddress(to.address() + toOffset);
    MachineCode.call(Routine.PAGE, target, from, fromOffset, bytes, 0, 0);
  }

  /** Bound when this class is first used. */
  private static final class Routine {
    static final MemorySegment PAGE = MachineCode.pages(CODE);

    /** Whether the page could be made. */
    static boolean bind() {
      return PAGE != MachineCode.NOWHERE && MachineCode.bind();
    }
  }
}
