package org.purempi.learn.named;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.purempi.MpiTimeoutException;
import org.purempi.ProcessFailedException;
import org.purempi.RevokedException;

/**
 * An operation by name that is under way. Until it is done, what it reads must not be written, and
 * what it writes must not be touched. Any thread may ask and wait.
 *
 * @param <T> what it gives
 */
public final class Handle<T> {
  private final Submission submission;
  private final Function<Submission.Result, T> view;

  Handle(Submission submission, Function<Submission.Result, T> view) {
    this.submission = submission;
    this.view = view;
  }

  /** Whether it is done, well or not: then {@link #await()} returns at once. Horovod's poll. */
  public boolean isDone() {
    return submission.future.isDone();
  }

  /**
   * Waits until it is done. Horovod's synchronize.
   *
   * @throws NamedOperationException if ranks disagree, or too much time has passed
   * @throws OperationsClosedException if a rank has closed
   * @throws ProcessFailedException if a rank has failed, in a job that survives it
   * @throws RevokedException if another rank has met a failure
   */
  public T await() {
    return await(Long.MAX_VALUE);
  }

  /**
   * As {@link #await()}, for a limited time.
   *
   * @throws MpiTimeoutException when the time is over; the operation stays under way
   */
  public T await(Duration timeout) {
    return await(TimeUnit.NANOSECONDS.convert(timeout)); // for ever, if that is too many
  }

  private T await(long nanos) {
    try {
      return view.apply(submission.future.get(nanos, TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NamedOperationException("interrupted while waiting for " + title(), e);
    } catch (TimeoutException e) {
      throw new MpiTimeoutException(title() + " has not been done within the time");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw NamedOperationException.of(title() + " has not been done: ", cause);
    }
  }

  private String title() {
    return submission.request.title();
  }

  @Override
  public String toString() {
    return title() + (isDone() ? " (done)" : " (under way)");
  }
}
