package org.purempi.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The peers that have been met, by number. Most of ten thousand ranks never meet most others: pages
 * of the table are made when somebody on them is met, and it grows with the numbers. Inside the
 * rank's lock.
 */
final class PeerTable {
  private static final int PAGE_BITS = 6;
  private static final int PAGE = 1 << PAGE_BITS;

  private @Nullable Peer[] @Nullable [] pages = new @Nullable Peer[1] @Nullable [];

  @Nullable Peer get(int number) {
    int at = number >>> PAGE_BITS;
    @Nullable Peer[] page = at < pages.length ? pages[at] : null;
    return page == null ? null : page[number & (PAGE - 1)];
  }

  void put(int number, Peer peer) {
    int at = number >>> PAGE_BITS;
    if (at >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(at + 1, 2 * pages.length));
    }
    @Nullable Peer[] page = pages[at];
    if (page == null) {
      page = new @Nullable Peer[PAGE];
      pages[at] = page;
    }
    page[number & (PAGE - 1)] = peer;
  }

  /** All of them, in the order of their numbers. */
  List<Peer> all() {
    List<Peer> all = new ArrayList<>();
    for (@Nullable Peer[] page : pages) {
      if (page != null) {
        Arrays.stream(page).filter(Objects::nonNull).forEach(all::add);
      }
    }
    return all;
  }
}
