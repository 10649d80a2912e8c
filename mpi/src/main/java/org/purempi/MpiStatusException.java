package org.purempi;

import java.util.List;

/**
 * Some of several requests failed; every status is here ({@code MPI_ERR_IN_STATUS}, section 3.7.5).
 */
public class MpiStatusException extends MpiException {
  private static final long serialVersionUID = 1L;

  private final transient List<Status> statuses;

  /** The statuses in the order of the requests and the first error as cause. */
  public MpiStatusException(String message, List<Status> statuses, Throwable first) {
    super(ErrorClass.IN_STATUS, message, first);
    this.statuses = List.copyOf(statuses);
  }

  /** One status for each request; {@link Status#error()} tells which failed. */
  public List<Status> statuses() {
    return statuses;
  }
}
