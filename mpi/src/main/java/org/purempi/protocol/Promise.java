package org.purempi.protocol;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.progress.Progress;

/** An operation that is done when somebody says so. Can be prepared again once it is done. */
public final class Promise extends Operation implements Needing {
  private final Supplier<Status> status;
  private final @Nullable Peers among;
  private final int rank;

  /**
   * Of whom it is known who must say something.
   *
   * @param among null: anybody
   * @param rank of these; negative: all of them must
   */
  Promise(Supplier<Status> status, @Nullable Peers among, int rank) {
    this.status = status;
    this.among = among;
    this.rank = rank;
  }

  @Override
  public int[] needed() {
    if (among == null) {
      return new int[0];
    }
    return rank < 0 ? among.processes() : new int[] {among.process(rank)};
  }

  @Override
  public int world() {
    return among == null ? Peers.NO_WORLD : among.world();
  }

  /** It is not done; inside the lock. */
  void prepare() {
    reset();
  }

  /** Says so; false if somebody has before. Outside the lock. */
  public boolean keep(Progress progress) {
    progress.enter();
    try {
      if (isDone()) {
        return false;
      }
      progress.complete(this);
      return true;
    } finally {
      progress.leave();
    }
  }

  /** Says that it cannot be kept, and why; inside the lock. */
  public void refuse(Progress progress, RuntimeException why) {
    if (!isDone()) {
      fail(why);
      progress.complete(this);
    }
  }

  /**
   * Whether somebody has said so. Takes the lock: of two threads, one that keeps the promise and
   * then looks what the other has written, and one that writes and then asks this, one sees it.
   */
  public boolean isKept(Progress progress) {
    progress.enter();
    try {
      return isDone();
    } finally {
      progress.leave();
    }
  }

  @Override
  public Status status() {
    return status.get();
  }
}
