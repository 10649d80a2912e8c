package org.purempi.transport.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds a directory that has room for the shared file. */
final class ShmPlaces {
  private ShmPlaces() {}

  /** The file in the directory of {@code limits}, else, after a warning, in a temporary one. */
  static SegmentFile create(ShmLimits limits, int ranks) throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    IOException first;
    try {
      return createIn(limits.directory(), limits, ranks);
    } catch (IOException failed) {
      first = failed;
    }
    try {
      SegmentFile file = createIn(temporary, limits, ranks);
      System.err.println(
          "purempi: warning: shared memory is slower than it could be, in "
              + temporary
              + ", because "
              + first.getMessage());
      return file;
    } catch (IOException second) {
      second.addSuppressed(first);
      throw second;
    }
  }

  private static SegmentFile createIn(Path directory, ShmLimits limits, int ranks)
      throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException("there is no directory " + directory);
    }
    long freeBytes = directory.toFile().getUsableSpace();
    @Nullable SegmentPlan plan = SegmentPlan.choose(ranks, freeBytes, limits.maxBytes());
    if (plan == null) {
      throw new IOException(
          directory
              + " has too little room for "
              + ranks
              + " ranks: "
              + Math.min(freeBytes, limits.maxBytes())
              + " bytes are free or allowed, at least "
              + SegmentPlan.leastBytes(ranks)
              + " are needed");
    }
    try {
      return SegmentFile.create(directory, plan, limits.keepsName());
    } catch (IOException failed) {
      throw new IOException(
          "no file for shared memory could be made in " + directory + ": " + failed.getMessage(),
          failed);
    }
  }
}
