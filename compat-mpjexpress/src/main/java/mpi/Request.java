package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.purempi.Completed;
import org.purempi.Mpi;
import org.purempi.compat.mpjexpress.Environment;
import org.purempi.compat.mpjexpress.Nullable;

/**
 * A communication that has been started (MPI 4.1, section 3.7). Once its completion has been seen
 * it is a null request, which waits and tests pass over.
 */
public class Request {
  /** What lies below; null for a null request. */
  public mpjdev.@Nullable Request req;

  /** The request in the modern API; null for a null request. */
  private org.purempi.@Nullable Request<?> purempi;

  /** A request of purempi in this API; null makes a null request. */
  public Request(mpjdev.@Nullable Request r) {
    this.req = r;
    this.purempi = r == null ? null : r.purempi();
  }

  Request(org.purempi.Request<?> purempi) {
    this.req = mpjdev.Request.UNDER_WAY;
    this.purempi = purempi;
  }

  /** The request in the modern API; null for a null request. */
  public final org.purempi.@Nullable Request<?> purempi() {
    return purempi;
  }

  /** Becomes another request; null makes it a null request. */
  final void become(@Nullable Request other) {
    req = other == null ? null : other.req;
    purempi = other == null ? null : other.purempi;
  }

  /** The completion has been seen: makes the status of it. */
  Status completed(org.purempi.Status status) {
    become(null);
    return new Status(status);
  }

  /** A wait has failed: if that completed the operation, this is a null request. */
  void letGo() {
    org.purempi.Request<?> r = purempi();
    if (r != null && !r.active()) {
      become(null);
    }
  }

  private static RuntimeException failed(RuntimeException error, Request... requests) {
    for (Request r : requests) {
      if (r != null) {
        r.letGo();
      }
    }
    return Errors.translated(error);
  }

  /** Blocks until complete (MPI 4.1, section 3.7.3); a null request's status is empty. */
  public Status Wait() throws MPIException {
    org.purempi.Request<?> r = purempi();
    if (r == null) {
      return MPI.EMPTY_STATUS;
    }
    try {
      return completed(statusOf(r.waitFor()));
    } catch (RuntimeException e) {
      throw failed(e, this);
    }
  }

  /** The status if complete, else null (MPI 4.1, section 3.7.3). */
  public @Nullable Status Test() throws MPIException {
    org.purempi.Request<?> r = purempi();
    if (r == null) {
      return MPI.EMPTY_STATUS;
    }
    try {
      Optional<?> result = r.test();
      return result.isEmpty() ? null : completed(statusOf(result.get()));
    } catch (RuntimeException e) {
      throw failed(e, this);
    }
  }

  private static org.purempi.Status statusOf(Object result) {
    return switch (result) {
      case org.purempi.Status s -> s;
      case org.purempi.Received<?> r -> r.status();
      default -> org.purempi.Status.EMPTY;
    };
  }

  /** Whether this is a null request: complete, and its completion has been seen. */
  public boolean Is_null() throws MPIException {
    return req == null;
  }

  /**
   * Asks to cancel; the request must still be completed, and {@link Status#Test_cancelled} tells
   * (MPI 4.1, section 3.8.4).
   */
  public void Cancel() throws MPIException {
    org.purempi.Request<?> r = purempi();
    if (r != null) {
      Errors.run(r::cancel);
    }
  }

  /** Nothing: kept for programs that call it. */
  @Override
  @SuppressWarnings("removal")
  public void finalize() throws MPIException {}

  /** The requests of an array that are not null, and where each stands in it. */
  private static final class Pending {
    private final Request[] all;
    private final ArrayList<org.purempi.Request<?>> requests;

    /** Null if all stand where they stood. */
    private int @Nullable [] places;

    Pending(Request[] all) {
      this.all = all;
      requests = new ArrayList<>(all.length);
      for (int i = 0; i < all.length; i++) {
        org.purempi.Request<?> r = all[i] == null ? null : all[i].purempi();
        if (r == null) {
          places = places != null ? places : IntStream.range(0, all.length).toArray();
          continue;
        }
        if (places != null) {
          places[requests.size()] = i;
        }
        requests.add(r);
      }
    }

