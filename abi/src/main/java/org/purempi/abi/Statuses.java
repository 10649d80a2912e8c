package org.purempi.abi;

import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.Status;

/**
 * {@code MPI_Status} in the program's memory: 32 bytes.
 *
 * <pre>
 *   0 MPI_SOURCE   4 MPI_TAG   8 MPI_ERROR   12 bytes received (8 bytes)   20 cancelled   24 element's bytes
 * </pre>
 */
final class Statuses {
  static final int BYTES = 32;
  private static final int TAG = 4;
  private static final int ERROR = 8;
  private static final int RECEIVED = 12;
  private static final int CANCELLED = 20;
  private static final int ELEMENT = 24;

  private Statuses() {}

  /**
   * As calls that complete one operation do: the field MPI_ERROR stays as it is (section 3.2.5),
   * but in an empty status it is MPI_SUCCESS (section 3.7.3).
   */
  static void put(long address, Status status) {
    if (address == Constants.STATUS_IGNORE) {
      return;
    }
    Native.putInt(address, status.source());
    Native.putInt(address + TAG, status.tag());
    Native.putLong(address + RECEIVED, status.bytes());
    Native.putInt(address + CANCELLED, status.cancelled() ? 1 : 0);
    Native.putInt(address + ELEMENT, status.elementBytes());
    if (status.source() == Mpi.ANY_SOURCE) {
      putError(address, 0);
    }
  }

  /** The i-th of an array. */
  static long at(long array, int i) {
    return array == Constants.STATUSES_IGNORE ? array : array + (long) i * BYTES;
  }

  static void putError(long address, int code) {
    if (address != Constants.STATUS_IGNORE) {
      Native.putInt(address + ERROR, code);
    }
  }

  static Status get(long address) {
    return new Status(
        Native.getInt(address),
        Native.getInt(address + TAG),
        Native.getLong(address + RECEIVED),
        Native.getInt(address + CANCELLED) != 0,
        ErrorClass.SUCCESS);
  }

  static void putBytes(long address, long bytes) {
    Native.putLong(address + RECEIVED, bytes);
  }
}
