package org.purempi.learn.data;

import org.purempi.Communicator;

/** Ranks with different numbers of batches; see {@link DataParallel#join}. */
public final class Join implements AutoCloseable {
  private final DataParallel parallel;
  private final Communicator comm;
  private final Runnable step;
  private boolean isDone;
  private int active;
  private int first;

  Join(DataParallel parallel, Communicator comm, Runnable step) {
    this.parallel = parallel;
    this.comm = comm;
    this.step = step;
  }

  /** How many ranks have examples in this step; collective. */
  int active() {
    if (!isDone) {
      ask();
    }
    return active;
  }

  /** The first of them. */
  int first() {
    return first;
  }

  private void ask() {
    int[] all = new int[comm.size()];
    comm.allgather(new int[] {isDone ? 0 : 1}, all);
    active = 0;
    for (int rank = all.length - 1; rank >= 0; rank--) {
      active += all[rank];
      first = all[rank] == 1 ? rank : first;
    }
  }

  /**
   * This rank has no more examples: it follows the others until none has; collective. So an error
   * between two passes is seen when the others have ended, too.
   *
   * @throws IllegalStateException in the midst of a pass, where the others wait for its gradients
   */
  @Override
  public void close() {
    if (isDone) {
      return;
    }
    isDone = true;
    try {
      if (parallel.isUnderWay()) {
        throw new IllegalStateException(
            "join() ended in the midst of a pass: call finish() after each backward pass");
      }
      ask();
      while (active > 0) {
        parallel.shadow();
        step.run();
        ask();
      }
    } finally {
      parallel.left();
    }
  }
}
