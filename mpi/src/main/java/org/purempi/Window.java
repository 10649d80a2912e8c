package org.purempi;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Memory that the ranks of a communicator read, write and accumulate in from afar (chapter 12).
 *
 * <pre>{@code
 * try (Window window = Window.allocate(world, Long.BYTES, Long.BYTES)) {
 *   try (var _ = window.lockAll()) {
 *     long ticket = window.fetchAndAdd(0, 0, 1L); // a counter at rank 0
 *   }
 * }
 * }</pre>
 *
 * <p>Access happens in epochs: between two {@link #fence}s; between {@link #start} and {@link
 * #complete}, at ranks that {@link #post}; or between {@link #lock} and {@link #unlock}, which the
 * target takes no part in. A displacement counts in units of the target's part. The memory model is
 * unified: where memory is shared, a load sees what a store of another rank has written, after
 * {@link #sync} or another synchronisation.
 *
 * <p>Accumulating calls are atomic for each element, against each other, for elements of the same
 * predefined datatype, and in order for each origin. Calls that move data may still be under way
 * when they return; their buffers are the library's until the epoch ends or a flush.
 *
 * <p>Errors pass the window's error handler. An operation outside its epoch has class {@code
 * RMA_SYNC}, memory beyond the end of a part {@code RMA_RANGE}; nothing has been moved then.
 */
public interface Window extends AutoCloseable, WindowCalls {
  /**
   * A window of memory that each rank brings ({@code MPI_Win_create}, section 12.2.1); collective.
   *
   * @param memory this rank's part, an array or a segment; {@link Buf#EMPTY} if it has none
   * @param dispUnit bytes of one displacement here, above 0
   * @throws MpiArgumentException ({@code DISP}) if the unit is not positive
   */
  static Window create(Communicator comm, Buf memory, int dispUnit, Info info) {
    return Providers.provider()
        .window(comm, WindowFlavor.CREATE, memory, memory.bytes(), dispUnit, info);
  }

  /** As {@link #create(Communicator, Buf, int, Info)}; a displacement counts elements. */
  static Window create(Communicator comm, Buf memory) {
    return create(comm, memory, Math.toIntExact(memory.datatype().extent()), Info.EMPTY);
  }

  /**
   * A window of zeroed memory that the library allocates ({@code MPI_Win_allocate}, section
   * 12.2.2); collective. Ranks that share memory reach each other's part by plain loads and stores.
   *
   * @param bytes of this rank's part, 0 or more
   * @param dispUnit bytes of one displacement here, above 0
   * @throws MpiArgumentException ({@code SIZE}, {@code DISP}) for a wrong size or unit
   * @throws MpiException ({@code NO_MEM}) if there is no such memory left
   */
  static Window allocate(Communicator comm, long bytes, int dispUnit, Info info) {
    return Providers.provider().window(comm, WindowFlavor.ALLOCATE, null, bytes, dispUnit, info);
  }

  /** As {@link #allocate(Communicator, long, int, Info)} without info. */
  static Window allocate(Communicator comm, long bytes, int dispUnit) {
    return allocate(comm, bytes, dispUnit, Info.EMPTY);
  }

  /**
   * A window of zeroed memory that all ranks map ({@code MPI_Win_allocate_shared}, section 12.2.3);
   * collective. The parts lie end to end, unless the info {@code alloc_shared_noncontig} is true:
   * then each begins on a page of its own.
   *
   * @throws MpiException ({@code RMA_SHARED}) if the ranks do not share memory, ({@code NO_MEM}) if
   *     there is not enough left
   */
  static Window allocateShared(Communicator comm, long bytes, int dispUnit, Info info) {
    return Providers.provider().window(comm, WindowFlavor.SHARED, null, bytes, dispUnit, info);
  }

  /** As {@link #allocateShared(Communicator, long, int, Info)} without info. */
  static Window allocateShared(Communicator comm, long bytes, int dispUnit) {
    return allocateShared(comm, bytes, dispUnit, Info.EMPTY);
  }

  /**
   * A window without memory yet ({@code MPI_Win_create_dynamic}, section 12.2.4); collective. A
   * displacement is an address that the target has attached and sent.
   */
  static Window createDynamic(Communicator comm, Info info) {
    return Providers.provider().window(comm, WindowFlavor.DYNAMIC, null, 0, 1, info);
  }

  /**
   * Exposes native memory in a dynamic window ({@code MPI_Win_attach}).
   *
   * @return the address that others give as displacement
   * @throws MpiArgumentException ({@code RMA_ATTACH}) if it overlaps memory that is attached, or if
   *     it is on the heap, where it has no address
   */
  long attach(MemorySegment memory);

  /** Ends that for what was attached from this address on ({@code MPI_Win_detach}). */
  void detach(MemorySegment memory);

  /** The environment. */
  Mpi mpi();

  /** This rank in the window's group. */
  int rank();

  /** The number of ranks. */
  int size();

  /** The ranks ({@code MPI_Win_get_group}). */
  Group group();

  /** How it was made ({@code MPI_WIN_CREATE_FLAVOR}). */
  WindowFlavor flavor();

  /**
   * This rank's part ({@code MPI_WIN_BASE}, {@code MPI_WIN_SIZE}); {@link MemorySegment#NULL} if it
   * has none, if it is an array of {@code boolean} or a device's memory, or if the window is
   * dynamic.
   */
  MemorySegment memory();

  /** Bytes of one displacement of this rank's part ({@code MPI_WIN_DISP_UNIT}). */
  int dispUnit();

  /**
   * A part that this rank can load and store ({@code MPI_Win_shared_query}): any of a shared
   * window, of others this rank's own and those of ranks that share memory with it.
   *
   * @param rank whose; {@link Mpi#PROC_NULL}: the lowest rank that has memory
   * @throws MpiArgumentException ({@code RMA_FLAVOR}) for a dynamic window, ({@code RMA_SHARED}) if
   *     that memory cannot be reached from here
   */
  WindowPart sharedQuery(int rank);

  // ---- epochs (section 12.5)

  /**
   * Ends the operations of all ranks, and begins the next epoch ({@code MPI_Win_fence});
   * collective.
   */
  void fence(Assertion... assertions);

  /**
   * Begins access to the ranks of a group, once they post ({@code MPI_Win_start}).
   *
   * @return the epoch, whose close is {@link #complete}
   */
  Epoch start(Group group, Assertion... assertions);

  /**
   * Ends what {@link #start} has begun: all operations have been done ({@code MPI_Win_complete}).
   */
  void complete();

  /**
   * Lets the ranks of a group access this part ({@code MPI_Win_post}); does not wait.
   *
   * @return the epoch, whose close is {@link #waitFor}
   */
  Epoch post(Group group, Assertion... assertions);

  /** Waits until all of them have completed ({@code MPI_Win_wait}). */
  void waitFor();

  /** Whether all of them have completed; ends the epoch if so ({@code MPI_Win_test}). */
  boolean test();

  /**
   * Begins passive access to one rank ({@code MPI_Win_lock}): that rank calls nothing.
   *
   * @return the epoch, whose close is {@link #unlock}
   */
  Epoch lock(LockType type, int rank, Assertion... assertions);

  /** Ends it: all operations have been done at the target ({@code MPI_Win_unlock}). */
  void unlock(int rank);

  /**
   * A shared lock at all ranks ({@code MPI_Win_lock_all}).
   *
   * @return the epoch, whose close is {@link #unlockAll}
   */
  Epoch lockAll(Assertion... assertions);

  /** Ends it ({@code MPI_Win_unlock_all}). */
  void unlockAll();

  /** All operations so far have been done at that rank ({@code MPI_Win_flush}). */
  void flush(int rank);

  /** All operations so far have been done at all ranks ({@code MPI_Win_flush_all}). */
  void flushAll();

  /** The buffers of all operations so far may be used again ({@code MPI_Win_flush_local}). */
  void flushLocal(int rank);

  /** As {@link #flushLocal}, for all ranks ({@code MPI_Win_flush_local_all}). */
  void flushLocalAll();

  /** Loads see what others have stored, and the other way round ({@code MPI_Win_sync}). */
  void sync();

  // ---- single numbers

  /** The window as one of longs. */
  default LongView longs() {
    return new LongView(this);
  }

  /** The window as one of ints. */
  default IntView ints() {
    return new IntView(this);
  }

  /** The window as one of doubles. */
  default DoubleView doubles() {
    return new DoubleView(this);
  }

  // ---- what hangs on it (sections 7.7, 7.8, 9.3, 12.2.7)

  /** The hints in use ({@code MPI_Win_get_info}). */
  Info getInfo();

  /** Gives hints; those that are not known are dropped ({@code MPI_Win_set_info}); collective. */
  void setInfo(Info info);

  /** The name, empty if it has none. */
  String name();

  /** Sets the name, for messages. */
  void setName(String name);

  /** An attribute, if set. */
  <T> Optional<T> getAttr(Keyval<T> keyval);

  /** Sets an attribute. */
  <T> void setAttr(Keyval<T> keyval, T value);

  /** Deletes an attribute. */
  void deleteAttr(Keyval<?> keyval);

  /** A key for attributes of windows ({@code MPI_Win_create_keyval}); windows are never copied. */
  static <T> Keyval<T> createKeyval(Class<T> type, Keyval.Delete<? super Window, T> delete) {
    return new Keyval<>(Window.class, type, (holder, value) -> Optional.empty(), delete);
  }

  /** What happens to its errors. */
  ErrorHandler getErrhandler();

  /** Sets what happens to its errors. */
  void setErrhandler(ErrorHandler handler);

  /** Calls the error handler as an error of that kind would ({@code MPI_Win_call_errhandler}). */
  void callErrhandler(RuntimeException error);

  /**
   * Frees the window and the memory that it allocated ({@code MPI_Win_free}); collective, and waits
   * for the others. Does nothing if it has been freed.
   *
   * @throws MpiArgumentException ({@code RMA_SYNC}) at a rank that has an epoch open; nobody waits
   *     for it then, and the window stays
   */
  @Override
  void close();
}
