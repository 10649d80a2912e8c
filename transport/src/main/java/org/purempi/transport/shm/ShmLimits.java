package org.purempi.transport.shm;

import java.nio.file.Path;

/**
 * Where the shared file may live and how large it may be.
 *
 * @param directory tried first; a temporary directory follows, with a warning
 * @param maxBytes the file is never larger than this
 * @param keepsName whether the file keeps its name until all ranks have opened it; only for systems
 *     where a file cannot be opened through {@code /proc}
 */
public record ShmLimits(Path directory, long maxBytes, boolean keepsName) {
  /** Only a map entry is spent on what is not used, so this is generous. */
  private static final long MAX_BYTES = 64L << 30;

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** {@code /dev/shm}, and as much of it as is free. */
  public static ShmLimits standard() {
    return new ShmLimits(SHARED_MEMORY, MAX_BYTES, false);
  }
}
