package org.purempi.transport.shm;

import org.purempi.os.HugePages;

/**
 * Which long buffers outside the heap a rank lends again and again: those are put onto huge pages,
 * once. Who reads another process's memory looks up each of its pages, which of small ones takes as
 * long as the copy (docs/decisions/0078).
 */
final class FrequentLoans {
  /** Shorter buffers cover too little of a huge page. */
  private static final long LEAST_BYTES = 512 << 10;

  /** Of longer ones the rank, which does nothing else meanwhile, would stand still for long. */
  private static final long MOST_BYTES = 16 << 20;

  /** So many loans save what a huge page costs. */
  private static final int OFTEN = 256;

  /** Buffers that are told apart; a program has a few. */
  private static final int BUFFERS_BITS = 6;

  private static final int BUFFERS = 1 << BUFFERS_BITS;

  /** 2⁶⁴ over the golden ratio: the highest bits of a product depend on all bits. */
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final long[] addresses = new long[BUFFERS];
  private final long[] lengths = new long[BUFFERS];
  private final int[] loans = new int[BUFFERS];

  /** A buffer is about to be lent; nobody reads it yet. */
  void note(long address, long bytes) {
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
      return;
    }
    int at = (int) ((address * GOLDEN) >>> (Long.SIZE - BUFFERS_BITS));
    if (addresses[at] != address || lengths[at] != bytes) {
      addresses[at] = address;
      lengths[at] = bytes;
      loans[at] = 0;
    }
    if (loans[at] < OFTEN) {
      loans[at]++;
    } else if (loans[at] == OFTEN && HugePages.isReady()) {
      loans[at]++;
      HugePages.collapse(address, bytes);
    }
  }
}
