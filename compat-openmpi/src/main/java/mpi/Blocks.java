package mpi;

import java.util.stream.IntStream;
import org.purempi.VBuf;

/** Counts and displacements of blocks that are there already, to make others of. */
final class Blocks {
  private Blocks() {}

  static long[] counts(VBuf blocks) {
    return IntStream.range(0, blocks.blocks()).mapToLong(blocks::count).toArray();
  }

  static long[] displs(VBuf blocks) {
    return IntStream.range(0, blocks.blocks()).mapToLong(blocks::displ).toArray();
  }
}
