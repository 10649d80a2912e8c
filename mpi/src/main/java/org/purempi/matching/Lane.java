package org.purempi.matching;

import org.jspecify.annotations.Nullable;

/** The entries of one envelope, oldest first, and the lane's place in the hash table. */
final class Lane {
  long key;
  @Nullable LaneEntry first;
  @Nullable LaneEntry last;
  @Nullable Lane nextInBucket;

  void append(LaneEntry link) {
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

  void unlink(LaneEntry link) {
    LaneEntry before = link.previous;
    LaneEntry after = link.next;
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
