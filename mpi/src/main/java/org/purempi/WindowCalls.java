package org.purempi;

import org.jspecify.annotations.Nullable;

/** The calls of a {@link Window} that move data (section 12.3). */
public interface WindowCalls {
  /**
   * Writes to a rank's part ({@code MPI_Put}).
   *
   * @param origin what is written
   * @param rank the target; {@link Mpi#PROC_NULL}: nothing happens
   * @param disp where, in the target's units
   * @param count elements there, with as many bytes of data as the origin has, or more
   * @param type how they lie there
   */
  void put(Buf origin, int rank, long disp, long count, Datatype type);

  /** As {@link #put(Buf, int, long, long, Datatype)}, laid out at the target as in the origin. */
  default void put(Buf origin, int rank, long disp) {
    put(origin, rank, disp, origin.count(), origin.datatype());
  }

  /** Reads a rank's part ({@code MPI_Get}); {@code origin} is what is read into. */
  void get(Buf origin, int rank, long disp, long count, Datatype type);

  /** As {@link #get(Buf, int, long, long, Datatype)}, laid out at the target as in the origin. */
  default void get(Buf origin, int rank, long disp) {
    get(origin, rank, disp, origin.count(), origin.datatype());
  }

  /**
   * Combines elements with those at the target ({@code MPI_Accumulate}): {@code target[i] =
   * origin[i] op target[i]}.
   *
   * @param op predefined; {@link Op#REPLACE} writes, {@link Op#NO_OP} is not for this call
   * @throws MpiArgumentException ({@code OP}) if the operation is not defined for the elements,
   *     ({@code TYPE}) if origin and target consist of different elements
   */
  void accumulate(Buf origin, int rank, long disp, long count, Datatype type, Op op);

  /** As the other one, laid out at the target as in the origin. */
  default void accumulate(Buf origin, int rank, long disp, Op op) {
    accumulate(origin, rank, disp, origin.count(), origin.datatype(), op);
  }

  /**
   * As {@link #accumulate(Buf, int, long, long, Datatype, Op)}, and what the target had before
   * comes back ({@code MPI_Get_accumulate}). With {@link Op#NO_OP} it is an atomic read, and {@code
   * origin} is not looked at.
   */
  void getAccumulate(
      @Nullable Buf origin, Buf result, int rank, long disp, long count, Datatype type, Op op);

  /**
   * As {@link #getAccumulate} for one element of a predefined datatype ({@code MPI_Fetch_and_op}).
   */
  void fetchAndOp(@Nullable Buf origin, Buf result, int rank, long disp, Op op);

  /**
   * Writes an element if the target has the one in {@code compare}; what it had comes back in
   * {@code result} ({@code MPI_Compare_and_swap}). Of a predefined integer, logical or byte
   * datatype.
   */
  void compareAndSwap(Buf origin, Buf compare, Buf result, int rank, long disp);

  /** {@code MPI_Rput}: the request is done when the origin may be used again. */
  Request<Status> rput(Buf origin, int rank, long disp, long count, Datatype type);

  /** {@code MPI_Rget}: the request is done when the data has come. */
  Request<Status> rget(Buf origin, int rank, long disp, long count, Datatype type);

  /** {@code MPI_Raccumulate}: the request is done when the origin may be used again. */
  Request<Status> raccumulate(Buf origin, int rank, long disp, long count, Datatype type, Op op);

  /** {@code MPI_Rget_accumulate}: the request is done when the result has come. */
  Request<Status> rgetAccumulate(
      @Nullable Buf origin, Buf result, int rank, long disp, long count, Datatype type, Op op);

  // ---- single numbers: each call waits for its result

  /** Adds to a number of 8 bytes; returns what was there. */
  long fetchAndAdd(int rank, long disp, long value);

  /** Adds to a number of 4 bytes; returns what was there. */
  int fetchAndAdd(int rank, long disp, int value);

  /** Writes a number of 8 bytes if the one there is {@code expected}; returns what was there. */
  long compareAndSwap(int rank, long disp, long expected, long value);

  /** Writes a number of 4 bytes if the one there is {@code expected}; returns what was there. */
  int compareAndSwap(int rank, long disp, int expected, int value);
}
