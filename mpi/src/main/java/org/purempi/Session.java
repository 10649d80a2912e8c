package org.purempi;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * A way into MPI without a world (section 11.3): process sets, groups of them, communicators of
 * groups. A process may open sessions one after the other, several at once, and beside {@link
 * Mpi#init}. {@link #close}, which is {@code MPI_Session_finalize}, is local.
 */
public interface Session extends AutoCloseable {
  /** The set of all processes of the job. */
  String WORLD = "mpi://WORLD";

  /** The set of this process alone. */
  String SELF = "mpi://SELF";

  /** Opens a session of this process whose errors are thrown ({@code MPI_Session_init}). */
  static Session init() {
    return init(Info.EMPTY, ErrorHandler.RETURN);
  }

  /**
   * Opens a session of this process ({@code MPI_Session_init}, section 11.3.1), or of the calling
   * thread's rank where mpiexec runs ranks as threads. Ranks of {@link Mpi#run} and {@link
   * Mpi#runThreads} use {@link Mpi#session}.
   */
  static Session init(Info info, ErrorHandler errorHandler) {
    return Providers.provider().session(info, errorHandler);
  }

  /** The environment of the rank. */
  Mpi mpi();

  /** The hints in use ({@code MPI_Session_get_info}, section 11.3.2). */
  Info getInfo();

  /** The number of process sets ({@code MPI_Session_get_num_psets}, section 11.3.2). */
  int getNumPsets();

  /** The name of a process set, from 0 ({@code MPI_Session_get_nth_pset}, section 11.3.2). */
  String getNthPset(int n);

  /** Its size, as {@code mpi_size} ({@code MPI_Session_get_pset_info}, section 11.3.2). */
  Info getPsetInfo(String psetName);

  /** The processes of a set ({@code MPI_Group_from_session_pset}, section 7.3.2). */
  Group groupFromPset(String psetName);

  /**
   * A communicator of a group; called by its processes ({@code MPI_Comm_create_from_group}, section
   * 7.4.2).
   *
   * @param stringtag tells calls at the same time of the same group apart
   */
  Communicator commCreateFromGroup(
      Group group, String stringtag, Info info, ErrorHandler errorHandler);

  /**
   * An intercommunicator of two groups; called by the processes of both ({@code
   * MPI_Intercomm_create_from_groups}, section 7.6.2).
   *
   * @param localLeader a rank of {@code localGroup}
   * @param remoteLeader a rank of {@code remoteGroup}
   */
  Intercommunicator intercommCreateFromGroups(
      Group localGroup,
      int localLeader,
      Group remoteGroup,
      int remoteLeader,
      String stringtag,
      Info info,
      ErrorHandler errorHandler);

  /** What happens on errors ({@code MPI_Session_set_errhandler}, section 9.3.4). */
  void setErrhandler(ErrorHandler handler);

  /** What happens on errors ({@code MPI_Session_get_errhandler}, section 9.3.4). */
  ErrorHandler getErrhandler();

  /** Treats an error as a call here would ({@code MPI_Session_call_errhandler}, section 9.5). */
  void callErrhandler(RuntimeException error);

  /**
   * Gives the buffered sends of this session's communicators their memory ({@code
   * MPI_Session_attach_buffer}, section 3.6).
   */
  void attachBuffer(MemorySegment buffer);

  /** Lets them take memory as they need ({@code MPI_BUFFER_AUTOMATIC}). */
  void attachBufferAutomatic();

  /** Waits for delivery and gives the buffer back ({@code MPI_Session_detach_buffer}). */
  Optional<MemorySegment> detachBuffer();

  /** Waits until the buffered messages are delivered ({@code MPI_Session_flush_buffer}). */
  void flushBuffer();

  /** Complete when they are ({@code MPI_Session_iflush_buffer}). */
  Request<Status> iflushBuffer();

  /** Ends the session ({@code MPI_Session_finalize}, section 11.3.1). */
  @Override
  void close();
}
