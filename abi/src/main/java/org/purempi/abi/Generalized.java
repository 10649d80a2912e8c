package org.purempi.abi;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.purempi.ErrorClass;
import org.purempi.GeneralizedRequest;
import org.purempi.MpiArgumentException;
import org.purempi.Status;

/** Requests whose operation is the program's own (section 13.2). */
final class Generalized {
  /** An operation that is not done yet. */
  private static final class Running {
    final GeneralizedRequest request;
    boolean isFreed;

    Running(GeneralizedRequest request) {
      this.request = request;
    }
  }

  /** By handle: the program says by it that the operation is done, even if it has freed it. */
  private static final Map<Long, Running> RUNNING = new HashMap<>();

  private Generalized() {}

  static void grequestStart(long query, long free, long cancel, long extraState, long request) {
    GeneralizedRequest made = Program.mpi().grequestStart(new InC(query, free, cancel, extraState));
    RequestHandle.put(request, Objects.requireNonNull(Program.self()), made);
    synchronized (RUNNING) {
      RUNNING.put(Native.getLong(request), new Running(made));
    }
  }

  static void grequestComplete(long request) {
    Running done;
    synchronized (RUNNING) {
      done = RUNNING.remove(request);
    }
    if (done == null) {
      throw new MpiArgumentException(
          ErrorClass.REQUEST, "the request is no generalized one whose operation is under way");
    }
    if (done.isFreed) {
      Table.REQUESTS.remove(request);
    }
    done.request.complete();
  }

  /** The request is freed: whether its handle is still needed, to complete it. */
  static boolean needsHandle(long request) {
    synchronized (RUNNING) {
      Running running = RUNNING.get(request);
      if (running != null) {
        running.isFreed = true;
      }
      return running != null;
    }
  }

  /** The program's functions; one that is NULL is not called. */
  private record InC(long queryFn, long freeFn, long cancelFn, long extraState)
      implements GeneralizedRequest.Callbacks {
    @Override
    public Status query() {
      try (Arena arena = Arena.ofConfined()) {
        long status = arena.allocate(Statuses.BYTES, Long.BYTES).address();
        Statuses.put(status, Status.EMPTY);
        if (queryFn != 0) {
          check(
              "query",
              (int) Helpers.call("ill").invokeExact(Helpers.function(queryFn), extraState, status));
        }
        return Statuses.get(status);
      } catch (Raise.Coded e) {
        throw e;
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
    }

    @Override
    public void free() {
      if (freeFn == 0) {
        return;
      }
      int code;
      try {
        code = (int) Helpers.call("il").invokeExact(Helpers.function(freeFn), extraState);
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
      check("free", code);
    }

    @Override
    public void cancel(boolean complete) {
      if (cancelFn == 0) {
        return;
      }
      int code;
      try {
        code =
            (int)
                Helpers.call("ili")
                    .invokeExact(Helpers.function(cancelFn), extraState, complete ? 1 : 0);
      } catch (Throwable e) {
        throw Helpers.unexpected(e);
      }
      check("cancel", code);
    }

    private static void check(String function, int code) {
      if (code != Constants.SUCCESS) {
        throw new Raise.Coded(code, "the " + function + " function returned " + code);
      }
    }
  }
}
