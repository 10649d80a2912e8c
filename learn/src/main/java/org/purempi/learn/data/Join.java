package org.purempi.learn.data;

import org.purempi.Communicator;
import org.purempi.Op;

/** Ranks with different numbers of batches; see {@link DataParallel#join}. */
public final class Join implements AutoCloseable {
  private final DataParallel parallel;
  private final Communicator comm;
  private final Runnable step;
  private boolean isDone;

  Join(DataParallel parallel, Communicator comm, Runnable step) {
    this.parallel = parallel;
    this.comm = comm;
    this.step = step;
  }

  /** How many ranks have examples in this step. */
  int active() {
    return isDone ? shadowed : comm.allreduce(1, Op.SUM);
  }

  private int shadowed;

  /** This rank has no more examples: it follows the others until none has; collective. */
  @Override
  public void close() {
    if (isDone) {
      return;
    }
    isDone = true;
    shadowed = comm.allreduce(0, Op.SUM);
    while (shadowed > 0) {
      parallel.shadow();
      step.run();
      shadowed = comm.allreduce(0, Op.SUM);
    }
    parallel.left();
  }
}
