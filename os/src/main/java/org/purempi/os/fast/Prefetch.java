package org.purempi.os.fast;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Objects;
import org.purempi.setting.Setting;

/**
 * Fetches cache lines that this core is about to write. A store to a line in another core's cache
 * waits for it, and so do all stores behind it; lines that were asked for before are on their way
 * together, while this core does something else.
 *
 * <p>Java has no such instruction, so this is a routine of machine code. Linux on x86-64 only.
 * Elsewhere, and until the first question has bound it in the background, {@link #isReady} is
 * false.
 *
 * <pre>
 *   rcx address · rdx bytes
 *
 *   0  prefetchw  [rcx]
 *   3  add  rcx, 64
 *   7  sub  rdx, 64
 *   b  jg   0
 *   d  ret
 * </pre>
 */
public final class Prefetch {
  private static final byte[] CODE = HexFormat.of().parseHex("0f0d094883c1404883ea407ff3c3");

  private static final Readiness READINESS = new Readiness(Setting.PREFETCH, Routine::bind);

  private Prefetch() {}

  /** Whether it is being bound, or will be at the first question. */
  public static boolean isPending() {
    return READINESS.isPending();
  }

  /**
   * Whether {@link #forWriting} can be called now; if not, begins to make it so on a thread of its
   * own.
   */
  public static boolean isReady() {
    return READINESS.get();
  }

  /**
   * Begins to fetch the lines of {@code bytes} bytes, at least one, of native memory.
   *
   * @param offset at the begin of a line
   * @throws IndexOutOfBoundsException when they are not within the segment
   */
  public static void forWriting(MemorySegment memory, long offset, long bytes) {
    Objects.checkFromIndexSize(offset, bytes, memory.byteSize());
    // A number, not a segment: the JIT does not always see that nobody keeps a new segment.
    long first = memory.address() + offset;
    MachineCode.call(Routine.PAGE, MemorySegment.NULL, MemorySegment.NULL, bytes, first, 0, 0);
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
