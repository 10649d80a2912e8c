package org.purempi.device.cuda;

/**
 * How many threads run a kernel: blocks of {@code x · y · z} threads, in a grid of {@code gridX ·
 * gridY · gridZ} blocks. The threads go through what there is to do in steps as wide as all of them
 * together, so that there are never more of them than keep a device busy.
 */
record Launch(long gridX, long gridY, long gridZ, long x, long y, long z) {
  private static final long BLOCK = 256;
  private static final long BLOCK_Z = 64;
  private static final long GRID_YZ = 65535;

  /** Some times what runs at once on the largest devices. */
  private static final long BLOCKS = 8192;

  /** One thread, or a share of one, for each of so many. */
  static Launch over(long count) {
    return over(count, 1, 1);
  }

  /** The same in three directions, {@code x} the quickest. */
  static Launch over(long countX, long countY, long countZ) {
    long x = Math.min(BLOCK, powerFrom(countX));
    long y = Math.min(BLOCK / x, powerFrom(countY));
    long z = Math.min(Math.min(BLOCK / x / y, BLOCK_Z), powerFrom(countZ));
    long gridX = Math.min(Math.ceilDiv(countX, x), BLOCKS);
    long gridY = Math.min(Math.ceilDiv(countY, y), Math.min(BLOCKS / gridX, GRID_YZ));
    long gridZ = Math.min(Math.ceilDiv(countZ, z), Math.min(BLOCKS / gridX / gridY, GRID_YZ));
    return new Launch(gridX, gridY, gridZ, x, y, z);
  }

  /** The smallest power of two that is not less. */
  private static long powerFrom(long count) {
    return count > BLOCK ? BLOCK : Math.max(1, Long.highestOneBit(2 * count - 1));
  }
}
