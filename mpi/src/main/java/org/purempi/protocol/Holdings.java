package org.purempi.protocol;

import java.util.List;
import org.purempi.hang.Situation.Lock;

/** What a higher floor knows of this rank's windows, for reports. Inside the lock. */
public interface Holdings {
  /** The locks that this rank holds. */
  List<Lock> locks();

  /** Whether a context is a window's. */
  boolean isWindow(long context);
}
