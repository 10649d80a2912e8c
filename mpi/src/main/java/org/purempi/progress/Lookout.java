package org.purempi.progress;

import java.util.List;

/** Looks, on behalf of threads that are about to sleep, whether what they wait for can come. */
public interface Lookout {
  /**
   * The waits that have become long, all of one rank; may poll, and may complete what is waited
   * for. Inside the lock.
   *
   * @return whether anything has changed
   */
  boolean look(List<LongWait> waits);
}
