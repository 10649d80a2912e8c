package org.purempi.abi;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.purempi.Completed;
import org.purempi.Mpi;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.abi.Several.Outcome;

/** Requests complete (sections 3.7.3 to 3.7.6 and 3.8.4), and what statuses tell (3.2.5). */
final class Completion {
  private Completion() {}

  static void wait(long request, long status) {
    RequestHandle r = RequestHandle.at(request);
    if (r == null) {
      Statuses.put(status, Status.EMPTY);
      return;
    }
    Object value;
    try {
      value = r.request().waitFor();
    } catch (RuntimeException e) {
      throw r.failed(request, e);
    }
    r.complete(request, value);
    Statuses.put(status, RequestHandle.status(value));
  }

  static void test(long request, Numbers flag, long status) {
    RequestHandle r = RequestHandle.at(request);
    if (r == null) {
      flag.set(1);
      Statuses.put(status, Status.EMPTY);
      return;
    }
    Optional<?> value;
    try {
      value = r.request().test();
    } catch (RuntimeException e) {
      Raise.Tied failure = r.failed(request, e);
      flag.set(r.request().active() ? 0 : 1);
      throw failure;
    }
    flag.set(value.isPresent() ? 1 : 0);
    if (value.isPresent()) {
      r.complete(request, value.get());
      Statuses.put(status, RequestHandle.status(value.get()));
    }
  }

  static void requestFree(long request) {
    RequestHandle r = RequestHandle.needed(request);
    try {
      r.request().free();
    } catch (RuntimeException e) {
      throw new Raise.Tied(r.owner(), e);
    }
    long handle = Native.getLong(request);
    if (!Generalized.needsHandle(handle)) {
      Table.REQUESTS.remove(handle);
    }
    Native.putLong(request, Constants.REQUEST_NULL);
  }

  static void cancel(long request) {
    RequestHandle r = RequestHandle.needed(request);
    try {
      r.request().cancel();
    } catch (RuntimeException e) {
      throw new Raise.Tied(r.owner(), e);
    }
  }

  static void requestGetStatus(long request, Numbers flag, long status) {
    RequestHandle r = request == Constants.REQUEST_NULL ? null : Table.REQUESTS.get(request);
    Optional<Status> known = r == null ? Optional.of(Status.EMPTY) : r.request().getStatus();
    flag.set(known.isPresent() ? 1 : 0);
    known.ifPresent(s -> Statuses.put(status, s));
  }

  // ---- several at once

  static void waitall(int count, long requests, long statuses) {
    if (count == 1 && statuses == Constants.STATUSES_IGNORE) {
      wait(requests, statuses);
      return;
    }
    all(count, requests, statuses, r -> Optional.of(Request.waitAll(r)));
  }

  static void testall(int count, long requests, Numbers flag, long statuses) {
    flag.set(1);
    if (!all(count, requests, statuses, Request::testAll)) {
      flag.set(0);
    }
  }

  private static boolean all(
      int count,
      long requests,
      long statuses,
      Function<List<Request<?>>, Optional<List<Status>>> call) {
    Several several = Several.of(count, requests);
    Optional<Outcome> outcome =
        several.outcome(() -> call.apply(several.requests()).map(Completion::completed));
    if (outcome.isEmpty()) {
      return false;
    }
    RuntimeException failure = outcome.get().failure();
    if (statuses != Constants.STATUSES_IGNORE) {
      for (int i = 0; i < count; i++) {
        put(Statuses.at(statuses, i), Status.EMPTY, failure != null);
      }
    }
    for (Completed one : outcome.get().done()) {
      long status = Statuses.at(statuses, several.places().get(one.index()));
      put(status, one.status(), failure != null);
    }
    if (failure != null) {
      throw failure;
    }
    return true;
  }

  private static List<Completed> completed(List<Status> statuses) {
    return IntStream.range(0, statuses.size())
        .mapToObj(i -> new Completed(i, statuses.get(i)))
        .toList();
  }

  /** If some have failed, each status tells the error of its own operation (section 3.7.5). */
  private static void put(long address, Status status, boolean someHaveFailed) {
    Statuses.put(address, status);
    if (someHaveFailed) {
      Statuses.putError(address, Constants.errorClass(status.error().name()));
    }
  }

  static void waitany(int count, long requests, Numbers index, long status) {
    any(count, requests, index, status, r -> Optional.of(Request.waitAny(r)));
  }

