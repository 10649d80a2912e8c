package org.purempi;

/**
 * A message that a matched probe has taken out of the queue (section 3.8.2): nobody else can
 * receive it.
 */
public interface Message {
  /** Whether this is {@code MPI_MESSAGE_NO_PROC}, from a probe of {@link Mpi#PROC_NULL}. */
  boolean isNoProc();

  /** Source, tag and size of the message. */
  Status status();

  /**
   * Receives it ({@code MPI_Mrecv}).
   *
   * @throws MpiArgumentException ({@code REQUEST}) if it has been received already
   */
  Status mrecv(Buf buf);

  /** Starts to receive it ({@code MPI_Imrecv}). */
  Request<Status> imrecv(Buf buf);
}
