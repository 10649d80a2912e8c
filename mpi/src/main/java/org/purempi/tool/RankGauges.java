package org.purempi.tool;

import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;

/** What {@link Tools} knows of one rank; any thread. Not for users. */
public interface RankGauges {
  /** The number of its process, or thread, in the job. */
  int rank();

  /**
   * The value of a variable now, or since the rank began.
   *
   * @param of the communicator that it is bound to; null if it is bound to none
   */
  long read(PerformanceVariable variable, @Nullable Communicator of);

  /** Follows the level behind a watermark. */
  Watermark watermark(PerformanceVariable variable);

  /** From now on events go to a queue, those that it is for. */
  void feed(EventQueue queue);

  /** No more events go there. */
  void starve(EventQueue queue);
}
