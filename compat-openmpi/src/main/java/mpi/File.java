package mpi;

import java.nio.Buffer;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.FileMode;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.MpiFile;
import org.purempi.Whence;

/**
 * A file that ranks read and write together (chapter 14). Errors are thrown, unless another handler
 * is set. Calls that return at once need direct buffers.
 */
public final class File {
  private static final Map<Integer, FileMode> MODES =
      Map.of(
          MPI.MODE_CREATE, FileMode.CREATE,
          MPI.MODE_RDONLY, FileMode.RDONLY,
          MPI.MODE_WRONLY, FileMode.WRONLY,
          MPI.MODE_RDWR, FileMode.RDWR,
          MPI.MODE_DELETE_ON_CLOSE, FileMode.DELETE_ON_CLOSE,
          MPI.MODE_UNIQUE_OPEN, FileMode.UNIQUE_OPEN,
          MPI.MODE_EXCL, FileMode.EXCL,
          MPI.MODE_APPEND, FileMode.APPEND,
          MPI.MODE_SEQUENTIAL, FileMode.SEQUENTIAL);

  private @Nullable MpiFile core;
  private Errhandler errhandler = MPI.ERRORS_RETURN;

  /** The view as the program has described it. */
  private FileView view = new FileView(0, MPI.BYTE, MPI.BYTE, "native");

  /** Opens a file ({@code MPI_File_open}). */
  public File(Comm comm, String filename, int amode) throws MPIException {
    this(comm, filename, amode, MPI.INFO_NULL);
  }

  /** Opens a file ({@code MPI_File_open}). */
  public File(Comm comm, String filename, int amode, Info info) throws MPIException {
    var communicator = comm.live();
    core = Failures.get(() -> MpiFile.open(communicator, filename, modes(amode), info.hints()));
  }

  private static Set<FileMode> modes(int amode) {
    Set<FileMode> modes = EnumSet.noneOf(FileMode.class);
    int left = amode;
    for (Map.Entry<Integer, FileMode> e : MODES.entrySet()) {
      if ((amode & e.getKey()) != 0) {
        modes.add(e.getValue());
        left &= ~e.getKey();
      }
    }
    if (left != 0) {
      throw new MpiArgumentException(ErrorClass.AMODE, amode + " is no sum of MODE constants");
    }
    return modes;
  }

  private MpiFile live() throws MPIException {
    MpiFile f = core;
    if (f == null) {
      throw new MPIException(ErrorClass.FILE, "the file is null: it has been closed");
    }
    return f;
  }

  // ---- what all calls have in common

  private static MPIException at(MpiFile file, RuntimeException e) {
    try {
      file.callErrhandler(e);
    } catch (RuntimeException thrown) {
      return Failures.of(thrown);
    }
    return Failures.of(e);
  }

  /** What this API checks itself; its errors pass the file's handler, too. */
  private static <T> T checked(MpiFile file, Supplier<T> check) throws MPIException {
    try {
      return check.get();
    } catch (RuntimeException e) {
      throw at(file, e);
    }
  }

  private Status move(Object buffer, int count, Datatype type, MoveCall<org.purempi.Status> call)
      throws MPIException {
    MpiFile f = live();
    Buf buf = checked(f, () -> Buffers.of(buffer, count, type));
    return new Status(Failures.get(() -> call.on(f, buf)));
  }

