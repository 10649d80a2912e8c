package org.purempi.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The peers that have been met, by number. Most of ten thousand ranks never meet most others: pages
 * of the table are made when somebody on them is met. Inside the rank's lock.
 */
final class PeerTable {
  private static final int PAGE_BITS = 6;
  private static final int PAGE = 1 << PAGE_BITS;

  private final @Nullable Peer[] @Nullable [] pages;

  /** With room for the numbers 0 … size − 1. */
  PeerTable(int size) {
    pages = new @Nullable Peer[(size + PAGE - 1) >>> PAGE_BITS] @Nullable [];
  }

  @Nullable Peer get(int number) {
    @Nullable Peer[] page = pages[number >>> PAGE_BITS];
    return page == null ? null : page[number & (PAGE - 1)];
  }

  void put(int number, Peer peer) {
    @Nullable Peer[] page = pages[number >>> PAGE_BITS];
    if (page == null) {
      page = new @Nullable Peer[PAGE];
      pages[number >>> PAGE_BITS] = page;
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
