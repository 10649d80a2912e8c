package mpi;

import java.nio.Buffer;

/**
 * A file that ranks read and write together (chapter 14). purempi has no files yet: opening one
 * throws an exception of class {@link MPI#ERR_UNSUPPORTED_OPERATION}.
 */
public final class File {
  private static final String WHAT = "files (MPI-IO)";
  private static final String UNSUPPORTED = "purempi has no " + WHAT + " yet";

  /** Opens a file ({@code MPI_File_open}). */
  public File(Comm comm, String filename, int amode) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** Opens a file ({@code MPI_File_open}). */
  public File(Comm comm, String filename, int amode, Info info) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_close}. */
  public void close() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_delete}. */
  public static void delete(String filename) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_delete}. */
  public static void delete(String filename, Info info) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_set_size}. */
  public void setSize(long offset) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_preallocate}. */
  public void preallocate(long offset) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_size}. */
  public long getSize() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_group}. */
  public Group getGroup() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_amode}. */
  public int getAMode() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_set_info}. */
  public void setInfo(Info info) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_info}. */
  public Info getInfo() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_set_view}. */
  public void setView(long disp, Datatype etype, Datatype filetype, String datarep)
      throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_set_view}. */
  public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info)
      throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_view}. */
  public FileView getView() {
    throw new IllegalStateException(UNSUPPORTED);
  }

  /** {@code MPI_File_read_at}. */
  public Status readAt(long offset, Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_at_all}. */
  public Status readAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_at}. */
  public Status writeAt(long offset, Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_at_all}. */
  public Status writeAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iread_at}. */
  public Request iReadAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iread_at_all}. */
  public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iwrite_at}. */
  public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iwrite_at_all}. */
  public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type)
      throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read}. */
  public Status read(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_all}. */
  public Status readAll(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write}. */
  public Status write(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_all}. */
  public Status writeAll(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iread}. */
  public Request iRead(Buffer buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iread_all}. */
  public Request iReadAll(Buffer buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iwrite}. */
  public Request iWrite(Buffer buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iwrite_all}. */
  public Request iWriteAll(Buffer buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_seek}. */
  public void seek(long offset, int whence) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_position}. */
  public long getPosition() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_byte_offset}. */
  public long getByteOffset(long offset) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_shared}. */
  public Status readShared(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_shared}. */
  public Status writeShared(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iread_shared}. */
  public Request iReadShared(Buffer buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_iwrite_shared}. */
  public Request iWriteShared(Buffer buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_ordered}. */
  public Status readOrdered(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_ordered}. */
  public Status writeOrdered(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_seek_shared}. */
  public void seekShared(long offset, int whence) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_position_shared}. */
  public long getPositionShared() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_at_all_begin}. */
  public void readAtAllBegin(long offset, Object buf, int count, Datatype type)
      throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_at_all_end}. */
  public Status readAtAllEnd(Object buf) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_at_all_begin}. */
  public void writeAtAllBegin(long offset, Object buf, int count, Datatype type)
      throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_at_all_end}. */
  public Status writeAtAllEnd(Object buf) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_all_begin}. */
  public void readAllBegin(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_all_end}. */
  public Status readAllEnd(Object buf) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_all_begin}. */
  public void writeAllBegin(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_all_end}. */
  public Status writeAllEnd(Object buf) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_ordered_begin}. */
  public void readOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_read_ordered_end}. */
  public Status readOrderedEnd(Object buf) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_ordered_begin}. */
  public void writeOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_write_ordered_end}. */
  public Status writeOrderedEnd(Object buf) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_type_extent}. */
  public int getTypeExtent(Datatype type) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_set_atomicity}. */
  public void setAtomicity(boolean flag) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_atomicity}. */
  public boolean getAtomicity() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_sync}. */
  public void sync() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_set_errhandler}. */
  public void setErrhandler(Errhandler errhandler) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_get_errhandler}. */
  public Errhandler getErrhandler() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_File_call_errhandler}. */
  public void callErrhandler(int errorCode) throws MPIException {
    throw Failures.unsupported(WHAT);
  }
}
