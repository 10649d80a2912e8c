package org.purempi.abi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Completed;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.MpiStatusException;
import org.purempi.Request;
import org.purempi.Status;

/** An array of the program's requests, without those that are null. */
record Several(long array, List<RequestHandle> handles, List<Integer> places) {
  /**
   * What a call for several has brought.
   *
   * @param done those that have completed, each with its place among those that are not null
   * @param failure what to throw if some have failed
   */
  record Outcome(List<Completed> done, @Nullable RuntimeException failure) {}

  static Several of(int count, long array) {
    requireCount(count);
    var handles = new ArrayList<RequestHandle>(count);
    var places = new ArrayList<Integer>(count);
    for (int i = 0; i < count; i++) {
      RequestHandle r = RequestHandle.at(address(array, i));
      if (r != null) {
        handles.add(r);
        places.add(i);
      }
    }
    return new Several(array, handles, places);
  }

  /** Refuses a negative number of requests. */
  static void requireCount(int count) {
    if (count < 0) {
      throw new MpiArgumentException(ErrorClass.COUNT, "an array of " + count + " requests");
    }
  }

  private static long address(long array, int place) {
    return array + (long) place * Long.BYTES;
  }

  /** Where the handle of the i-th is. */
  long address(int i) {
    return address(array, places.get(i));
  }

  List<Request<?>> requests() {
    var all = new ArrayList<Request<?>>(handles.size());
    for (RequestHandle r : handles) {
      all.add(r.request());
    }
    return all;
  }

  /** The i-th has completed. */
  void complete(int i) {
    RequestHandle r = handles.get(i);
    r.complete(address(i), r.result() == null ? null : r.request().waitFor());
  }

  /** What a call brings, and takes what the requests have brought; nothing if it has to wait. */
  Optional<Outcome> outcome(Supplier<Optional<List<Completed>>> call) {
    try {
      return call.get().map(done -> taken(done, null));
    } catch (MpiStatusException e) {
      return Optional.of(taken(e.completed(), e));
    }
  }

  private Outcome taken(List<Completed> done, @Nullable RuntimeException thrown) {
    var all = new ArrayList<Completed>(done.size());
    RuntimeException failure = thrown;
    for (Completed one : done) {
      boolean isWell = one.status().error() == ErrorClass.SUCCESS;
      RuntimeException error = isWell ? handles.get(one.index()).takeResult() : null;
      all.add(error == null ? one : failed(one, error));
      if (failure == null && error != null) {
        failure = new MpiStatusException(String.valueOf(error.getMessage()), List.of(), error);
      }
    }
    for (Completed one : all) {
      // It is still active if it has to wait, for another rank or for an acknowledgement.
      if (!handles.get(one.index()).request().active()) {
        handles.get(one.index()).release(address(one.index()));
      }
    }
    return new Outcome(all, failure == null ? null : tied(failure));
  }

  private static Completed failed(Completed one, RuntimeException error) {
    ErrorClass errorClass = error instanceof MpiError e ? e.errorClass() : ErrorClass.OTHER;
    Status s = one.status();
    return new Completed(
        one.index(), new Status(s.source(), s.tag(), s.bytes(), s.cancelled(), errorClass));
  }

  boolean[] active() {
    var flags = new boolean[handles.size()];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = handles.get(i).request().active();
    }
    return flags;
  }

  /**
   * The one that a call has failed for: it was active before and is not any more, or waits for
   * failures to be acknowledged; -1 if there is none.
   */
  int failed(boolean[] wereActive) {
    for (int i = 0; i < wereActive.length; i++) {
      if (wereActive[i] && !handles.get(i).request().active()) {
        return i;
      }
    }
    for (int i = 0; i < wereActive.length; i++) {
      Optional<Status> known = handles.get(i).request().getStatus();
      if (known.isPresent() && known.get().error() == ErrorClass.PROC_FAILED_PENDING) {
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