  private Request start(
      Buffer buffer, int count, Datatype type, MoveCall<org.purempi.Request<?>> call)
      throws MPIException {
    MpiFile f = live();
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("The buffer must be direct.");
    }
    Buf buf = checked(f, () -> Buffers.of(buffer, count, type));
    return Request.of(() -> call.on(f, buf));
  }

  private void begin(Object buffer, int count, Datatype type, BeginCall call) throws MPIException {
    MpiFile f = live();
    Buf buf = checked(f, () -> Buffers.of(buffer, count, type));
    Failures.run(() -> call.on(f, buf));
  }

  /** A call that moves data. */
  @FunctionalInterface
  private interface MoveCall<T> {
    T on(MpiFile file, Buf buf);
  }

  /** A call that begins to. */
  @FunctionalInterface
  private interface BeginCall {
    void on(MpiFile file, Buf buf);
  }

  private <T> T ask(Function<MpiFile, T> question) throws MPIException {
    MpiFile f = live();
    return Failures.get(() -> question.apply(f));
  }

  private void tell(Consumer<MpiFile> call) throws MPIException {
    MpiFile f = live();
    Failures.run(() -> call.accept(f));
  }

  /** {@code MPI_File_close}. */
  public void close() throws MPIException {
    tell(MpiFile::close);
    core = null;
  }

  /** {@code MPI_File_delete}. */
  public static void delete(String filename) throws MPIException {
    Mpi mpi = Home.mpi();
    Failures.run(() -> MpiFile.delete(mpi, filename));
  }

  /** {@code MPI_File_delete}. */
  public static void delete(String filename, Info info) throws MPIException {
    delete(filename);
  }

  /** {@code MPI_File_set_size}. */
  public void setSize(long offset) throws MPIException {
    tell(f -> f.setSize(offset));
  }

  /** {@code MPI_File_preallocate}. */
  public void preallocate(long offset) throws MPIException {
    tell(f -> f.preallocate(offset));
  }

  /** {@code MPI_File_get_size}. */
  public long getSize() throws MPIException {
    return ask(MpiFile::getSize);
  }

  /** {@code MPI_File_get_group}. */
  public Group getGroup() throws MPIException {
    return new Group(ask(MpiFile::group));
  }

  /** {@code MPI_File_get_amode}. */
  public int getAMode() throws MPIException {
    Set<FileMode> modes = ask(MpiFile::getAmode);
    return MODES.entrySet().stream()
        .filter(e -> modes.contains(e.getValue()))
        .mapToInt(Map.Entry::getKey)
        .sum();
  }

  /** {@code MPI_File_set_info}. */
  public void setInfo(Info info) throws MPIException {
    tell(f -> f.setInfo(info.hints()));
  }

  /** {@code MPI_File_get_info}. */
  public Info getInfo() throws MPIException {
    return new Info(ask(MpiFile::getInfo));
  }

  /** {@code MPI_File_set_view}. */
  public void setView(long disp, Datatype etype, Datatype filetype, String datarep)
      throws MPIException {
    setView(disp, etype, filetype, datarep, MPI.INFO_NULL);
  }

  /** {@code MPI_File_set_view}. */
  public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info)
      throws MPIException {
    MpiFile f = live();
    org.purempi.FileView asked =
        checked(
            f,
            () -> new org.purempi.FileView(disp, etype.committed(), filetype.committed(), datarep));
    Failures.run(() -> f.setView(asked, info.hints()));
    view = new FileView(f.getView().disp(), etype, filetype, datarep);
  }

  /** {@code MPI_File_get_view}. */
  public FileView getView() {
    return view;
  }

  /** {@code MPI_File_read_at}. */
  public Status readAt(long offset, Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.readAt(offset, b));
  }

  /** {@code MPI_File_read_at_all}. */
  public Status readAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.readAtAll(offset, b));
  }

  /** {@code MPI_File_write_at}. */
  public Status writeAt(long offset, Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.writeAt(offset, b));
  }

  /** {@code MPI_File_write_at_all}. */
  public Status writeAtAll(long offset, Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.writeAtAll(offset, b));
  }

  /** {@code MPI_File_iread_at}. */
  public Request iReadAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
    return start(buf, count, type, (f, b) -> f.ireadAt(offset, b));
  }

  /** {@code MPI_File_iread_at_all}. */
  public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type) throws MPIException {
    return start(buf, count, type, (f, b) -> f.ireadAtAll(offset, b));
  }

  /** {@code MPI_File_iwrite_at}. */
  public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) throws MPIException {
    return start(buf, count, type, (f, b) -> f.iwriteAt(offset, b));
  }

  /** {@code MPI_File_iwrite_at_all}. */
  public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type)
      throws MPIException {
    return start(buf, count, type, (f, b) -> f.iwriteAtAll(offset, b));
  }

  /** {@code MPI_File_read}. */
  public Status read(Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.read(b));
  }

  /** {@code MPI_File_read_all}. */
  public Status readAll(Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.readAll(b));
  }

  /** {@code MPI_File_write}. */
  public Status write(Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.write(b));
  }

  /** {@code MPI_File_write_all}. */
  public Status writeAll(Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.writeAll(b));
  }

  /** {@code MPI_File_iread}. */
  public Request iRead(Buffer buf, int count, Datatype type) throws MPIException {
    return start(buf, count, type, (f, b) -> f.iread(b));
  }

  /** {@code MPI_File_iread_all}. */
  public Request iReadAll(Buffer buf, int count, Datatype type) throws MPIException {
    return start(buf, count, type, (f, b) -> f.ireadAll(b));
  }

  /** {@code MPI_File_iwrite}. */
  public Request iWrite(Buffer buf, int count, Datatype type) throws MPIException {
    return start(buf, count, type, (f, b) -> f.iwrite(b));
  }

  /** {@code MPI_File_iwrite_all}. */
  public Request iWriteAll(Buffer buf, int count, Datatype type) throws MPIException {
    return start(buf, count, type, (f, b) -> f.iwriteAll(b));
  }

  private static Whence whence(int whence) {
    if (whence == MPI.SEEK_SET) {
      return Whence.SET;
    }
    if (whence == MPI.SEEK_CUR) {
      return Whence.CUR;
    }
    if (whence != MPI.SEEK_END) {
      throw new MpiArgumentException(
          ErrorClass.ARG, whence + " is none of SEEK_SET, SEEK_CUR and SEEK_END");
    }
    return Whence.END;
  }

  /** {@code MPI_File_seek}. */
  public void seek(long offset, int whence) throws MPIException {
    Whence from = checked(live(), () -> whence(whence));
    tell(f -> f.seek(offset, from));
  }

  /** {@code MPI_File_get_position}. */
  public long getPosition() throws MPIException {
    return ask(MpiFile::getPosition);
  }

  /** {@code MPI_File_get_byte_offset}. */
  public long getByteOffset(long offset) throws MPIException {
    return ask(f -> f.getByteOffset(offset));
  }

  /** {@code MPI_File_read_shared}. */
  public Status readShared(Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.readShared(b));
  }

  /** {@code MPI_File_write_shared}. */
  public Status writeShared(Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.writeShared(b));
  }

  /** {@code MPI_File_iread_shared}. */
  public Request iReadShared(Buffer buf, int count, Datatype type) throws MPIException {
    return start(buf, count, type, (f, b) -> f.ireadShared(b));
  }

  /** {@code MPI_File_iwrite_shared}. */
  public Request iWriteShared(Buffer buf, int count, Datatype type) throws MPIException {
    return start(buf, count, type, (f, b) -> f.iwriteShared(b));
  }

  /** {@code MPI_File_read_ordered}. */
  public Status readOrdered(Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.readOrdered(b));
  }

  /** {@code MPI_File_write_ordered}. */
  public Status writeOrdered(Object buf, int count, Datatype type) throws MPIException {
    return move(buf, count, type, (f, b) -> f.writeOrdered(b));
  }

  /** {@code MPI_File_seek_shared}. */
  public void seekShared(long offset, int whence) throws MPIException {
    Whence from = checked(live(), () -> whence(whence));
    tell(f -> f.seekShared(offset, from));
  }

  /** {@code MPI_File_get_position_shared}. */
  public long getPositionShared() throws MPIException {
    return ask(MpiFile::getPositionShared);
  }

  /** {@code MPI_File_read_at_all_begin}. */
  public void readAtAllBegin(long offset, Object buf, int count, Datatype type)
      throws MPIException {
    begin(buf, count, type, (f, b) -> f.readAtAllBegin(offset, b));
  }

  /** {@code MPI_File_read_at_all_end}. */
  public Status readAtAllEnd(Object buf) throws MPIException {
    return new Status(ask(MpiFile::readAtAllEnd));
  }

  /** {@code MPI_File_write_at_all_begin}. */
  public void writeAtAllBegin(long offset, Object buf, int count, Datatype type)
      throws MPIException {
    begin(buf, count, type, (f, b) -> f.writeAtAllBegin(offset, b));
  }

  /** {@code MPI_File_write_at_all_end}. */
  public Status writeAtAllEnd(Object buf) throws MPIException {
    return new Status(ask(MpiFile::writeAtAllEnd));
  }

  /** {@code MPI_File_read_all_begin}. */
  public void readAllBegin(Object buf, int count, Datatype type) throws MPIException {
    begin(buf, count, type, (f, b) -> f.readAllBegin(b));
  }

  /** {@code MPI_File_read_all_end}. */
  public Status readAllEnd(Object buf) throws MPIException {
    return new Status(ask(MpiFile::readAllEnd));
  }

  /** {@code MPI_File_write_all_begin}. */
  public void writeAllBegin(Object buf, int count, Datatype type) throws MPIException {
    begin(buf, count, type, (f, b) -> f.writeAllBegin(b));
  }

  /** {@code MPI_File_write_all_end}. */
  public Status writeAllEnd(Object buf) throws MPIException {
    return new Status(ask(MpiFile::writeAllEnd));
  }

  /** {@code MPI_File_read_ordered_begin}. */
  public void readOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
    begin(buf, count, type, (f, b) -> f.readOrderedBegin(b));
  }

  /** {@code MPI_File_read_ordered_end}. */
  public Status readOrderedEnd(Object buf) throws MPIException {
    return new Status(ask(MpiFile::readOrderedEnd));
  }

  /** {@code MPI_File_write_ordered_begin}. */
  public void writeOrderedBegin(Object buf, int count, Datatype type) throws MPIException {
    begin(buf, count, type, (f, b) -> f.writeOrderedBegin(b));
  }

  /** {@code MPI_File_write_ordered_end}. */
  public Status writeOrderedEnd(Object buf) throws MPIException {
    return new Status(ask(MpiFile::writeOrderedEnd));
  }

  /** {@code MPI_File_get_type_extent}. */
  public int getTypeExtent(Datatype type) throws MPIException {
    org.purempi.Datatype t = type.core();
    return Math.toIntExact(ask(f -> f.getTypeExtent(t)));
  }

  /** {@code MPI_File_set_atomicity}. */
  public void setAtomicity(boolean flag) throws MPIException {
    tell(f -> f.setAtomicity(flag));
  }

  /** {@code MPI_File_get_atomicity}. */
  public boolean getAtomicity() throws MPIException {
    return ask(MpiFile::getAtomicity);
  }

  /** {@code MPI_File_sync}. */
  public void sync() throws MPIException {
    tell(MpiFile::sync);
  }

  /** {@code MPI_File_set_errhandler}. */
  public void setErrhandler(Errhandler errhandler) throws MPIException {
    MpiFile f = live();
    boolean isFatal = errhandler != MPI.ERRORS_RETURN;
    Mpi mpi = f.mpi();
    f.setErrhandler(
        isFatal
            ? ErrorHandler.ofFile((file, error) -> Failures.fatal(mpi, file, error))
            : ErrorHandler.RETURN);
    this.errhandler = errhandler;
  }

  /** {@code MPI_File_get_errhandler}. */
  public Errhandler getErrhandler() throws MPIException {
    live();
    return errhandler;
  }

  /** {@code MPI_File_call_errhandler}. */
  public void callErrhandler(int errorCode) throws MPIException {
    MpiFile f = live();
    if (errhandler != MPI.ERRORS_RETURN) {
      String text = "callErrhandler(" + errorCode + "): " + f.mpi().errorString(errorCode);
      throw at(f, new MpiException(errorCode, text));
    }
  }
}
