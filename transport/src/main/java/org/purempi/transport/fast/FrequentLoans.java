package org.purempi.transport.fast;

import org.purempi.os.fast.HugePages;

/**
 * Which memory a rank lends again and again, to be read or (in {@link JointCopies}) written to:
 * that is put onto huge pages, arrays as well as memory outside the heap. Who copies from or to
 * another process's memory looks up each of its pages, which of small ones takes as long as the
 * copy (docs/decisions/lending.md).
 */
final class FrequentLoans {
  /** Of longer buffers the rank, which does nothing else meanwhile, would stand still for long. */
  private static final long MOST_BYTES = 16 << 20;

  /** So much that is lent of a huge page saves what it costs. */
  private static final long OFTEN_BYTES = 128 << 20;

  /** After so much more it may be other memory at the same place, and the question is cheap. */
  private static final long AGAIN_BYTES = 1 << 30;

  /** Huge pages that are told apart, neighbours always; a program's buffers lie on a few. */
  private static final int PAGES = 64;

  private final long pageBytes;
  private final long[] pages = new long[PAGES];
  private final long[] lentBytes = new long[PAGES];

  /** Of pages of so many bytes, a power of two. */
  FrequentLoans(long pageBytes) {
    this.pageBytes = pageBytes;
  }

  /** A buffer is about to be lent; nobody uses it yet. */
  void note(long address, long bytes) {
    if (bytes > MOST_BYTES || !HugePages.isReady()) {
      return;
    }
    long end = address + bytes;
    for (long page = address & -pageBytes; page < end; page += pageBytes) {
      long covered = Math.min(end, page + pageBytes) - Math.max(address, page);
      if (isOften(page, covered)) {
        HugePages.collapse(page);
      }
    }
  }

  /** Whether the bytes of a page that are lent now make it worth asking that it is moved. */
  boolean isOften(long page, long bytes) {
    int at = (int) ((page / pageBytes) & (PAGES - 1));
    if (pages[at] != page) {
      pages[at] = page;
      lentBytes[at] = 0;
    }
    lentBytes[at] += bytes;
    if (lentBytes[at] <= OFTEN_BYTES) {
      return false;
    }
    lentBytes[at] -= AGAIN_BYTES;
    return true;
  }
}
