package org.purempi.matching;

import org.jspecify.annotations.Nullable;

/** An entry's place in one lane. */
final class LaneEntry {
  final Queued owner;
  @Nullable Lane lane;
  @Nullable LaneEntry previous;
  @Nullable LaneEntry next;

  LaneEntry(Queued owner) {
    this.owner = owner;
  }
}
