package org.purempi.abi;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tool information interface (section 15.3): begins and ends, and what all its parts share. Its
 * functions return error codes of their own and call no error handler.
 */
final class ToolCalls {
  private static int begun;

  private ToolCalls() {}

  static synchronized void tInitThread(int required, Numbers provided) {
    begun++;
    provided.set(Constants.THREAD_MULTIPLE);
  }

  static synchronized void tFinalize() {
    requireBegun();
    begun--;
  }

  static synchronized void requireBegun() {
    if (begun == 0) {
      throw error(Constants.T_ERR_NOT_INITIALIZED, "MPI_T_init_thread has not been called");
    }
  }

  static Raise.Coded error(int code, String message) {
    return new Raise.Coded(code, message);
  }

  /** An index of something of which there are so many. */
  static int index(int index, int count) {
    requireBegun();
    if (index < 0 || index >= count) {
      throw error(Constants.T_ERR_INVALID_INDEX, "there is no index " + index + " of " + count);
    }
    return index;
  }

  /** Objects of the interface by their handles, which are no null pointers. */
  static final class Objects<T> {
    private final Map<Long, T> all = new HashMap<>();
    private final int unknown;
    private long next = 2; // 1 is MPI_T_PVAR_ALL_HANDLES

    /**
     * None yet.
     *
     * @param unknown the error code of a handle that is none
     */
    Objects(int unknown) {
      this.unknown = unknown;
    }

    synchronized void put(long address, T object) {
      Native.putLong(address, add(object));
    }

    synchronized long add(T object) {
      all.put(next, object);
      return next++;
    }

    synchronized void forget(long handle) {
      all.remove(handle);
    }

    synchronized T get(long handle) {
      requireBegun();
      T object = all.get(handle);
      if (object == null) {
        throw error(unknown, "there is no such handle");
      }
      return object;
    }

    /** Forgets the object whose handle is stored here. */
    synchronized T remove(long address) {
      T object = get(Native.getLong(address));
      all.remove(Native.getLong(address));
      Native.putLong(address, 0);
      return object;
    }
  }

  /**
   * Writes a text as the interface does: as much as there is room for, and how long it is with its
   * zero byte (section 15.3.3).
   */
  static void text(@Nullable String text, long address, Numbers length) {
    if (length.address() == 0) {
      return;
    }
    String known = text == null ? "" : text;
    int room = (int) length.get(0);
    if (address != 0 && room > 0) {
      int unused = Native.putText(address, known, room);
    }
    length.set(known.length() + 1);
  }

  /** Where C gives no address, nothing is asked for. */
  static void put(Numbers to, long value) {
    if (to.address() != 0) {
      to.set(value);
    }
  }

  static void putHandle(long address, long handle) {
    if (address != 0) {
      Native.putLong(address, handle);
    }
  }

  // ---- enumerations: there are none

  @SuppressWarnings("DoNotCallSuggester") // C programs may
  static void tEnumGetInfo(long type, Numbers count, long name, Numbers length) {
    throw error(Constants.T_ERR_INVALID_HANDLE, "there are no enumerations");
  }

  @SuppressWarnings("DoNotCallSuggester") // C programs may
  static void tEnumGetItem(long type, int index, Numbers value, long name, Numbers length) {
    throw error(Constants.T_ERR_INVALID_HANDLE, "there are no enumerations");
  }
}
