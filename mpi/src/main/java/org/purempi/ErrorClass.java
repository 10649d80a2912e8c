package org.purempi;

/** The error classes of the Standard (section 9.4). */
public enum ErrorClass {
  /** No error. */
  SUCCESS,
  /** Invalid buffer. */
  BUFFER,
  /** Invalid count. */
  COUNT,
  /** Invalid datatype. */
  TYPE,
  /** Invalid tag. */
  TAG,
  /** Invalid communicator. */
  COMM,
  /** Invalid rank. */
  RANK,
  /** Invalid request. */
  REQUEST,
  /** Invalid root. */
  ROOT,
  /** Invalid group. */
  GROUP,
  /** Invalid operation. */
  OP,
  /** Invalid topology. */
  TOPOLOGY,
  /** Invalid dimension. */
  DIMS,
  /** Invalid argument of some other kind. */
  ARG,
  /** Unknown error. */
  UNKNOWN,
  /** Message longer than the receive buffer. */
  TRUNCATE,
  /** An error of another kind. */
  OTHER,
  /** An error inside the implementation. */
  INTERN,
  /** The error is in the statuses. */
  IN_STATUS,
  /** Not yet complete. */
  PENDING,
  /** Invalid keyval. */
  KEYVAL,
  /** Out of memory. */
  NO_MEM,
  /** Invalid info key. */
  INFO_KEY,
  /** Invalid info value. */
  INFO_VALUE,
  /** No such key. */
  INFO_NOKEY,
  /** Invalid info. */
  INFO,
  /** A process could not be spawned. */
  SPAWN,
  /** Invalid session. */
  SESSION,
  /** A peer process has aborted. */
  PROC_ABORTED,
  /** The service name is unknown. */
  NAME,
  /** The operation is not supported. */
  UNSUPPORTED_OPERATION,
  /** Permission denied. */
  ACCESS,
  /** Invalid mode of opening a file. */
  AMODE,
  /** Invalid assertion. */
  ASSERT,
  /** Invalid name of a file. */
  BAD_FILE,
  /** Invalid base of memory. */
  BASE,
  /** A conversion function failed. */
  CONVERSION,
  /** Invalid displacement. */
  DISP,
  /** The data representation has been defined before. */
  DUP_DATAREP,
  /** The file exists. */
  FILE_EXISTS,
  /** The file is open in some process. */
  FILE_IN_USE,
  /** Invalid file handle. */
  FILE,
  /** Another error of input or output. */
  IO,
  /** Invalid kind of lock. */
  LOCKTYPE,
  /** An argument of a collective call is not the same on all ranks. */
  NOT_SAME,
  /** No space left. */
  NO_SPACE,
  /** The file does not exist. */
  NO_SUCH_FILE,
  /** Invalid port. */
  PORT,
  /** The quota is exceeded. */
  QUOTA,
  /** The file can only be read. */
  READ_ONLY,
  /** Accesses to a window conflict. */
  RMA_CONFLICT,
  /** Calls that synchronise a window are in a wrong order. */
  RMA_SYNC,
  /** Invalid service. */
  SERVICE,
  /** Invalid size. */
  SIZE,
  /** The data representation is not supported. */
  UNSUPPORTED_DATAREP,
  /** Invalid window. */
  WIN,
  /** Memory that cannot be attached to a window, or is attached already. */
  RMA_ATTACH,
  /** A call for another kind of window. */
  RMA_FLAVOR,
  /** Memory beyond the part of a window. */
  RMA_RANGE,
  /** Memory that ranks cannot share. */
  RMA_SHARED,
  /** A process that the operation needs has failed (ULFM). */
  PROC_FAILED,
  /**
   * A process has failed that might have sent what is received from any source; the request is
   * still active (ULFM).
   */
  PROC_FAILED_PENDING,
  /** The communicator, the window or the file has been revoked (ULFM). */
  REVOKED;

  /**
   * Whether it tells that a process is gone: {@link #PROC_ABORTED}, or {@link #PROC_FAILED} where
   * ranks survive others.
   */
  public boolean isOfGoneProcess() {
    return this == PROC_ABORTED || this == PROC_FAILED;
  }

  /** Its error code ({@code MPI_Error_class}, section 9.4). */
  @SuppressWarnings("EnumOrdinal") // the order of the constants is that of the codes
  public int code() {
    return ordinal();
  }
}
