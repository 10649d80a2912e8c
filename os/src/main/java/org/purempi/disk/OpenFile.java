package org.purempi.disk;

import java.lang.foreign.MemorySegment;

/**
 * An open file. Positions and lengths are in bytes; a position is one in the file, an offset one in
 * memory. Memory may be native or an array of any type on the heap.
 *
 * <p>Any thread may call it, several at once. A closed file, and one that was not opened for what
 * is asked of it, throw a {@link DiskException} with the reasons CLOSED and ACCESS; positions,
 * lengths and offsets that are negative or outside of the memory throw IndexOutOfBoundsException or
 * IllegalArgumentException, before anything moves.
 */
public interface OpenFile extends AutoCloseable {
  /**
   * Reads from a position on.
   *
   * @return how many bytes; fewer than asked for only at the end of the file
   */
  long read(MemorySegment to, long toOffset, long bytes, long at) throws DiskException;

  /**
   * Writes from a position on; the file grows as needed, and what is left out in between reads as
   * zeros.
   *
   * @throws DiskException if not all could be written; it tells how many bytes were
   */
  void write(MemorySegment from, long fromOffset, long bytes, long at) throws DiskException;

  /**
   * Reads one stretch of the file into several parts of memory, in their order.
   *
   * @param parts how many; part i has {@code lengths[i]} bytes at {@code offsets[i]}
   * @return how many bytes; fewer than the parts have only at the end of the file
   */
  long readParts(MemorySegment memory, long[] offsets, long[] lengths, int parts, long at)
      throws DiskException;

  /**
   * Writes several parts of memory, in their order, to one stretch of the file.
   *
   * @param parts how many; part i has {@code lengths[i]} bytes at {@code offsets[i]}
   * @throws DiskException if not all could be written; it tells how many bytes were
   */
  void writeParts(MemorySegment memory, long[] offsets, long[] lengths, int parts, long at)
      throws DiskException;

  /** How many bytes the file has. */
  long size() throws DiskException;

  /** Makes the file so long: cuts off what is behind, or adds zeros that take no blocks. */
  void size(long bytes) throws DiskException;

  /**
   * Makes sure that there is room on the disk for the first {@code bytes} bytes; the file grows to
   * that size if it was shorter, and keeps what it has. Where a file system cannot reserve blocks,
   * zeros are written behind the end of the file, and nobody else may write there meanwhile; holes
   * before the end are left.
   */
  void allocate(long bytes) throws DiskException;

  /**
   * Lets the disk begin with what was written there, so that {@link #sync} has less to wait for; a
   * hint, which waits for no disk and of which nothing may come.
   */
  void startSync(long at, long bytes) throws DiskException;

  /** Waits until what was written is on the disk. */
  void sync() throws DiskException;

  /**
   * Locks a range against other open files of this process and of others, here and, if the file
   * system can do that, on other hosts; waits until it is free. It is advice: reading and writing
   * do not look at it. Does not exclude other threads that use the same object, and no thread may
   * lock what the same object has locked already.
   *
   * @param bytes how many; none is no lock
   * @param isShared others may share it; needs a file that was opened to READ, and a lock that is
   *     not shared one to WRITE
   */
  void lock(long at, long bytes, boolean isShared) throws DiskException;

  /** Gives a range back that {@link #lock} took, the same as it was there. */
  void unlock(long at, long bytes) throws DiskException;

  /** Whether it was opened to READ. */
  boolean isReadable();

  /** Which file it is. */
  FileIdentity identity() throws DiskException;

  /** Closes it and gives its locks back; calls that are under way may end. Once is enough. */
  @Override
  void close() throws DiskException;
}
