package org.purempi.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Puts memory onto huge pages, where the kernel does so on request ({@code madvise(MADV_COLLAPSE)},
 * Linux 6.1 and later) and the administrator has not said {@code never}. What the memory holds
 * stays as it is.
 */
public final class HugePages {
  private static final Path SETTINGS = Path.of("/sys/kernel/mm/transparent_hugepage");

  /** Longer ones, such as machines with pages of 64 KiB have, would take more than they give. */
  private static final long LONGEST_BYTES = 4 << 20;

  /** Not possible here. */
  private static final long NONE = 0;

  /** MADV_COLLAPSE. */
  private static final long COLLAPSE = 25;

  private static final long BYTES = find();

  private HugePages() {}

  /**
   * Whether {@link #collapse} can be called now; if not, begins to make it so, where it is
   * possible.
   */
  public static boolean isReady() {
    if (BYTES == NONE) {
      return false;
    }
    Native.prepare();
    return Native.isReady();
  }

  /**
   * Asks for a huge page wherever a range of memory covers a quarter of one or more. That takes
   * milliseconds for each; where it cannot be, the memory stays on small pages.
   *
   * @return how many huge pages the range lies on now, in part or whole
   */
  public static int collapse(long address, long bytes) {
    int collapsed = 0;
    long end = address + bytes;
    for (long page = address & -BYTES; page < end; page += BYTES) {
      long covered = Math.min(end, page + BYTES) - Math.max(address, page);
      if (covered >= BYTES / 4
          && Syscall.call(Syscall.NUMBERS.madvise, page, BYTES, COLLAPSE, 0) == 0) {
        collapsed++;
      }
    }
    return collapsed;
  }

  private static long find() {
    try {
      if (Files.readString(SETTINGS.resolve("enabled")).contains("[never]")) {
        return NONE;
      }
      long bytes = Long.parseLong(Files.readString(SETTINGS.resolve("hpage_pmd_size")).strip());
      return Long.bitCount(bytes) == 1 && bytes <= LONGEST_BYTES ? bytes : NONE;
    } catch (IOException | NumberFormatException unknown) {
      return NONE;
    }
  }
}
