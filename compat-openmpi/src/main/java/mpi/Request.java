package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.purempi.Completed;
import org.purempi.ErrorClass;

/**
 * A communication that has been started (section 3.7). Once it is complete and that has been seen,
 * it is null, unless it is persistent; a null request is complete.
 */
public class Request implements Freeable {
  /** The request in the modern API; null for a null request. */
  private org.purempi.@Nullable Request<?> core;

  Request(org.purempi.@Nullable Request<?> core) {
    this.core = core;
  }

  private org.purempi.@Nullable Request<?> core() {
    return core;
  }

  /** What a call has started. */
  static Request of(Supplier<? extends org.purempi.Request<?>> call) throws MPIException {
    return new Request(Failures.get(call));
  }

  boolean isPersistent() {
    return false;
  }

  /** The completion may have been seen. */
  private void settle() {
    org.purempi.Request<?> r = core();
    if (r != null && !isPersistent() && !r.active()) {
      core = null;
    }
  }

  private static Status status(@Nullable Object result) {
    return new Status(result instanceof org.purempi.Status s ? s : org.purempi.Status.EMPTY);
  }

  /**
   * Lets go of the request; the communication completes on its own ({@code MPI_Request_free}).
   * Nothing happens if it is null.
   */
  @Override
  public void free() throws MPIException {
    org.purempi.Request<?> r = core();
    if (r != null) {
      Failures.run(r::free);
      core = null;
    }
  }

  /** Asks to cancel ({@code MPI_Cancel}); the request must still be completed. */
  public final void cancel() throws MPIException {
    org.purempi.Request<?> r = core();
    if (r == null) {
      throw new MPIException(
          ErrorClass.REQUEST, "cancel: the request is null: it is complete or has been freed");
    }
    Failures.run(r::cancel);
  }

  /** Whether it is {@code MPI_REQUEST_NULL}: complete and seen, or freed. */
  public final boolean isNull() {
    return core == null;
  }

  /** Waits until it is complete; its status ({@code MPI_Wait}). */
  public final Status waitStatus() throws MPIException {
    org.purempi.Request<?> r = core();
    if (r == null) {
      return status(null);
    }
    try {
      return status(r.waitFor());
    } catch (RuntimeException e) {
      throw Failures.of(e);
    } finally {
      settle();
    }
  }

  /** Waits until it is complete ({@code MPI_Wait}). */
  public final void waitFor() throws MPIException {
    org.purempi.Request<?> r = core();
    if (r == null) {
      return;
    }
    try {
      r.waitFor();
    } catch (RuntimeException e) {
      throw Failures.of(e);
    } finally {
      settle();
    }
  }

  /** The status if it is complete, else null ({@code MPI_Test}). */
  public final @Nullable Status testStatus() throws MPIException {
    org.purempi.Request<?> r = core();
    if (r == null) {
      return status(null);
    }
    try {
      Optional<?> result = r.test();
      return result.isPresent() ? status(result.get()) : null;
    } catch (RuntimeException e) {
      throw Failures.of(e);
    } finally {
      settle();
    }
  }

  /**
   * The status if it is complete, else null; the request stays ({@code MPI_Request_get_status}).
   */
  public final @Nullable Status getStatus() throws MPIException {
    org.purempi.Request<?> r = core();
    if (r == null) {
      return status(null);
    }
    Optional<org.purempi.Status> s = Failures.get(r::getStatus);
    return s.isPresent() ? new Status(s.get()) : null;
  }

  /** Whether it is complete ({@code MPI_Test}). */
  public final boolean test() throws MPIException {
    return testStatus() != null;
  }

  // ---- several requests (section 3.7.5)

  /** The requests of an array that are not null. */
  private static final class Live {
    final Request[] all;
    final List<org.purempi.Request<?>> requests;
    final int[] places;

    Live(Request[] all) {
      this.all = all;
      this.requests = new ArrayList<>(all.length);
      this.places = new int[all.length];
      for (int i = 0; i < all.length; i++) {
        // As tolerant as can be: a program may leave the elements out that it does not use.
        org.purempi.Request<?> r = all[i] == null ? null : all[i].core();
        if (r != null) {
          places[requests.size()] = i;
          requests.add(r);
        }
      }
    }

    private <T> T call(Supplier<T> operation) throws MPIException {
      try {
        return operation.get();
      } catch (RuntimeException e) {
        throw Failures.of(e);
      } finally {
        for (int i = 0; i < requests.size(); i++) {
          all[places[i]].settle();
        }
      }
    }

