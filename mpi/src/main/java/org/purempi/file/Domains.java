package org.purempi.file;

/**
 * Which part of a file each aggregator has in a collective call, and what it does of it round by
 * round. Begins and ends of domains lie on pages.
 *
 * <pre>
 *   first                                       end
 *   ├──── domain of aggregator 0 ────┼──── 1 ────┤
 *   ├ round 0 ┼ round 1 ┼ round 2 ───┤
 *     a block
 * </pre>
 *
 * @param first the place where all access begins
 * @param end the place behind it
 * @param domainBytes of each aggregator's domain, but for the last one's
 * @param blockBytes of a block
 */
record Domains(long first, long end, long domainBytes, long blockBytes) {
  private static final long PAGE_BYTES = 4096;

  static Domains of(long first, long end, int aggregators, int mostBlockBytes) {
    long begin = first & -PAGE_BYTES;
    long each = (end - begin + aggregators - 1) / aggregators;
    long domain = Math.max(PAGE_BYTES, (each + PAGE_BYTES - 1) & -PAGE_BYTES);
    return new Domains(begin, end, domain, Math.min(domain, mostBlockBytes));
  }

  /** Rounds until all is done. */
  long rounds() {
    return (domainBytes + blockBytes - 1) / blockBytes;
  }

  /** The place where an aggregator's block begins. */
  long blockFirst(int aggregator, long round) {
    long domain = first + aggregator * domainBytes;
    return Math.min(end, Math.min(domain + domainBytes, domain + round * blockBytes));
  }

  /** In which round an aggregator does what is at a place of its domain. */
  long roundOf(int aggregator, long place) {
    return (place - blockFirst(aggregator, 0)) / blockBytes;
  }

  /** The place behind it. */
  long blockEnd(int aggregator, long round) {
    return blockFirst(aggregator, round + 1);
  }
}
