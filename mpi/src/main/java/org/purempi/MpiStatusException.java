package org.purempi;

import java.util.List;

/**
 * Some of several requests failed; every status is here ({@code MPI_ERR_IN_STATUS}, section 3.7.5).
 */
public class MpiStatusException extends MpiException {
  private static final long serialVersionUID = 1L;

  private final transient List<Completed> completed;

  /** What has completed in the order of the requests, and the first error as cause. */
  public MpiStatusException(String message, List<Completed> completed, Throwable first) {
    super(ErrorClass.IN_STATUS, message, first);
    this.completed = List.copyOf(completed);
  }

  /** The requests that have completed, well or not, each with its place among all. */
  public List<Completed> completed() {
    return completed;
  }

  /** One status for each that has completed; {@link Status#error()} tells which failed. */
  public List<Status> statuses() {
    return completed.stream().map(Completed::status).toList();
  }
}
