package org.purempi;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A file that the ranks of a communicator read and write together (chapter 14).
 *
 * <pre>{@code
 * try (MpiFile file = MpiFile.open(world, Path.of("field.bin"), FileMode.CREATE, FileMode.RDWR)) {
 *   file.setView(new FileView(0, Datatype.DOUBLE, myColumns));
 *   file.writeAll(Buf.of(columns));
 * }
 * }</pre>
 *
 * <p>Each rank sees the file by a {@link FileView}: the bytes that belong to it, as if they lay one
 * after the other. What one rank has written, another sees after {@link #sync}, a barrier and
 * {@link #sync}, or at once when the file is {@linkplain #setAtomicity atomic} (section 14.6).
 *
 * <p>Errors pass the file's error handler, which throws unless another is set; those of opening and
 * deleting pass {@link Mpi#getFileErrhandler}. {@link #close} is collective.
 */
public interface MpiFile extends AutoCloseable, FileArrays, FileValues {
  /**
   * Opens a file ({@code MPI_File_open}, section 14.2.1); collective.
   *
   * @param filename a path; {@code ufs:} and {@code nfs:} before it are ignored
   * @param amode the same on all ranks
   * @param info hints (section 14.2.8): of ROMIO's, {@code cb_nodes}, {@code cb_buffer_size},
   *     {@code romio_cb_read}, {@code romio_cb_write}, {@code romio_ds_read}, {@code
   *     romio_ds_write}, {@code ind_rd_buffer_size}, {@code ind_wr_buffer_size}; {@code file_perm};
   *     and our own: {@code atomicReplace}, true: written beside, and renamed when it is closed;
   *     {@code durable}, true: on the storage device, file and folder, when it has been closed
   * @throws MpiException ({@code NO_SUCH_FILE}, {@code FILE_EXISTS}, {@code ACCESS}, {@code
   *     READ_ONLY}, {@code BAD_FILE}, …) on all ranks, if one of them cannot open it
   * @throws MpiArgumentException ({@code AMODE}, {@code NOT_SAME}) for wrong modes; ({@code
   *     NOT_SAME}) if hints for collective calls differ among ranks
   */
  static MpiFile open(Communicator comm, String filename, Set<FileMode> amode, Info info) {
    return Providers.provider().file(comm, filename, amode, info);
  }

  /** As {@link #open(Communicator, String, Set, Info)}, without hints. */
  static MpiFile open(Communicator comm, Path path, FileMode... amode) {
    Set<FileMode> modes = EnumSet.noneOf(FileMode.class);
    modes.addAll(List.of(amode));
    return open(comm, path.toString(), modes, Info.EMPTY);
  }

  /**
   * Deletes a file ({@code MPI_File_delete}).
   *
   * @param mpi whose error handler for files treats errors
   * @throws MpiException ({@code NO_SUCH_FILE}) if there is none, ({@code BAD_FILE}) if it is a
   *     directory
   */
  static void delete(Mpi mpi, String filename) {
    Providers.provider().deleteFile(mpi, filename);
  }

  // ---- what it is

  /** The environment. */
  Mpi mpi();

  /** This rank in the file's group. */
  int rank();

  /** The number of ranks. */
  int size();

  /** The ranks ({@code MPI_File_get_group}). */
  Group group();

  /** How it was opened ({@code MPI_File_get_amode}). */
  Set<FileMode> getAmode();

  /** Bytes of the file ({@code MPI_File_get_size}). */
  long getSize();

  /**
   * Cuts the file, or makes it longer by zeros ({@code MPI_File_set_size}); collective, the same on
   * all ranks.
   */
  void setSize(long bytes);

  /**
   * Sees to it that there is storage for so many bytes ({@code MPI_File_preallocate}); the file
   * gets longer if it was shorter; collective, the same on all ranks.
   *
   * @throws MpiException ({@code NO_SPACE}) if there is not
   */
  void preallocate(long bytes);

  /** The hints in use ({@code MPI_File_get_info}). */
  Info getInfo();

  /**
   * Gives hints; those that are not known are dropped ({@code MPI_File_set_info}); collective,
   * those for collective calls the same on all ranks.
   */
  void setInfo(Info info);

  // ---- views and pointers

  /**
   * Sets what this rank sees of the file, and all pointers to its beginning ({@code
   * MPI_File_set_view}, section 14.3); collective, with etypes of the same extent and the same
   * representation on all ranks.
   *
   * @throws MpiArgumentException ({@code ARG}, {@code TYPE}) if the filetype is not made of etypes,
   *     goes backwards, or overlaps in a file that can be written; ({@code UNSUPPORTED_DATAREP})
   *     for a representation that is not known
   */
  void setView(FileView view, Info info);

  /** As {@link #setView(FileView, Info)} without hints. */
  default void setView(FileView view) {
    setView(view, Info.EMPTY);
  }

  /** What this rank sees ({@code MPI_File_get_view}). */
  FileView getView();

  /**
   * Moves this rank's pointer ({@code MPI_File_seek}).
   *
   * @param offset in etypes, may be negative
   * @throws MpiArgumentException ({@code ARG}) if it would be before the view; it stays then
   */
  void seek(long offset, Whence whence);

  /** Where this rank's pointer is, in etypes ({@code MPI_File_get_position}). */
  long getPosition();

  /** Moves the shared pointer ({@code MPI_File_seek_shared}); collective, the same on all ranks. */
  void seekShared(long offset, Whence whence);

  /** Where the shared pointer is, in etypes ({@code MPI_File_get_position_shared}). */
  long getPositionShared();

  /**
   * The byte of the file that an offset of the view is at ({@code MPI_File_get_byte_offset}).
   *
   * @param offset in etypes, 0 or more
   */
  long getByteOffset(long offset);

  /** Bytes from one element to the next in the file ({@code MPI_File_get_type_extent}). */
  long getTypeExtent(Datatype type);

  // ---- consistency (section 14.6)

  /**
   * Whether what one rank writes is there, whole, for the others when the call returns ({@code
   * MPI_File_set_atomicity}); collective.
   */
  void setAtomicity(boolean isAtomic);

  /** Whether it is atomic ({@code MPI_File_get_atomicity}). */
  boolean getAtomicity();

  /**
   * Brings what was written to the storage device, and lets this rank see what others have brought
   * ({@code MPI_File_sync}); collective.
   */
  void sync();

  /** Is told how far a collective write has come. */
  @FunctionalInterface
  interface Progress {
    /**
     * Some of it is done. Called by the thread that performs the write, in its course: what it
     * throws makes the call fail on all ranks.
     *
     * @param doneBytes of this rank's data
     * @param ofBytes all of this rank's data
     */
    void report(long doneBytes, long ofBytes);
  }

  /**
   * Tells how far collective writes in blocks have come, at this rank, after each block; those that
   * are done in one piece are told of once. Not of the Standard.
   */
  void onProgress(Progress listener);

  // ---- errors (section 9.3)

  /** What happens to its errors. */
  ErrorHandler getErrhandler();

  /** Sets what happens to its errors. */
  void setErrhandler(ErrorHandler handler);

  /** Calls the error handler as an error of that kind would ({@code MPI_File_call_errhandler}). */
  void callErrhandler(RuntimeException error);

  /**
   * Closes the file ({@code MPI_File_close}); collective. Finishes what was begun and not waited
   * for. Does nothing if it has been closed.
   */
  @Override
  void close();
}
