package org.purempi.os.fast;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.purempi.os.Native;
import org.purempi.os.Syscall;
import org.purempi.setting.Setting;

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
  private static final long NONE = 1;

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

  /** How long a huge page is; 1 where there is none. */
  public static long bytes() {
    return BYTES;
  }

  /**
   * Puts memory onto a huge page. That takes milliseconds; where it cannot be, such as where a
   * mapping ends, the memory stays on small pages.
   *
   * @param address where the huge page begins, a multiple of {@link #bytes}
   * @return whether it lies on a huge page now
   */
  public static boolean collapse(long address) {
    return Syscall.call(Syscall.NUMBERS.madvise, address, BYTES, COLLAPSE, 0) == 0;
  }

  private static long find() {
    if (!Setting.HUGE_PAGES.isOn()) {
      return NONE;
    }
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
