package org.purempi.request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.purempi.Completed;
import org.purempi.ErrorClass;
import org.purempi.MpiError;
import org.purempi.MpiStatusException;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.progress.Progress;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Operation;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.Watched;
import org.purempi.watch.What;

/**
 * Waiting for and testing several requests (section 3.7.5). Null and inactive requests count as the
 * Standard says.
 */
public final class RequestSets {
  private final Engine engine;

  /** The sets of one rank's requests. */
  public RequestSets(Engine engine) {
    this.engine = engine;
  }

  private static List<LiveRequest<?>> live(List<? extends Request<?>> requests) {
    List<LiveRequest<?>> live = new ArrayList<>(requests.size());
    for (Request<?> r : requests) {
      live.add((LiveRequest<?>) r);
    }
    return live;
  }

  /** {@code MPI_Waitall}. */
  public List<Status> waitAll(List<? extends Request<?>> requests) {
    OpenCall open = Watch.ON ? engine.watch().enter(What.WAIT_ALL, Watched.NOTHING) : null;
    try {
      engine.sending().push();
      Progress progress = engine.progress();
      progress.enter();
      try {
        for (int i = 0; i < requests.size(); i++) {
          LiveRequest<?> r = (LiveRequest<?>) requests.get(i);
          if (!r.isDoneInside()) {
            r.awaitInside(progress, isWaiting(requests, i + 1));
          }
        }
      } finally {
        progress.leave();
      }
      return finish(requests);
    } finally {
      if (Watch.ON) {
        engine.watch().leave(open);
      }
    }
  }

  /** Whether there is such a request and it is not done. */
  private static boolean isWaiting(List<? extends Request<?>> requests, int at) {
    return at < requests.size() && !((LiveRequest<?>) requests.get(at)).isDoneInside();
  }

  /** Takes the results of what is done; throws one exception with every status if some failed. */
  private static List<Status> finish(List<? extends Request<?>> requests) {
    Status[] statuses = new Status[requests.size()];
    RuntimeException first = null;
    for (int i = 0; i < statuses.length; i++) {
      LiveRequest<?> r = (LiveRequest<?>) requests.get(i);
      if (!r.active() && !r.hasFuture()) { // what a faster future has taken can be taken again
        statuses[i] = Status.EMPTY;
        continue;
      }
      RuntimeException error = finish(r);
      statuses[i] = error == null ? r.status() : failed(r.status(), error);
      first = first == null ? error : first;
    }
    if (first != null) {
      throw inStatus(
          IntStream.range(0, statuses.length).mapToObj(i -> new Completed(i, statuses[i])).toList(),
          first);
    }
    return Arrays.asList(statuses);
  }

  private static @Nullable RuntimeException finish(LiveRequest<?> r) {
    try {
      r.take();
      return null;
    } catch (RuntimeException e) {
      if (!(e instanceof MpiError) || e instanceof org.purempi.MpiAbortException) {
        throw e;
      }
      return e;
    }
  }

  private static Status failed(Status s, RuntimeException error) {
    ErrorClass errorClass = error instanceof MpiError e ? e.errorClass() : ErrorClass.OTHER;
    return new Status(s.source(), s.tag(), s.bytes(), s.cancelled(), errorClass);
  }

  private static MpiStatusException inStatus(List<Completed> completed, RuntimeException first) {
    long failures =
        completed.stream().filter(c -> c.status().error() != ErrorClass.SUCCESS).count();
    return new MpiStatusException(
        failures
            + " of "
            + completed.size()
            + " requests failed (completed() tells which); the first: "
            + first.getMessage(),
        completed,
        first);
  }

  private static boolean noneActive(List<LiveRequest<?>> requests) {
    for (LiveRequest<?> r : requests) {
      if (r.active()) {
        return false;
      }
    }
    return true;
  }

  private static List<Operation> operations(List<LiveRequest<?>> requests) {
    return requests.stream().flatMap(LiveRequest::underWay).toList();
  }

  private static int firstDone(List<LiveRequest<?>> requests) {
    for (int i = 0; i < requests.size(); i++) {
      LiveRequest<?> r = requests.get(i);
      if (r.active() && r.isDoneInside()) {
        return i;
      }
    }
    return -1;
  }

  private static Completed take(List<LiveRequest<?>> requests, int index) {
    LiveRequest<?> r = requests.get(index);
    r.take();
    return new Completed(index, r.status());
  }

  /** {@code MPI_Waitany}. */
  public Completed waitAny(List<? extends Request<?>> list) {
    OpenCall open = Watch.ON ? engine.watch().enter(What.WAIT_ANY, Watched.NOTHING) : null;
    try {
      List<LiveRequest<?>> requests = live(list);
      int[] index = {-1};
      engine
          .waiting()
          .awaitFirst(
              () -> {
                index[0] = firstDone(requests);
                return index[0] >= 0
                    || noneActive(requests); // who has a future may have been faster
              },
              () -> operations(requests));
      return index[0] < 0 ? Completed.NONE : take(requests, index[0]);
    } finally {
      if (Watch.ON) {
        engine.watch().leave(open);
      }
    }
  }

