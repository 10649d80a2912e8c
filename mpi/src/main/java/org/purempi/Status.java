package org.purempi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a message that was received or probed (section 3.2.5).
 *
 * @param source the sender's rank in the communicator
 * @param tag the message's tag
 * @param bytes the bytes received
 * @param cancelled whether the operation was cancelled instead
 * @param error {@link ErrorClass#SUCCESS}, or what went wrong with this one of several requests
 * @param elementBytes of a message that was probed, not received: the bytes of a basic element as
 *     it was sent, a power of two; 0 if the datatype has basic elements of several sizes, or was
 *     {@link Datatype#PACKED}
 */
public record Status(
    int source, int tag, long bytes, boolean cancelled, ErrorClass error, int elementBytes) {
  /** The status of a null or inactive request (section 3.7.3). */
  public static final Status EMPTY =
      new Status(Mpi.ANY_SOURCE, Mpi.ANY_TAG, 0, false, ErrorClass.SUCCESS);

  /** The status of a receive from {@link Mpi#PROC_NULL} (section 3.10). */
  public static final Status PROC_NULL =
      new Status(Mpi.PROC_NULL, Mpi.ANY_TAG, 0, false, ErrorClass.SUCCESS);

  /** A status without error, not of a probe. */
  public Status(int source, int tag, long bytes) {
    this(source, tag, bytes, false, ErrorClass.SUCCESS);
  }

  /** A status that is not of a probe. */
  public Status(int source, int tag, long bytes, boolean cancelled, ErrorClass error) {
    this(source, tag, bytes, cancelled, error, 0);
  }

  /**
   * Equal are statuses that say the same but for {@link #elementBytes}, which only a probe knows.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Status s
        && source == s.source
        && tag == s.tag
        && bytes == s.bytes
        && cancelled == s.cancelled
        && error == s.error;
  }

  @Override
  public int hashCode() {
    return Objects.hash(source, tag, bytes, cancelled, error);
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
