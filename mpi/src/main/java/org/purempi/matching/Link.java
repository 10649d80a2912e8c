package org.purempi.matching;

import org.jspecify.annotations.Nullable;

/** An entry's place in one lane. */
final class Link {
  final Queued owner;
  @Nullable Lane lane;
  @Nullable Link previous;
  @Nullable Link next;

  Link(Queued owner) {
    this.owner = owner;
  }
}
