package org.purempi.learn.named;

import java.util.Locale;

/** What an operation does. Its name in a timeline is Horovod's. */
enum Kind {
  ALLREDUCE,
  ALLGATHER,
  BROADCAST,
  ALLTOALL,
  REDUCE_SCATTER,
  BARRIER,
  JOIN;

  /** In a message. */
  String word() {
    return this == REDUCE_SCATTER ? "reduceScatter" : name().toLowerCase(Locale.ROOT);
  }

  /** In a timeline. */
  String title() {
    return this == REDUCE_SCATTER ? "REDUCESCATTER" : name();
  }

  /** Whether ranks may give different numbers of rows. */
  boolean hasFreeRows() {
    return this == ALLGATHER || this == ALLTOALL;
  }
}