    Status status(Completed c) {
      return new Status(c.status(), place(c));
    }

    int place(Completed c) {
      return c.index() < 0 ? MPI.UNDEFINED : places[c.index()];
    }

    Status[] statuses(List<org.purempi.Status> of) {
      var statuses = new Status[all.length];
      for (int i = 0; i < of.size(); i++) {
        statuses[places[i]] = new Status(of.get(i), places[i]);
      }
      for (int i = 0; i < statuses.length; i++) {
        if (statuses[i] == null) {
          statuses[i] = new Status(org.purempi.Status.EMPTY, i);
        }
      }
      return statuses;
    }

    Status @Nullable [] some(Optional<List<Completed>> of) {
      return of.isEmpty() ? null : of.get().stream().map(this::status).toArray(Status[]::new);
    }

    int @Nullable [] places(Optional<List<Completed>> of) {
      return of.isEmpty() ? null : of.get().stream().mapToInt(this::place).toArray();
    }
  }

  /** Waits for one; its status knows which; undefined if none is active ({@code MPI_Waitany}). */
  public static Status waitAnyStatus(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    return live.status(live.call(() -> org.purempi.Request.waitAny(live.requests)));
  }

  /** Waits for one; its index, or {@link MPI#UNDEFINED} ({@code MPI_Waitany}). */
  public static int waitAny(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    return live.place(live.call(() -> org.purempi.Request.waitAny(live.requests)));
  }

  /** The status of one that is complete; null if there is none ({@code MPI_Testany}). */
  public static @Nullable Status testAnyStatus(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    Optional<Completed> c = live.call(() -> org.purempi.Request.testAny(live.requests));
    return c.isPresent() ? live.status(c.get()) : null;
  }

  /** The index of one that is complete, or {@link MPI#UNDEFINED} ({@code MPI_Testany}). */
  public static int testAny(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    Optional<Completed> c = live.call(() -> org.purempi.Request.testAny(live.requests));
    return c.isPresent() ? live.place(c.get()) : MPI.UNDEFINED;
  }

  /** Waits for all; their statuses ({@code MPI_Waitall}). */
  public static Status[] waitAllStatus(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    return live.statuses(live.call(() -> org.purempi.Request.waitAll(live.requests)));
  }

  /** Waits for all ({@code MPI_Waitall}). */
  public static void waitAll(Request[] requests) throws MPIException {
    // As Live does it, without the places that only statuses need.
    var cores = new ArrayList<org.purempi.Request<?>>(requests.length);
    for (Request r : requests) {
      if (r != null && r.core != null) {
        cores.add(r.core());
      }
    }
    try {
      org.purempi.Request.waitAll(cores);
    } catch (RuntimeException e) {
      throw Failures.of(e);
    } finally {
      for (Request r : requests) {
        if (r != null) {
          r.settle();
        }
      }
    }
  }

  /** The statuses if all are complete, else null ({@code MPI_Testall}). */
  public static Status @Nullable [] testAllStatus(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    Optional<List<org.purempi.Status>> all =
        live.call(() -> org.purempi.Request.testAll(live.requests));
    return all.isPresent() ? live.statuses(all.get()) : null;
  }

  /** Whether all are complete ({@code MPI_Testall}). */
  public static boolean testAll(Request[] requests) throws MPIException {
    return testAllStatus(requests) != null;
  }

  /** Waits for some; their statuses, null if none is active ({@code MPI_Waitsome}). */
  public static Status @Nullable [] waitSomeStatus(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    return live.some(live.call(() -> org.purempi.Request.waitSome(live.requests)));
  }

  /** Waits for some; their indexes, null if none is active ({@code MPI_Waitsome}). */
  public static int @Nullable [] waitSome(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    return live.places(live.call(() -> org.purempi.Request.waitSome(live.requests)));
  }

  /** The statuses of those that are complete; null if none is active ({@code MPI_Testsome}). */
  public static Status @Nullable [] testSomeStatus(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    return live.some(live.call(() -> org.purempi.Request.testSome(live.requests)));
  }

  /** The indexes of those that are complete; null if none is active ({@code MPI_Testsome}). */
  public static int @Nullable [] testSome(Request[] requests) throws MPIException {
    Live live = new Live(requests);
    return live.places(live.call(() -> org.purempi.Request.testSome(live.requests)));
  }
}
