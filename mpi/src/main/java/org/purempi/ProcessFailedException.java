package org.purempi;

import java.util.Arrays;

/**
 * Processes have failed that the operation needs (user-level failure mitigation, ULFM); in jobs
 * that survive failures only, see {@link FaultTolerance}.
 */
public class ProcessFailedException extends MpiException {
  private static final long serialVersionUID = 1L;

  private final int[] ranks;

  /**
   * An error with its sentence.
   *
   * @param errorClass {@link ErrorClass#PROC_FAILED} or {@link ErrorClass#PROC_FAILED_PENDING}
   * @param ranks that have failed, as the communicator numbers them
   */
  public ProcessFailedException(ErrorClass errorClass, int[] ranks, String message) {
    super(errorClass, message);
    this.ranks = ranks.clone();
  }

  /**
   * The ranks that are known to have failed, in increasing order, as the communicator numbers them:
   * in an intercommunicator those of the other group.
   */
  public int[] ranks() {
    int[] sorted = ranks.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /**
   * Whether the request is still active: a receive from any source, which may be completed by a
   * message of another rank once the failures are acknowledged ({@link FaultTolerance#ackFailed}).
   */
  public boolean isPending() {
    return errorClass() == ErrorClass.PROC_FAILED_PENDING;
  }
}