  static void testany(int count, long requests, Numbers index, Numbers flag, long status) {
    flag.set(1);
    if (!any(count, requests, index, status, Request::testAny)) {
      flag.set(0);
    }
  }

  private static boolean any(
      int count,
      long requests,
      Numbers index,
      long status,
      Function<List<Request<?>>, Optional<Completed>> call) {
    Several several = Several.of(count, requests);
    index.set(Mpi.UNDEFINED);
    boolean[] wereActive = several.active();
    Optional<Completed> done;
    try {
      done = call.apply(several.requests());
    } catch (RuntimeException e) {
      int failed = several.failed(wereActive);
      if (failed < 0) {
        throw several.tied(e);
      }
      index.set(several.places().get(failed));
      throw several.handles().get(failed).failed(several.address(failed), e);
    }
    if (done.isEmpty()) {
      return false;
    }
    Completed one = done.get();
    Statuses.put(status, one.status());
    if (one.index() != Mpi.UNDEFINED) {
      index.set(several.places().get(one.index()));
      several.complete(one.index());
    }
    return true;
  }

  static void waitsome(int count, long requests, Numbers outcount, Numbers indices, long statuses) {
    some(count, requests, outcount, indices, statuses, Request::waitSome);
  }

  static void testsome(int count, long requests, Numbers outcount, Numbers indices, long statuses) {
    some(count, requests, outcount, indices, statuses, Request::testSome);
  }

  private static void some(
      int count,
      long requests,
      Numbers outcount,
      Numbers indices,
      long statuses,
      Function<List<Request<?>>, Optional<List<Completed>>> call) {
    Several several = Several.of(count, requests);
    Optional<Outcome> outcome = several.outcome(() -> call.apply(several.requests()));
    if (outcome.isEmpty()) {
      outcount.set(Mpi.UNDEFINED);
      return;
    }
    List<Completed> done = outcome.get().done();
    RuntimeException failure = outcome.get().failure();
    outcount.set(done.size());
    for (int i = 0; i < done.size(); i++) {
      indices.set(i, several.places().get(done.get(i).index()));
      put(Statuses.at(statuses, i), done.get(i).status(), failure != null);
    }
    if (failure != null) {
      throw failure;
    }
  }

  // ---- looking at several, which stay (section 3.7.6)

  static void requestGetStatusAll(int count, long requests, Numbers flag, long statuses) {
    Several several = Several.of(count, requests);
    Optional<List<Status>> known = Request.getStatusAll(several.requests());
    flag.set(known.isPresent() ? 1 : 0);
    for (int i = 0; known.isPresent() && i < count; i++) {
      int at = several.places().indexOf(i);
      Statuses.put(Statuses.at(statuses, i), at < 0 ? Status.EMPTY : known.get().get(at));
    }
  }

  static void requestGetStatusAny(
      int count, long requests, Numbers index, Numbers flag, long status) {
    Several several = Several.of(count, requests);
    Optional<Completed> known = Request.getStatusAny(several.requests());
    flag.set(known.isPresent() ? 1 : 0);
    index.set(Mpi.UNDEFINED);
    if (known.isPresent()) {
      int at = known.get().index();
      index.set(at == Mpi.UNDEFINED ? at : several.places().get(at));
      Statuses.put(status, known.get().status());
    }
  }

  static void requestGetStatusSome(
      int count, long requests, Numbers outcount, Numbers indices, long statuses) {
    Several several = Several.of(count, requests);
    Optional<List<Completed>> known = Request.getStatusSome(several.requests());
    outcount.set(known.isEmpty() ? Mpi.UNDEFINED : known.get().size());
    for (int i = 0; known.isPresent() && i < known.get().size(); i++) {
      indices.set(i, several.places().get(known.get().get(i).index()));
      Statuses.put(Statuses.at(statuses, i), known.get().get(i).status());
    }
  }

  // ---- statuses

  static void getCount(long status, long type, Numbers count) {
    count.set(Statuses.get(status).count(Table.type(type).type));
  }

  static void getElements(long status, long type, Numbers count) {
    count.set(Statuses.get(status).elements(Table.type(type).type));
  }

  static void statusSetElements(long status, long type, long count) {
    Statuses.putBytes(status, Elements.bytes(Table.type(type).type, count));
  }
}
