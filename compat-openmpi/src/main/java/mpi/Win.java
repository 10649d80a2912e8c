package mpi;

import java.nio.Buffer;

/**
 * Memory that other ranks read and write (chapter 12). purempi has no windows yet: making one
 * throws an exception of class {@link MPI#ERR_UNSUPPORTED_OPERATION}.
 */
public final class Win implements Freeable {
  /** No window. */
  public static final int WIN_NULL = 0;

  /** Memory of this process alone. */
  public static final int FLAVOR_PRIVATE = 0;

  /** Memory that the processes of a host share. */
  public static final int FLAVOR_SHARED = 1;

  private static final String WHAT = "windows (one-sided communication)";

  /** A window of memory of the program ({@code MPI_Win_create}). */
  public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** A window of memory that ranks share ({@code MPI_Win_allocate_shared}). */
  public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int sharedIndicator)
      throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** A window without memory yet ({@code MPI_Win_create_dynamic}). */
  public Win(Info info, Comm comm) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_attach}. */
  public void attach(Buffer base, int size) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_detach}. */
  public void detach(Buffer base) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_get_group}. */
  public Group getGroup() throws MPIException {
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_fence}. */
  public void fence(int assertion) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_start}. */
  public void start(Group group, int assertion) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_complete}. */
  public void complete() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_post}. */
  public void post(Group group, int assertion) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_wait}. */
  public void waitFor() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_test}. */
  public boolean test() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_lock}. */
  public void lock(int lockType, int rank, int assertion) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_unlock}. */
  public void unlock(int rank) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_set_errhandler}. */
  public void setErrhandler(Errhandler errhandler) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_get_errhandler}. */
  public Errhandler getErrhandler() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_call_errhandler}. */
  public void callErrhandler(int errorCode) throws MPIException {
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_get_attr}. */
  public Object getAttr(int keyval) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_delete_attr}. */
  public void deleteAttr(int keyval) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_free}. */
  @Override
  public void free() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_get_info}. */
  public Info getInfo() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_set_info}. */
  public void setInfo(Info info) throws MPIException {
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_lock_all}. */
  public void lockAll(int assertion) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_unlock_all}. */
  public void unlockAll() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_sync}. */
  public void sync() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_flush}. */
  public void flush(int rank) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_flush_all}. */
  public void flushAll() throws MPIException {
    throw Failures.unsupported(WHAT);
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
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Fetch_and_op}. */
  public void fetchAndOp(
      Buffer origin, Buffer result, Datatype dataType, int targetRank, int targetDisp, Op op)
      throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_flush_local}. */
  public void flushLocal(int rank) throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_flush_local_all}. */
  public void flushLocalAll() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_get_name}. */
  public String getName() throws MPIException {
    throw Failures.unsupported(WHAT);
  }

  /** {@code MPI_Win_set_name}. */
  public void setName(String name) throws MPIException {
    throw Failures.unsupported(WHAT);
  }
}
