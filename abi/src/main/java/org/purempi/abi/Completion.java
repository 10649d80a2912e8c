package org.purempi.abi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.purempi.Completed;
import org.purempi.Mpi;
import org.purempi.MpiStatusException;
import org.purempi.Request;
import org.purempi.Status;

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
      r.release(request);
      throw new Raise.Tied(r.owner(), e);
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
      flag.set(1);
      r.release(request);
      throw new Raise.Tied(r.owner(), e);
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

  /** An array of requests, without those that are null. */
  private record Several(long array, List<RequestHandle> handles, List<Integer> places) {
    static Several of(int count, long array) {
      var handles = new ArrayList<RequestHandle>(Math.max(0, count));
      var places = new ArrayList<Integer>(Math.max(0, count));
      for (int i = 0; i < count; i++) {
        RequestHandle r = RequestHandle.at(address(array, i));
        if (r != null) {
          handles.add(r);
          places.add(i);
        }
      }
      return new Several(array, handles, places);
    }

    static long address(long array, int place) {
      return array + (long) place * Long.BYTES;
    }

    List<Request<?>> requests() {
      var all = new ArrayList<Request<?>>(handles.size());
      for (RequestHandle r : handles) {
        all.add(r.request());
      }
      return all;
    }

    /** The i-th of those that are not null has completed. */
    void complete(int i) {
      RequestHandle r = handles.get(i);
      Object value = r.result() == null ? null : r.request().waitFor();
      r.complete(address(array, places.get(i)), value);
    }

    boolean[] active() {
      var flags = new boolean[handles.size()];
      for (int i = 0; i < flags.length; i++) {
        flags[i] = handles.get(i).request().active();
      }
      return flags;
    }

    /** The one that a call has taken, and that was active before; -1 if it has taken none. */
    int taken(boolean[] wereActive) {
      for (int i = 0; i < wereActive.length; i++) {
        if (wereActive[i] && !handles.get(i).request().active()) {
          return i;
        }
      }
      return -1;
    }

    /** What a call for several has thrown, tied to the communicator of the first request. */
    RuntimeException tied(RuntimeException e) {
      return handles.isEmpty() ? e : new Raise.Tied(handles.getFirst().owner(), e);
    }
  }

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
    Optional<List<Status>> done;
    try {
      done = call.apply(several.requests());
    } catch (MpiStatusException e) {
      failed(count, several, statuses, e);
      throw several.tied(e);
    }
    if (done.isEmpty()) {
      return false;
    }
    if (statuses != Constants.STATUSES_IGNORE) {
      for (int i = 0; i < count; i++) {
        Statuses.put(Statuses.at(statuses, i), Status.EMPTY);
      }
    }
    for (int i = 0; i < several.handles.size(); i++) {
      Statuses.put(Statuses.at(statuses, several.places.get(i)), done.get().get(i));
      several.complete(i);
    }
    return true;
  }

  /** Some have failed: each status tells the error of its own operation (section 3.7.5). */
  private static void failed(int count, Several several, long statuses, MpiStatusException e) {
    if (statuses != Constants.STATUSES_IGNORE) {
      for (int i = 0; i < count; i++) {
        Statuses.put(Statuses.at(statuses, i), Status.EMPTY);
        Statuses.putError(Statuses.at(statuses, i), Constants.SUCCESS);
      }
    }
    List<Completed> all = e.completed();
    for (int i = 0; i < all.size(); i++) {
      Completed one = all.get(i);
      int at = one.index() >= 0 ? one.index() : i;
      long status = Statuses.at(statuses, several.places.get(at));
      Statuses.put(status, one.status());
      int code = Constants.errorClass(one.status().error().name());
      Statuses.putError(status, code);
      if (code != Constants.ERR_PENDING) {
        several.handles.get(at).release(Several.address(several.array, several.places.get(at)));
      }
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
      int failed = several.taken(wereActive);
      if (failed < 0) {
        throw several.tied(e);
      }
      RequestHandle r = several.handles.get(failed);
      index.set(several.places.get(failed));
      r.release(Several.address(requests, several.places.get(failed)));
      throw new Raise.Tied(r.owner(), e);
    }
    if (done.isEmpty()) {
      return false;
    }
    Completed one = done.get();
    Statuses.put(status, one.status());
    if (one.index() != Mpi.UNDEFINED) {
      index.set(several.places.get(one.index()));
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
    @Nullable MpiStatusException failure = null;
    Optional<List<Completed>> done;
    try {
      done = call.apply(several.requests());
    } catch (MpiStatusException e) {
      failure = e;
      done = Optional.of(e.completed());
    }
    outcount.set(done.isEmpty() ? Mpi.UNDEFINED : done.get().size());
    for (int i = 0; done.isPresent() && i < done.get().size(); i++) {
      Completed one = done.get().get(i);
      int at = one.index();
      indices.set(i, several.places.get(at));
      Statuses.put(Statuses.at(statuses, i), one.status());
      int code = Constants.errorClass(one.status().error().name());
      if (failure != null) {
        Statuses.putError(Statuses.at(statuses, i), code);
      }
      if (code == Constants.SUCCESS) {
        several.complete(at);
      } else {
        several.handles.get(at).release(Several.address(requests, several.places.get(at)));
      }
    }
    if (failure != null) {
      throw several.tied(failure);
    }
  }

  // ---- looking at several, which stay (section 3.7.6)

  static void requestGetStatusAll(int count, long requests, Numbers flag, long statuses) {
    Several several = Several.of(count, requests);
    Optional<List<Status>> known = Request.getStatusAll(several.requests());
    flag.set(known.isPresent() ? 1 : 0);
    for (int i = 0; known.isPresent() && i < count; i++) {
      int at = several.places.indexOf(i);
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
      index.set(at == Mpi.UNDEFINED ? at : several.places.get(at));
      Statuses.put(status, known.get().status());
    }
  }

  static void requestGetStatusSome(
      int count, long requests, Numbers outcount, Numbers indices, long statuses) {
    Several several = Several.of(count, requests);
    Optional<List<Completed>> known = Request.getStatusSome(several.requests());
    outcount.set(known.isEmpty() ? Mpi.UNDEFINED : known.get().size());
    for (int i = 0; known.isPresent() && i < known.get().size(); i++) {
      indices.set(i, several.places.get(known.get().get(i).index()));
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
