package org.purempi.world;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiAbortException;
import org.purempi.MpiError;
import org.purempi.MpiException;
import org.purempi.hang.HangFile;
import org.purempi.tool.HangException;

/**
 * Why a job of thread ranks ends before its time: the first thing that went wrong, and what went
 * wrong beside it. Any thread.
 */
final class EarlyEnd {
  private static final int FAILED = 1;

  /** So many threads that do not end are shown with their stacks. */
  private static final int MOST_STACKS = 8;

  private record Failure(int rank, Throwable thrown) {}

  private final int size;
  private final Consumer<String> witness;
  private final Consumer<MpiAbortException> release;
  private final AtomicReference<@Nullable MpiAbortException> reason = new AtomicReference<>();
  private final CountDownLatch told = new CountDownLatch(1);
  private final List<Failure> failures = new ArrayList<>();
  private volatile boolean interrupting;
  private volatile boolean over;

  /**
   * For a job of so many ranks.
   *
   * @param witness hears at once, in words, what goes wrong
   * @param release lets all ranks go that wait in a call
   */
  EarlyEnd(int size, Consumer<String> witness, Consumer<MpiAbortException> release) {
    this.size = size;
    this.witness = witness;
    this.release = release;
  }

  /** Whether the ranks are to end; the reason, or null. */
  @Nullable MpiAbortException reason() {
    return reason.get();
  }

  /** Ends the job, unless another reason came first. */
  MpiAbortException abort(int errorCode, String why, @Nullable Throwable cause) {
    return abort(errorCode, why, cause, () -> "purempi: " + why + "\n");
  }

  private MpiAbortException abort(
      int errorCode, String why, @Nullable Throwable cause, Supplier<String> words) {
    var mine = new MpiAbortException(errorCode, "the job was aborted: " + why, cause);
    if (reason.compareAndSet(null, mine)) {
      try {
        witness.accept(words.get());
      } finally {
        release.accept(mine);
        told.countDown();
      }
    }
    return mine;
  }

  /** The ranks hang. */
  void hung(HangException e) {
    abort(HangFile.EXIT_CODE, "the ranks hang", e, () -> "purempi: " + e.getMessage());
  }

  /**
   * A rank has thrown this. When the job is ending already, it counts only if it is not a
   * consequence of that.
   *
   * @return false if the job is over
   */
  boolean failed(int rank, Throwable thrown) {
    if (over || isConsequence(thrown)) {
      return !over;
    }
    synchronized (failures) {
      failures.add(new Failure(rank, thrown));
    }
    String head = "rank " + rank + " of " + size + " failed:\n";
    Supplier<String> words = () -> UncaughtExceptions.text(head, thrown);
    MpiAbortException mine = abort(FAILED, "rank " + rank + " failed: " + thrown, thrown, words);
    if (reason.get() != mine) {
      witness.accept(words.get());
    }
    return true;
  }

  private boolean isConsequence(Throwable thrown) {
    if (reason.get() == null) {
      return false;
    }
    Throwable t = thrown;
    while (t != null && !(t instanceof MpiAbortException) && !(t instanceof RankExit)) {
      t = t.getCause();
    }
    return t != null || interrupting;
  }

  /** From now on ranks may throw because they are interrupted. */
  void interrupting() {
    interrupting = true;
  }

  /** From now on what threads throw that ranks have started is no matter of the job. */
  void over() {
    over = true;
  }

  /** Waits until the witness has heard of the reason. */
  void awaitTold(long nanos) throws InterruptedException {
    boolean unused = reason.get() == null || told.await(nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Throws the reason, if there is one.
   *
   * @param left the ranks whose threads have not ended
   */
  void report(List<Integer> left, ThreadWorld world) {
    MpiAbortException a = reason.get();
    if (a == null) {
      return;
    }
    MpiException e = exception(a, left);
    for (int rank : left.subList(0, Math.min(MOST_STACKS, left.size()))) {
      var here =
          new MpiException(ErrorClass.PENDING, "rank " + rank + " has not ended; it is here");
      here.setStackTrace(world.thread(rank).getStackTrace());
      e.addSuppressed(here);
    }
    throw e;
  }

  @SuppressWarnings("ReferenceEquality") // the very failure that ended the job
  private MpiException exception(MpiAbortException a, List<Integer> left) {
    if (a.getCause() instanceof HangException hung) {
      return hung;
    }
    String rest = left.isEmpty() ? "" : "; " + remains(left);
    List<Failure> all;
    synchronized (failures) {
      all = new ArrayList<>(failures);
    }
    Failure first = all.stream().filter(f -> f.thrown == a.getCause()).findFirst().orElse(null);
    MpiException e =
        first == null
            ? new MpiAbortException(a.errorCode(), a.getMessage() + rest, a)
            : exception(first, rest);
    all.stream().filter(f -> f != first).forEach(f -> e.addSuppressed(exception(f, "")));
    return e;
  }

  private MpiException exception(Failure f, String rest) {
    return new MpiException(
        f.thrown instanceof MpiError e ? e.errorClass() : ErrorClass.OTHER,
        "rank " + f.rank + " of " + size + " failed: " + f.thrown + rest,
        f.thrown);
  }

  private static String remains(List<Integer> ranks) {
    String some =
        ranks.stream().limit(MOST_STACKS).map(String::valueOf).collect(Collectors.joining(", "));
    String more =
        ranks.size() > MOST_STACKS ? " and " + (ranks.size() - MOST_STACKS) + " more" : "";
    return ranks.size() == 1
        ? "the thread of rank " + some + " has not ended"
        : "the threads of ranks " + some + more + " have not ended";
  }
}
