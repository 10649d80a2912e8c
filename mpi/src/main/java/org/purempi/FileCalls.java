package org.purempi;

/**
 * The calls of an {@link MpiFile} that move data (section 14.4). Offsets count etypes of the view.
 *
 * <p>A call with {@code At} says where in the file; one without goes on at this rank's pointer and
 * moves it; one with {@code Shared} or {@code Ordered} goes on at the pointer that all ranks share.
 * One with {@code All} or {@code Ordered} is collective: all ranks call it, and it is faster where
 * their parts interleave. One that begins with {@code i} returns at once. A status says how many
 * bytes were moved: less than asked for only where a read meets the end of the file.
 *
 * <p>A collective call fails on all ranks if it fails on one.
 */
public interface FileCalls {
  // ---- at explicit offsets (section 14.4.2)

  /**
   * Reads ({@code MPI_File_read_at}).
   *
   * @param offset etypes of the view before it, 0 or more
   * @param buf what is read into: whole etypes
   */
  Status readAt(long offset, Buf buf);

  /** Reads; collective ({@code MPI_File_read_at_all}). */
  Status readAtAll(long offset, Buf buf);

  /**
   * Writes ({@code MPI_File_write_at}).
   *
   * @throws MpiException ({@code NO_SPACE}, {@code QUOTA}) if the file system is full
   */
  Status writeAt(long offset, Buf buf);

  /**
   * Writes; collective ({@code MPI_File_write_at_all}). Where ranks overlap, the highest wins,
   * unless hints or atomic mode make each rank write by itself.
   */
  Status writeAtAll(long offset, Buf buf);

  /** Begins to read ({@code MPI_File_iread_at}). */
  Request<Status> ireadAt(long offset, Buf buf);

  /** Begins to read; collective ({@code MPI_File_iread_at_all}). */
  Request<Status> ireadAtAll(long offset, Buf buf);

  /** Begins to write ({@code MPI_File_iwrite_at}). */
  Request<Status> iwriteAt(long offset, Buf buf);

  /** Begins to write; collective ({@code MPI_File_iwrite_at_all}). */
  Request<Status> iwriteAtAll(long offset, Buf buf);

  // ---- at this rank's pointer (section 14.4.3)

  /** Reads ({@code MPI_File_read}). */
  Status read(Buf buf);

  /** Reads; collective ({@code MPI_File_read_all}). */
  Status readAll(Buf buf);

  /** Writes ({@code MPI_File_write}). */
  Status write(Buf buf);

  /** Writes; collective ({@code MPI_File_write_all}). */
  Status writeAll(Buf buf);

  /** Begins to read ({@code MPI_File_iread}). */
  Request<Status> iread(Buf buf);

  /** Begins to read; collective ({@code MPI_File_iread_all}). */
  Request<Status> ireadAll(Buf buf);

  /** Begins to write ({@code MPI_File_iwrite}). */
  Request<Status> iwrite(Buf buf);

  /** Begins to write; collective ({@code MPI_File_iwrite_all}). */
  Request<Status> iwriteAll(Buf buf);

  // ---- at the shared pointer (section 14.4.4)

  /** Reads ({@code MPI_File_read_shared}). */
  Status readShared(Buf buf);

  /** Writes ({@code MPI_File_write_shared}): what ranks write does not overlap. */
  Status writeShared(Buf buf);

  /** Begins to read ({@code MPI_File_iread_shared}). */
  Request<Status> ireadShared(Buf buf);

  /** Begins to write ({@code MPI_File_iwrite_shared}). */
  Request<Status> iwriteShared(Buf buf);

  /** Reads, in the order of ranks; collective ({@code MPI_File_read_ordered}). */
  Status readOrdered(Buf buf);

  /** Writes, in the order of ranks; collective ({@code MPI_File_write_ordered}). */
  Status writeOrdered(Buf buf);

  // ---- split collectives (section 14.4.5): one under way for each file

  /** Begins to read ({@code MPI_File_read_at_all_begin}). */
  void readAtAllBegin(long offset, Buf buf);

  /** Waits for it ({@code MPI_File_read_at_all_end}). */
  Status readAtAllEnd();

  /** Begins to write ({@code MPI_File_write_at_all_begin}). */
  void writeAtAllBegin(long offset, Buf buf);

  /** Waits for it ({@code MPI_File_write_at_all_end}). */
  Status writeAtAllEnd();

  /** Begins to read ({@code MPI_File_read_all_begin}). */
  void readAllBegin(Buf buf);

  /** Waits for it ({@code MPI_File_read_all_end}). */
  Status readAllEnd();

  /** Begins to write ({@code MPI_File_write_all_begin}). */
  void writeAllBegin(Buf buf);

  /** Waits for it ({@code MPI_File_write_all_end}). */
  Status writeAllEnd();

  /** Begins to read ({@code MPI_File_read_ordered_begin}). */
  void readOrderedBegin(Buf buf);

  /** Waits for it ({@code MPI_File_read_ordered_end}). */
  Status readOrderedEnd();

  /** Begins to write ({@code MPI_File_write_ordered_begin}). */
  void writeOrderedBegin(Buf buf);

  /** Waits for it ({@code MPI_File_write_ordered_end}). */
  Status writeOrderedEnd();
}
