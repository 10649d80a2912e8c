package org.purempi;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A communication that has been started (section 3.7).
 *
 * <p>After it has completed and the completion has been seen by a wait or test, a request is
 * <em>inactive</em>: waiting for it again returns at once, with the same result ({@link
 * Status#EMPTY} for a {@link PersistentRequest}). Buffers of an active request must not be touched
 * (sends: written; receives: read or written).
 *
 * @param <T> what comes back: a {@link Status}, or a value
 */
public interface Request<T> {
  /** Blocks until complete ({@code MPI_Wait}, section 3.7.3). */
  T waitFor();

  /**
   * Blocks until complete or until the time is over.
   *
   * @throws MpiTimeoutException when the time is over; the request stays active
   */
  T waitFor(Duration timeout);

  /** The result if complete, else empty; makes progress ({@code MPI_Test}, section 3.7.3). */
  Optional<T> test();

  /**
   * The status if complete, else empty; the request stays as it is ({@code MPI_Request_get_status},
   * section 3.7.6).
   */
  Optional<Status> getStatus();

  /**
   * Asks to cancel ({@code MPI_Cancel}, section 3.8.4). Local; a receive that has not matched is
   * cancelled, a send never is. The request must still be completed; {@link Status#cancelled()}
   * tells.
   */
  void cancel();

  /**
   * Lets go of the request; the communication completes on its own ({@code MPI_Request_free},
   * section 3.7.3).
   */
  void free();

  /** Whether the request has started and its completion has not been seen. */
  boolean active();

  /**
   * Completes when the request does, without anyone waiting: starts this rank's progress thread.
   */
  CompletableFuture<T> toCompletableFuture();

  /** The environment of the rank that started this. */
  Mpi mpi();

  /**
   * Blocks until all are complete ({@code MPI_Waitall}, section 3.7.5); statuses in the order
   * given.
   *
   * @throws MpiStatusException if some failed; it carries every status
   */
  static List<Status> waitAll(Request<?>... requests) {
    return waitAll(Arrays.asList(requests));
  }

  /** As {@link #waitAll(Request...)}. */
  static List<Status> waitAll(List<? extends Request<?>> requests) {
    return requests.isEmpty() ? List.of() : requests.get(0).mpi().waitAll(requests);
  }

  /**
   * Blocks until one is complete ({@code MPI_Waitany}); {@link Completed#NONE} if none is active.
   *
   * @throws MpiException the error of the one that is complete, if it failed; it is no longer
   *     {@link #active}
   */
  static Completed waitAny(Request<?>... requests) {
    return waitAny(List.of(requests));
  }

  /** As {@link #waitAny(Request...)}. */
  static Completed waitAny(List<? extends Request<?>> requests) {
    return requests.isEmpty() ? Completed.NONE : requests.get(0).mpi().waitAny(requests);
  }

  /**
   * Blocks until at least one is complete ({@code MPI_Waitsome}); empty when none is active ({@code
   * outcount = MPI_UNDEFINED}).
   */
  static Optional<List<Completed>> waitSome(List<? extends Request<?>> requests) {
    return requests.isEmpty() ? Optional.empty() : requests.get(0).mpi().waitSome(requests);
  }

  /** The statuses if all are complete, else empty and nothing has changed ({@code MPI_Testall}). */
  static Optional<List<Status>> testAll(List<? extends Request<?>> requests) {
    return requests.isEmpty() ? Optional.of(List.of()) : requests.get(0).mpi().testAll(requests);
  }

  /**
   * One that is complete; {@link Completed#NONE} if none is active; else empty ({@code
   * MPI_Testany}).
   *
   * @throws MpiException as of {@link #waitAny(Request...)}
   */
  static Optional<Completed> testAny(List<? extends Request<?>> requests) {
    return requests.isEmpty()
        ? Optional.of(Completed.NONE)
        : requests.get(0).mpi().testAny(requests);
  }

  /** Those that are complete, perhaps none; empty when none is active ({@code MPI_Testsome}). */
  static Optional<List<Completed>> testSome(List<? extends Request<?>> requests) {
    return requests.isEmpty() ? Optional.empty() : requests.get(0).mpi().testSome(requests);
  }

  /**
   * The statuses if all are complete, else empty; requests stay as they are ({@code
   * MPI_Request_get_status_all}).
   */
  static Optional<List<Status>> getStatusAll(List<? extends Request<?>> requests) {
    return requests.isEmpty()
        ? Optional.of(List.of())
        : requests.get(0).mpi().getStatusAll(requests);
  }

  /**
   * One that is complete, as {@link #testAny}, but it stays as it is ({@code
   * MPI_Request_get_status_any}).
   */
  static Optional<Completed> getStatusAny(List<? extends Request<?>> requests) {
    return requests.isEmpty()
        ? Optional.of(Completed.NONE)
        : requests.get(0).mpi().getStatusAny(requests);
  }

  /**
   * Those that are complete, as {@link #testSome}, but they stay as they are ({@code
   * MPI_Request_get_status_some}).
   */
  static Optional<List<Completed>> getStatusSome(List<? extends Request<?>> requests) {
    return requests.isEmpty() ? Optional.empty() : requests.get(0).mpi().getStatusSome(requests);
  }
}