    private int place(int index) {
      return places == null ? index : places[index];
    }

    Status take(Completed one) {
      int place = place(one.index());
      return all[place].completed(one.status()).at(place);
    }

    Status[] take(List<Completed> some) {
      return some.stream().map(one -> take(one)).toArray(Status[]::new);
    }

    /** Where there is no request there is no status; that of a null request is empty. */
    Status[] takeAll(List<org.purempi.Status> statuses) {
      Status[] result = new Status[all.length];
      for (int i = 0; i < statuses.size(); i++) {
        int place = place(i);
        result[place] = all[place].completed(statuses.get(i)).at(place);
      }
      for (int i = 0; places != null && i < all.length; i++) {
        if (result[i] == null && all[i] != null) {
          result[i] = new Status().at(i);
        }
      }
      return result;
    }
  }

  private static Mpi mpi() {
    return Environment.mpi();
  }

  /**
   * Blocks until one is complete, whose place is the status's {@code index}; {@code MPI.UNDEFINED}
   * if none is active (MPI 4.1, section 3.7.5).
   */
  public static Status Waitany(Request[] array_of_requests) throws MPIException {
    try {
      Pending pending = new Pending(array_of_requests);
      Completed one = mpi().waitAny(pending.requests);
      return one.index() < 0 ? new Status() : pending.take(one);
    } catch (RuntimeException e) {
      throw failed(e, array_of_requests);
    }
  }

  /**
   * The status of one that is complete, whose place is the status's {@code index}; null if none is
   * complete, also if none is active (MPI 4.1, section 3.7.5).
   */
  public static @Nullable Status Testany(Request[] array_of_requests) throws MPIException {
    try {
      Pending pending = new Pending(array_of_requests);
      Optional<Completed> one = mpi().testAny(pending.requests);
      return one.isEmpty() || one.get().index() < 0 ? null : pending.take(one.get());
    } catch (RuntimeException e) {
      throw failed(e, array_of_requests);
    }
  }

  /**
   * Blocks until all are complete; statuses in the order of the requests (section 3.7.5). Where the
   * array has null there is null for a status; the status of a null request is empty.
   */
  public static Status[] Waitall(Request[] array_of_requests) throws MPIException {
    try {
      Pending pending = new Pending(array_of_requests);
      return pending.takeAll(mpi().waitAll(pending.requests));
    } catch (RuntimeException e) {
      throw failed(e, array_of_requests);
    }
  }

  /**
   * The statuses, as of {@link #Waitall}, if all are complete; else null and nothing has changed
   * (section 3.7.5).
   */
  public static Status @Nullable [] Testall(Request[] array_of_requests) throws MPIException {
    try {
      Pending pending = new Pending(array_of_requests);
      Optional<List<org.purempi.Status>> all = mpi().testAll(pending.requests);
      return all.isEmpty() ? null : pending.takeAll(all.get());
    } catch (RuntimeException e) {
      throw failed(e, array_of_requests);
    }
  }

  /**
   * Blocks until at least one is complete; the {@code index} of each status tells which. Null if
   * none is active (MPI 4.1, section 3.7.5).
   */
  public static Status @Nullable [] Waitsome(Request[] array_of_requests) throws MPIException {
    try {
      Pending pending = new Pending(array_of_requests);
      Optional<List<Completed>> some = mpi().waitSome(pending.requests);
      return some.isEmpty() ? null : pending.take(some.get());
    } catch (RuntimeException e) {
      throw failed(e, array_of_requests);
    }
  }

  /**
   * The statuses of those that are complete; the {@code index} of each tells which. None if none is
   * complete, also if none is active (section 3.7.5).
   */
  public static Status[] Testsome(Request[] array_of_requests) throws MPIException {
    try {
      Pending pending = new Pending(array_of_requests);
      return pending.take(mpi().testSome(pending.requests).orElse(List.of()));
    } catch (RuntimeException e) {
      throw failed(e, array_of_requests);
    }
  }
}
