package org.purempi;

/**
 * One of several requests that has completed (section 3.7.5).
 *
 * @param index its place among the requests, or {@link Mpi#UNDEFINED} if none was active
 * @param status its status; {@link Status#EMPTY} if none was active
 */
public record Completed(int index, Status status) {
  /** None of the requests was active. */
  public static final Completed NONE = new Completed(Mpi.UNDEFINED, Status.EMPTY);
}
