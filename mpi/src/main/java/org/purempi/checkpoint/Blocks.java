package org.purempi.checkpoint;

import java.util.List;

/**
 * How a rank's piece of a checkpoint is divided: its items lie one behind the other, each in blocks
 * of its own, all of one length but its last.
 */
final class Blocks {
  /** The bytes of a block. */
  static final int BYTES = 1 << 20;

  private final long[] lengths;
  private final long[] offsets;
  private final int[] firsts;
  private final int count;
  private final long bytes;

  /**
   * @param lengths the bytes of each item
   * @throws ArithmeticException if these are more blocks than an int counts
   */
  Blocks(List<Long> lengths) {
    this.lengths = lengths.stream().mapToLong(n -> n).toArray();
    this.offsets = new long[this.lengths.length];
    this.firsts = new int[this.lengths.length];
    int blocks = 0;
    long at = 0;
    for (int item = 0; item < this.lengths.length; item++) {
      offsets[item] = at;
      firsts[item] = blocks;
      at += this.lengths[item];
      blocks = Math.addExact(blocks, Math.toIntExact(Math.ceilDiv(this.lengths[item], BYTES)));
    }
    this.count = blocks;
    this.bytes = at;
  }

  /** How many blocks. */
  int count() {
    return count;
  }

  /** The bytes of all items. */
  long bytes() {
    return bytes;
  }

  /** The bytes of an item. */
  long length(int item) {
    return lengths[item];
  }

  /** Where an item begins, in bytes. */
  long offset(int item) {
    return offsets[item];
  }

  /** The block in which a byte of an item lies. */
  int block(int item, long at) {
    return firsts[item] + (int) (at / BYTES);
  }

  /** Where a block begins, in bytes. */
  long start(int block) {
    int item = item(block);
    return offsets[item] + (long) (block - firsts[item]) * BYTES;
  }

  /** The bytes of a block. */
  int size(int block) {
    int item = item(block);
    return (int) Math.min(BYTES, lengths[item] - (long) (block - firsts[item]) * BYTES);
  }

  private int item(int block) {
    int low = 0;
    int high = firsts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (firsts[middle] <= block) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