  /** A test that has found something: one in vain is told to nobody, as of a single request. */
  private <T> T told(What what, Supplier<T> taking) {
    OpenCall open = Watch.ON ? engine.watch().enter(what, Watched.NOTHING) : null;
    try {
      return taking.get();
    } finally {
      if (Watch.ON) {
        engine.watch().leave(open);
      }
    }
  }

  /** {@code MPI_Testany}. */
  public Optional<Completed> testAny(List<? extends Request<?>> list) {
    List<LiveRequest<?>> requests = live(list);
    if (noneActive(requests)) {
      return Optional.of(Completed.NONE);
    }
    int index = pollForOne(requests);
    return index < 0
        ? Optional.empty()
        : Optional.of(told(What.TEST_ANY, () -> take(requests, index)));
  }

  private int pollForOne(List<LiveRequest<?>> requests) {
    engine.sending().push();
    int[] index = {-1};
    engine.locked(
        () -> {
          engine.progress().look();
          index[0] = firstDone(requests);
          if (index[0] < 0) {
            engine.waiting().askedInVain(() -> operations(requests));
          }
        });
    if (index[0] < 0) {
      engine.progress().emptyHanded();
    }
    return index[0];
  }

  /** {@code MPI_Waitsome}. */
  public Optional<List<Completed>> waitSome(List<? extends Request<?>> list) {
    OpenCall open = Watch.ON ? engine.watch().enter(What.WAIT_SOME, Watched.NOTHING) : null;
    try {
      List<LiveRequest<?>> requests = live(list);
      while (!noneActive(requests)) {
        engine
            .waiting()
            .awaitFirst(
                () -> firstDone(requests) >= 0 || noneActive(requests), () -> operations(requests));
        List<Completed> done = takeAllDone(requests);
        if (!done.isEmpty()) {
          return Optional.of(done);
        }
      }
      return Optional.empty();
    } finally {
      if (Watch.ON) {
        engine.watch().leave(open);
      }
    }
  }

  /** {@code MPI_Testsome}. */
  public Optional<List<Completed>> testSome(List<? extends Request<?>> list) {
    List<LiveRequest<?>> requests = live(list);
    if (noneActive(requests)) {
      return Optional.empty();
    }
    return Optional.of(
        pollForOne(requests) < 0 ? List.of() : told(What.TEST_SOME, () -> takeAllDone(requests)));
  }

  private static List<Completed> takeAllDone(List<LiveRequest<?>> requests) {
    List<Completed> done = new ArrayList<>();
    RuntimeException first = null;
    for (int i = 0; i < requests.size(); i++) {
      LiveRequest<?> r = requests.get(i);
      if (r.active() && r.isComplete()) {
        RuntimeException error = finish(r);
        done.add(new Completed(i, error == null ? r.status() : failed(r.status(), error)));
        first = first == null ? error : first;
      }
    }
    if (first != null) {
      throw inStatus(done, first);
    }
    return done;
  }

  /** {@code MPI_Testall}. */
  public Optional<List<Status>> testAll(List<? extends Request<?>> list) {
    List<LiveRequest<?>> requests = live(list);
    return allComplete(requests)
        ? Optional.of(told(What.TEST_ALL, () -> finish(requests)))
        : Optional.empty();
  }

  private static boolean allComplete(List<LiveRequest<?>> requests) {
    boolean all = true;
    for (LiveRequest<?> r : requests) {
      all &= r.isComplete();
    }
    return all;
  }

  /** {@code MPI_Request_get_status_all}. */
  public Optional<List<Status>> getStatusAll(List<? extends Request<?>> list) {
    List<LiveRequest<?>> requests = live(list);
    if (!allComplete(requests)) {
      return Optional.empty();
    }
    List<Status> statuses = new ArrayList<>();
    for (LiveRequest<?> r : requests) {
      statuses.add(r.active() ? r.getStatus().orElse(Status.EMPTY) : Status.EMPTY);
    }
    return Optional.of(statuses);
  }

  /** {@code MPI_Request_get_status_any}. */
  public Optional<Completed> getStatusAny(List<? extends Request<?>> list) {
    List<LiveRequest<?>> requests = live(list);
    if (noneActive(requests)) {
      return Optional.of(Completed.NONE);
    }
    int index = pollForOne(requests);
    return index < 0 ? Optional.empty() : Optional.of(look(requests, index));
  }

  private static Completed look(List<LiveRequest<?>> requests, int index) {
    return new Completed(index, requests.get(index).getStatus().orElse(Status.EMPTY));
  }

  /** {@code MPI_Request_get_status_some}. */
  public Optional<List<Completed>> getStatusSome(List<? extends Request<?>> list) {
    List<LiveRequest<?>> requests = live(list);
    if (noneActive(requests)) {
      return Optional.empty();
    }
    List<Completed> done = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).active() && requests.get(i).isComplete()) {
        done.add(look(requests, i));
      }
    }
    return Optional.of(done);
  }
}
