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
 * <p>One thread uses it.
 */
public final class Requests implements AutoCloseable {
  private final List<Request<?>> requests = new ArrayList<>();

  /** An empty scope. */
  public Requests() {}

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
