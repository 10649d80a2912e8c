package org.purempi;

import java.util.ArrayList;
import java.util.List;

/**
 * A scope of requests: leaving the try block waits for all of them.
 *
 * <pre>{@code
 * try (var requests = new Requests()) {
 *   requests.add(world.irecv(halo, left, 0));
 *   requests.add(world.isend(edge, right, 0));
 *   interior();
 * }                                             // both are complete here
 * }</pre>
 *
 * <p>A try block cannot know whether it is left by an exception, and waits then, too; {@link #use}
 * does not. One thread uses it.
 */
public final class Requests implements AutoCloseable {
  private final List<Request<?>> requests = new ArrayList<>();

  /** An empty scope. */
  public Requests() {}

  /** What is done with a scope. */
  @FunctionalInterface
  public interface Body<X extends Exception> {
    /** Adds requests to the scope. */
    void run(Requests requests) throws X;
  }

  /**
   * Runs the body and waits for all its requests. If the body throws, receives that have not
   * matched are cancelled, nothing is waited for, and the exception passes.
   */
  public static <X extends Exception> void use(Body<X> body) throws X {
    var scope = new Requests();
    boolean isWell = false;
    try {
      body.run(scope);
      isWell = true;
    } finally {
      if (!isWell) {
        scope.requests.forEach(Requests::cancelIfPossible);
      }
    }
    scope.waitAll();
  }

  private static void cancelIfPossible(Request<?> request) {
    try {
      request.cancel();
    } catch (MpiArgumentException e) {
      // Collectives cannot be cancelled (section 6.12); the reason to end is on its way up.
    }
  }

  /** Puts a request into the scope and returns it. */
  public <R extends Request<?>> R add(R request) {
    requests.add(request);
    return request;
  }

  /** The requests added so far. */
  public List<Request<?>> list() {
    return List.copyOf(requests);
  }

  /** Waits for all added so far and forgets them ({@code MPI_Waitall}). */
  public List<Status> waitAll() {
    List<Request<?>> all = List.copyOf(requests);
    requests.clear();
    return Request.waitAll(all);
  }

  /** {@link #waitAll()}. Receives that can never match keep it waiting until the job is aborted. */
  @Override
  public void close() {
    waitAll();
  }
}
