package org.purempi.tests.onesided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.purempi.Communicator;
import org.purempi.Epoch;
import org.purempi.ErrorClass;
import org.purempi.Group;
import org.purempi.LockType;
import org.purempi.Window;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Section 12.5: what is said of the epoch that is in the way. */
final class OpenEpochCases {
  private static final String HERE = "opened at " + OpenEpochCases.class.getName();
  private static final int MANY = 20;

  private OpenEpochCases() {}

  @OnRanks({1, 2})
  static void anErrorSaysWhereTheOpenEpochWasOpened(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      int me = window.rank();
      try (Epoch _ = window.lock(LockType.SHARED, me)) {
        String held = "(locked: " + me + ", " + HERE;
        Expect.error(ErrorClass.RMA_SYNC, window::lockAll, "an epoch of lock is open", held);
      }
      try (Epoch _ = window.lockAll()) {
        Expect.error(
            ErrorClass.RMA_SYNC, window::fence, "lockAll is open, " + HERE, "OpenEpochCases.java:");
      }
      Group self = window.group().incl(me);
      try (Epoch _ = window.post(self);
          Epoch _ = window.start(self)) {
        String[] both = {"start is open, " + HERE, "an epoch of post is open, " + HERE};
        Expect.error(ErrorClass.RMA_SYNC, window::fence, both);
      }
    }
  }

  /** Looking takes longer than a lock does. */
  @OnRanks({1, 2})
  static void afterManyEpochsNobodyLooksAnyMore(Communicator world) {
    try (Window window = Window.allocate(world, 8, 8)) {
      for (int i = 0; i < MANY; i++) {
        window.lockAll();
        window.unlockAll();
      }
      try (Epoch _ = window.lockAll()) {
        assertThat(catchThrowable(window::fence))
            .hasMessageContaining("lockAll is open")
            .hasMessageNotContaining("opened at");
      }
    }
  }
}
