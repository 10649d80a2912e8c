package org.purempi;

/**
 * A request whose operation is the program's own (section 13.2): {@link Mpi#grequestStart} makes
 * one, {@link #complete} says that the operation is done. Any thread may complete it.
 */
public interface GeneralizedRequest extends Request<Status> {
  /** What purempi asks of the operation; called by the threads that wait, test, cancel or free. */
  interface Callbacks {
    /** The status of the operation, which is done. */
    Status query();

    /** The request is seen complete, or freed and done: what belongs to it can go. */
    default void free() {}

    /**
     * The request is cancelled: the operation should end soon and say so in its status.
     *
     * @param complete whether it is done already
     */
    default void cancel(boolean complete) {}
  }

  /** The operation is done ({@code MPI_Grequest_complete}, section 13.2). */
  void complete();
}
