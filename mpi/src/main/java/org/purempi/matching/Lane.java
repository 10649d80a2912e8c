package org.purempi.matching;

import org.jspecify.annotations.Nullable;

/** The entries of one envelope, oldest first, and the lane's place in the hash table. */
final class Lane {
  long key;
  @Nullable Link first;
  @Nullable Link last;
  @Nullable Lane nextInBucket;

  void append(Link link) {
    link.lane = this;
    link.next = null;
    link.previous = last;
    if (last == null) {
      first = link;
    } else {
      last.next = link;
    }
    last = link;
  }

  void unlink(Link link) {
    Link before = link.previous;
    Link after = link.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    link.lane = null;
    link.previous = null;
    link.next = null;
  }
}
