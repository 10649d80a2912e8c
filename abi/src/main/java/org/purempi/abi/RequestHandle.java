package org.purempi.abi;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.PartitionedRequest;
import org.purempi.PersistentRequest;
import org.purempi.ProcessFailedException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.check.Check;
import org.purempi.check.Mistake;

/**
 * A request of the program.
 *
 * @param owner what its errors are tied to
 * @param request the library's
 * @param result takes what it brings, if that is no status
 * @param place where the program has made it, for the checker; empty if that is off
 */
record RequestHandle(
    Owner owner, Request<?> request, @Nullable Consumer<Object> result, String place) {
  private RequestHandle(Owner owner, Request<?> request, @Nullable Consumer<Object> result) {
    this(owner, request, result, Check.ON ? Check.place() : "");
  }

  /** The program ends MPI: tells which requests it could start again and has not freed. */
  static void tellOfLeaks(int rank) {
    Table.REQUESTS.forEach(
        its -> {
          if (its.request instanceof PersistentRequest) {
            Check.report(
                Mistake.REQUEST_NOT_FREED, rank, its.place, "a persistent request was not freed");
          }
        });
  }

  /** Stores the handle of a request that has been started. */
  static void put(long address, Owner owner, Request<?> request) {
    Native.putLong(address, Table.REQUESTS.add(new RequestHandle(owner, request, null)));
  }

  /** As {@link #put}, of one that brings more than a status. */
  static <T> void put(long address, Owner owner, Request<T> request, Consumer<T> result) {
    @SuppressWarnings("unchecked")
    Consumer<Object> taker = (Consumer<Object>) result;
    Native.putLong(address, Table.REQUESTS.add(new RequestHandle(owner, request, taker)));
  }

  /** The request whose handle is stored here; null for {@code MPI_REQUEST_NULL}. */
  static @Nullable RequestHandle at(long address) {
    long handle = Native.getLong(address);
    return handle == Constants.REQUEST_NULL ? null : Table.REQUESTS.get(handle);
  }

  /** As {@link #at}, where the null handle is an error. */
  static RequestHandle needed(long address) {
    RequestHandle r = at(address);
    if (r == null) {
      throw new MpiArgumentException(ErrorClass.REQUEST, "the request is MPI_REQUEST_NULL");
    }
    return r;
  }

  PersistentRequest persistent() {
    if (request instanceof PersistentRequest p) {
      return p;
    }
    throw new MpiArgumentException(ErrorClass.REQUEST, "the request is not persistent");
  }

  PartitionedRequest partitioned() {
    if (request instanceof PartitionedRequest p) {
      return p;
    }
    throw new MpiArgumentException(ErrorClass.REQUEST, "the request is not partitioned");
  }

  /** Has completed: what is not persistent is gone, and its handle is the null handle. */
  void complete(long address, @Nullable Object value) {
    try {
      if (result != null && value != null) {
        result.accept(value);
      }
    } catch (RuntimeException e) {
      throw new Raise.Tied(owner, e);
    } finally {
      release(address);
    }
  }

  /**
   * Has failed; the error is returned. It is gone as if it had completed, unless it only waits for
   * failures to be acknowledged.
   */
  Raise.Tied failed(long address, RuntimeException e) {
    if (!(e instanceof ProcessFailedException failure && failure.isPending())) {
      release(address);
    }
    return new Raise.Tied(owner, e);
  }

  /** Takes what it has brought, once it has completed; the error that this is, or null. */
  @Nullable RuntimeException takeResult() {
    try {
      if (result != null) {
        result.accept(request.waitFor());
      }
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  void release(long address) {
    if (!(request instanceof PersistentRequest)) {
      Table.REQUESTS.remove(Native.getLong(address));
      Native.putLong(address, Constants.REQUEST_NULL);
    }
  }

  /** The status among what a request brings. */
  static Status status(Object value) {
    return value instanceof Status s ? s : Status.EMPTY;
  }
}
