package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.purempi.Assertion;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Keyval;
import org.purempi.LockType;
import org.purempi.MpiArgumentException;
import org.purempi.MpiException;
import org.purempi.Window;

/**
 * Memory that other ranks read and write (chapter 12). Buffers are direct ones; sizes and units of
 * displacements count elements of the buffer that the window is made of.
 */
public final class Win implements Freeable {
  /** No window. */
  public static final int WIN_NULL = 0;

  /** Memory of this process alone. */
  public static final int FLAVOR_PRIVATE = 0;

  /** Memory that the processes of a host share. */
  public static final int FLAVOR_SHARED = 1;

  private final Communicator communicator;
  private @Nullable Window core;
  private Errhandler errhandler = MPI.ERRORS_ARE_FATAL;

  /** A window of memory of the program ({@code MPI_Win_create}). */
  public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
    communicator = comm.live();
    requireDirect(base, "buffer");
    int bytes = elementBytes(base);
    Buf memory = bytesOf(communicator, base, (long) size * bytes);
    begin(() -> Window.create(communicator, memory, dispUnit * bytes, info.hints()));
  }

  /**
   * A window of memory that the library allocates ({@code MPI_Win_allocate}, {@code
   * MPI_Win_allocate_shared}). Open MPI stores the address of the memory to the first eight bytes
   * of {@code base}, and so does this.
   *
   * @param sharedIndicator {@link #FLAVOR_PRIVATE} or {@link #FLAVOR_SHARED}
   */
  public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int sharedIndicator)
      throws MPIException {
    communicator = comm.live();
    requireDirect(base, "buffer");
    int bytes = elementBytes(base);
    long all = (long) size * bytes;
    begin(
        () ->
            sharedIndicator == FLAVOR_SHARED
                ? Window.allocateShared(communicator, all, dispUnit * bytes, info.hints())
                : Window.allocate(communicator, all, dispUnit * bytes, info.hints()));
    MemorySegment place = MemorySegment.ofBuffer(base.duplicate().clear());
    if (place.byteSize() >= Long.BYTES) {
      place.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, live().memory().address());
    }
  }

  /** A window without memory yet ({@code MPI_Win_create_dynamic}). */
  public Win(Info info, Comm comm) throws MPIException {
    communicator = comm.live();
    begin(() -> Window.createDynamic(communicator, info.hints()));
  }

  private void begin(Supplier<Window> made) throws MPIException {
    core = Failures.get(made);
    setErrhandler(errhandler);
  }

  private Window live() throws MPIException {
    Window w = core;
    if (w == null) {
      throw Failures.at(communicator, ErrorClass.WIN, "the window is null: it has been freed");
    }
    return w;
  }

  private static void requireDirect(Buffer buffer, String which) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("The " + which + " must be direct.");
    }
  }

  private static int elementBytes(Buffer base) {
    if (base instanceof ByteBuffer) {
      return 1;
    }
    if (base instanceof CharBuffer || base instanceof ShortBuffer) {
      return Short.BYTES;
    }
    return base instanceof IntBuffer || base instanceof FloatBuffer ? Integer.BYTES : Long.BYTES;
  }

  private static Buf bytesOf(Communicator c, Buffer base, long bytes) throws MPIException {
    return Buffers.of(c, base, bytes, MPI.BYTE);
  }

  private Buf origin(Buffer buffer, int count, Datatype type) throws MPIException {
    requireDirect(buffer, "origin");
    return Buffers.of(communicator, buffer, count, type);
  }

  private static void requireCompatible(Datatype one, Datatype other) {
    if (one.base() != other.base()) {
      throw new IllegalArgumentException("Both datatype must be compatible.");
    }
  }

  private static Assertion[] assertions(int bits) {
    int known =
        MPI.MODE_NOCHECK
            | MPI.MODE_NOPRECEDE
            | MPI.MODE_NOPUT
            | MPI.MODE_NOSTORE
            | MPI.MODE_NOSUCCEED;
    if ((bits & ~known) != 0) {
      throw new MpiArgumentException(ErrorClass.ASSERT, "the assertion " + bits + " is unknown");
    }
    var all = new ArrayList<Assertion>();
    addIf(all, bits, MPI.MODE_NOCHECK, Assertion.NOCHECK);
    addIf(all, bits, MPI.MODE_NOPRECEDE, Assertion.NOPRECEDE);
    addIf(all, bits, MPI.MODE_NOPUT, Assertion.NOPUT);
    addIf(all, bits, MPI.MODE_NOSTORE, Assertion.NOSTORE);
    addIf(all, bits, MPI.MODE_NOSUCCEED, Assertion.NOSUCCEED);
    return all.toArray(Assertion[]::new);
  }

  private static void addIf(List<Assertion> all, int bits, int bit, Assertion assertion) {
    if ((bits & bit) != 0) {
      all.add(assertion);
    }
  }

  /** What this API checks itself; its errors pass the window's handler, too. */
  private static <T> T checked(Window w, Supplier<T> check) throws MPIException {
    try {
      return check.get();
    } catch (RuntimeException e) {
      throw at(w, e);
    }
  }

  private static MPIException at(Window w, RuntimeException e) {
    try {
      w.callErrhandler(e);
    } catch (RuntimeException thrown) {
      return Failures.of(thrown);
    }
    return Failures.of(e);
  }

  /** {@code MPI_Win_attach}; {@code size} counts elements. */
  public void attach(Buffer base, int size) throws MPIException {
    requireDirect(base, "buffer");
    Window w = live();
    MemorySegment part = part(base, size);
    Failures.run(() -> w.attach(part));
  }

  private static MemorySegment part(Buffer base, int size) {
    MemorySegment all = MemorySegment.ofBuffer(base.duplicate().clear());
    return all.asSlice(0, (long) size * elementBytes(base));
  }

  /** {@code MPI_Win_detach}, of all that was attached from this buffer's address on. */
  public void detach(Buffer base) throws MPIException {
    requireDirect(base, "buffer");
    Window w = live();
    Failures.run(() -> w.detach(MemorySegment.ofBuffer(base.duplicate().clear())));
  }

  /** {@code MPI_Win_get_group}. */
  public Group getGroup() throws MPIException {
    return new Group(live().group());
  }

  /** {@code MPI_Put}. */
  public void put(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    Window w = live();
    Buf from = origin(origin, orgCount, orgType);
    org.purempi.Datatype type = there(orgType, targetType);
    Failures.run(() -> w.put(from, targetRank, targetDisp, targetCount, type));
  }

  private org.purempi.Datatype there(Datatype orgType, Datatype targetType) throws MPIException {
    requireCompatible(orgType, targetType);
    return targetType.committed(communicator);
  }

  /** {@code MPI_Get}. */
  public void get(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    Window w = live();
    Buf to = origin(origin, orgCount, orgType);
    org.purempi.Datatype type = there(orgType, targetType);
    Failures.run(() -> w.get(to, targetRank, targetDisp, targetCount, type));
  }

  /** {@code MPI_Accumulate}. */
  public void accumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    Window w = live();
    Buf from = origin(origin, orgCount, orgType);
    org.purempi.Datatype type = there(orgType, targetType);
    org.purempi.Op how = op.on(communicator, targetType);
    Failures.run(() -> w.accumulate(from, targetRank, targetDisp, targetCount, type, how));
  }

  /** {@code MPI_Win_fence}. */
  public void fence(int assertion) throws MPIException {
    Window w = live();
    Assertion[] promised = checked(w, () -> assertions(assertion));
    Failures.run(() -> w.fence(promised));
  }

  /** {@code MPI_Win_start}. */
  public void start(Group group, int assertion) throws MPIException {
    Window w = live();
    org.purempi.Group ranks = group.core();
    Assertion[] promised = checked(w, () -> assertions(assertion));
    Failures.run(() -> w.start(ranks, promised));
  }

  /** {@code MPI_Win_complete}. */
  public void complete() throws MPIException {
    Failures.run(live()::complete);
  }

  /** {@code MPI_Win_post}. */
  public void post(Group group, int assertion) throws MPIException {
    Window w = live();
    org.purempi.Group ranks = group.core();
    Assertion[] promised = checked(w, () -> assertions(assertion));
    Failures.run(() -> w.post(ranks, promised));
  }

  /** {@code MPI_Win_wait}. */
  public void waitFor() throws MPIException {
    Failures.run(live()::waitFor);
  }

  /** {@code MPI_Win_test}. */
  public boolean test() throws MPIException {
    return Failures.get(live()::test);
  }

  /** {@code MPI_Win_lock}. */
  public void lock(int lockType, int rank, int assertion) throws MPIException {
    Window w = live();
    LockType type = checked(w, () -> type(lockType));
    Assertion[] promised = checked(w, () -> assertions(assertion));
    Failures.run(() -> w.lock(type, rank, promised));
  }

  private static LockType type(int lockType) {
    if (lockType == MPI.LOCK_EXCLUSIVE) {
      return LockType.EXCLUSIVE;
    }
    if (lockType != MPI.LOCK_SHARED) {
      throw new MpiArgumentException(
          ErrorClass.LOCKTYPE, lockType + " is neither LOCK_EXCLUSIVE nor LOCK_SHARED");
    }
    return LockType.SHARED;
  }

  /** {@code MPI_Win_unlock}. */
  public void unlock(int rank) throws MPIException {
    Window w = live();
    Failures.run(() -> w.unlock(rank));
  }

  /** {@code MPI_Win_set_errhandler}; at first errors are fatal. */
  public void setErrhandler(Errhandler errhandler) throws MPIException {
    Window w = live();
    boolean isFatal = errhandler != MPI.ERRORS_RETURN;
    w.setErrhandler(isFatal ? ErrorHandler.ofWindow(Failures::fatal) : ErrorHandler.RETURN);
    this.errhandler = errhandler;
  }

  /** {@code MPI_Win_get_errhandler}. */
  public Errhandler getErrhandler() throws MPIException {
    live();
    return errhandler;
  }

  /** {@code MPI_Win_call_errhandler}: {@link MPI#ERRORS_RETURN} does nothing. */
  public void callErrhandler(int errorCode) throws MPIException {
    Window w = live();
    if (errhandler != MPI.ERRORS_RETURN) {
      String text = "callErrhandler(" + errorCode + "): " + w.mpi().errorString(errorCode);
      throw at(w, new MpiException(errorCode, text));
    }
  }

  /** A key for attributes of windows ({@code MPI_Win_create_keyval}). */
  public static int createKeyval() throws MPIException {
    return Keyvals.create(Keyvals.Kind.WINDOW);
  }

  /** Gives a key up ({@code MPI_Win_free_keyval}). */
  public static void freeKeyval(int keyval) throws MPIException {
    Keyvals.free(Keyvals.Kind.WINDOW, keyval);
  }

  /** {@code MPI_Win_set_attr}. */
  public void setAttr(int keyval, Object value) throws MPIException {
    Window w = live();
    Keyvals.Key key = checked(w, () -> Keyvals.valid(Keyvals.Kind.WINDOW, keyval));
    key.used();
    try {
      w.setAttr(key.core(), new Keyvals.Value(value));
    } catch (RuntimeException e) {
      key.unused();
      throw Failures.of(e);
    }
  }

  /**
   * {@code MPI_Win_get_attr}: null if it is not set; {@link MPI#WIN_BASE} is a buffer, {@link
   * MPI#WIN_SIZE} and {@link MPI#WIN_DISP_UNIT} are bytes.
   */
  public @Nullable Object getAttr(int keyval) throws MPIException {
    Window w = live();
    switch (keyval) {
      case Keyvals.WIN_BASE -> {
        return w.memory().byteSize() == 0 ? null : w.memory().asByteBuffer();
      }
      case Keyvals.WIN_SIZE -> {
        return Math.toIntExact(w.memory().byteSize());
      }
      case Keyvals.WIN_DISP_UNIT -> {
        return w.dispUnit();
      }
      default -> {
        Keyval<Keyvals.Value> core =
            checked(w, () -> Keyvals.known(Keyvals.Kind.WINDOW, keyval)).core();
        Optional<Keyvals.Value> value = w.getAttr(core);
        return value.isPresent() ? value.get().object() : null;
      }
    }
  }

  /** {@code MPI_Win_delete_attr}. */
  public void deleteAttr(int keyval) throws MPIException {
    Window w = live();
    Keyval<Keyvals.Value> core =
        checked(w, () -> Keyvals.known(Keyvals.Kind.WINDOW, keyval)).core();
    Failures.run(() -> w.deleteAttr(core));
  }

  /** {@code MPI_Win_free}. */
  @Override
  public void free() throws MPIException {
    Failures.run(live()::close);
    core = null;
  }

  /** {@code MPI_Win_get_info}. */
  public Info getInfo() throws MPIException {
    return new Info(live().getInfo());
  }

  /** {@code MPI_Win_set_info}. */
  public void setInfo(Info info) throws MPIException {
    Window w = live();
    Failures.run(() -> w.setInfo(info.hints()));
  }

  /** {@code MPI_Rput}. */
  public final Request rPut(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    Window w = live();
    Buf from = origin(origin, orgCount, orgType);
    org.purempi.Datatype type = there(orgType, targetType);
    return Request.of(() -> w.rput(from, targetRank, targetDisp, targetCount, type));
  }

  /** {@code MPI_Rget}. */
  public final Request rGet(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    Window w = live();
    Buf to = origin(origin, orgCount, orgType);
    org.purempi.Datatype type = there(orgType, targetType);
    return Request.of(() -> w.rget(to, targetRank, targetDisp, targetCount, type));
  }

  /** {@code MPI_Raccumulate}. */
  public Request rAccumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    Window w = live();
    Buf from = origin(origin, orgCount, orgType);
    org.purempi.Datatype type = there(orgType, targetType);
    org.purempi.Op how = op.on(communicator, targetType);
    return Request.of(() -> w.raccumulate(from, targetRank, targetDisp, targetCount, type, how));
  }

  /** {@code MPI_Get_accumulate}. */
  public void getAccumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      Buffer result,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    Window w = live();
    Buf from = origin(origin, orgCount, orgType);
    Buf old = origin(result, resultCount, resultType);
    org.purempi.Datatype type = there(orgType, targetType);
    org.purempi.Op how = op.on(communicator, targetType);
    Failures.run(() -> w.getAccumulate(from, old, targetRank, targetDisp, targetCount, type, how));
  }

  /** {@code MPI_Rget_accumulate}. */
  public Request rGetAccumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      Buffer result,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    Window w = live();
    Buf from = origin(origin, orgCount, orgType);
    Buf old = origin(result, resultCount, resultType);
    org.purempi.Datatype type = there(orgType, targetType);
    org.purempi.Op how = op.on(communicator, targetType);
    return Request.of(
        () -> w.rgetAccumulate(from, old, targetRank, targetDisp, targetCount, type, how));
  }

  /** {@code MPI_Win_lock_all}. */
  public void lockAll(int assertion) throws MPIException {
    Window w = live();
    Assertion[] promised = checked(w, () -> assertions(assertion));
    Failures.run(() -> w.lockAll(promised));
  }

  /** {@code MPI_Win_unlock_all}. */
  public void unlockAll() throws MPIException {
    Failures.run(live()::unlockAll);
  }

  /** {@code MPI_Win_sync}. */
  public void sync() throws MPIException {
    Failures.run(live()::sync);
  }

  /** {@code MPI_Win_flush}. */
  public void flush(int rank) throws MPIException {
    Window w = live();
    Failures.run(() -> w.flush(rank));
  }

  /** {@code MPI_Win_flush_all}. */
  public void flushAll() throws MPIException {
    Failures.run(live()::flushAll);
  }

  /** {@code MPI_Compare_and_swap}. */
  public void compareAndSwap(
      Buffer origin,
      Buffer compare,
      Buffer result,
      Datatype targetType,
      int targetRank,
      int targetDisp)
      throws MPIException {
    Window w = live();
    Buf value = origin(origin, 1, targetType);
    Buf expected = origin(compare, 1, targetType);
    Buf old = origin(result, 1, targetType);
    Failures.run(() -> w.compareAndSwap(value, expected, old, targetRank, targetDisp));
  }

  /** {@code MPI_Fetch_and_op}. */
  public void fetchAndOp(
      Buffer origin, Buffer result, Datatype dataType, int targetRank, int targetDisp, Op op)
      throws MPIException {
    Window w = live();
    Buf value = origin(origin, 1, dataType);
    Buf old = origin(result, 1, dataType);
    org.purempi.Op how = op.on(communicator, dataType);
    Failures.run(() -> w.fetchAndOp(value, old, targetRank, targetDisp, how));
  }

  /** {@code MPI_Win_flush_local}. */
  public void flushLocal(int rank) throws MPIException {
    Window w = live();
    Failures.run(() -> w.flushLocal(rank));
  }

  /** {@code MPI_Win_flush_local_all}. */
  public void flushLocalAll() throws MPIException {
    Failures.run(live()::flushLocalAll);
  }

  /** {@code MPI_Win_get_name}. */
  public String getName() throws MPIException {
    return live().name();
  }

  /** {@code MPI_Win_set_name}. */
  public void setName(String name) throws MPIException {
    live().setName(name);
  }
}
