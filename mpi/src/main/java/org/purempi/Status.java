package org.purempi;

/**
 * What is known of a message that was received or probed (section 3.2.5).
 *
 * @param source the sender's rank in the communicator
 * @param tag the message's tag
 * @param bytes the bytes received
 * @param cancelled whether the operation was cancelled instead
 * @param error {@link ErrorClass#SUCCESS}, or what went wrong with this one of several requests
 */
public record Status(int source, int tag, long bytes, boolean cancelled, ErrorClass error) {
  /** The status of a null or inactive request (section 3.7.3). */
  public static final Status EMPTY =
      new Status(Mpi.ANY_SOURCE, Mpi.ANY_TAG, 0, false, ErrorClass.SUCCESS);

  /** The status of a receive from {@link Mpi#PROC_NULL} (section 3.10). */
  public static final Status PROC_NULL =
      new Status(Mpi.PROC_NULL, Mpi.ANY_TAG, 0, false, ErrorClass.SUCCESS);

  /** A status without error. */
  public Status(int source, int tag, long bytes) {
    this(source, tag, bytes, false, ErrorClass.SUCCESS);
  }

  /**
   * How many whole elements of {@code datatype} were received ({@code MPI_Get_count}); {@link
   * Mpi#UNDEFINED} if the bytes are not a whole number of elements.
   */
  public long count(Datatype datatype) {
    long size = datatype.size();
    if (size == 0) {
      return bytes == 0 ? 0 : Mpi.UNDEFINED;
    }
    return bytes % size == 0 ? bytes / size : Mpi.UNDEFINED;
  }

  /**
   * How many basic elements were received ({@code MPI_Get_elements}); {@link Mpi#UNDEFINED} if the
   * bytes end inside a basic element.
   */
  public long elements(Datatype datatype) {
    return ElementCounter.count(datatype, bytes);
  }
}
