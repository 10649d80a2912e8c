package org.purempi;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A group of ranks that talk to each other, apart from all other communicators (chapter 7).
 *
 * <p>{@link #close} is local: it flushes this rank's own traffic and waits for no peer.
 */
public interface Communicator
    extends ByteCalls,
        ShortCalls,
        CharCalls,
        IntCalls,
        LongCalls,
        FloatCalls,
        DoubleCalls,
        BooleanCalls,
        ValueCalls,
        PersistentCollectives,
        Topologies,
        Packing,
        DynamicProcesses,
        FaultTolerance,
        AutoCloseable {
  /** The rank's environment. */
  Mpi mpi();

  /** This rank, 0 … size − 1 ({@code MPI_Comm_rank}, section 7.4.1). */
  int rank();

  /** The number of ranks ({@code MPI_Comm_size}, section 7.4.1). */
  int size();

  /** The ranks as a group ({@code MPI_Comm_group}, section 7.3.2). */
  Group group();

  /** Identical, congruent, similar or unequal ({@code MPI_Comm_compare}, section 7.4.1). */
  Comparison compare(Communicator other);

  /**
   * The same ranks, apart from this communicator's traffic, with its attributes and topology but
   * not its hints; collective ({@code MPI_Comm_dup}, section 7.4.2).
   */
  Communicator dup();

  /** As dup, with hints of its own ({@code MPI_Comm_dup_with_info}, section 7.4.2). */
  Communicator dupWithInfo(Info info);

  /**
   * As dup, without waiting; attributes are copied, and the error handler taken, now ({@code
   * MPI_Comm_idup}, section 7.4.2).
   */
  Request<Communicator> idup();

  /** As idup, with hints of its own ({@code MPI_Comm_idup_with_info}, section 7.4.2). */
  Request<Communicator> idupWithInfo(Info info);

  /**
   * One communicator for each colour, ranks ordered by key, ties by old rank; collective. {@link
   * Mpi#UNDEFINED} gives null ({@code MPI_Comm_split}, section 7.4.2).
   *
   * @param color 0 or more, or {@link Mpi#UNDEFINED}
   */
  @Nullable Communicator split(int color, int key);

  /**
   * One communicator for each host; null for {@link SplitType#UNDEFINED} ({@code
   * MPI_Comm_split_type}, section 7.4.2).
   */
  default @Nullable Communicator splitType(SplitType type, int key) {
    return splitType(type, key, Info.EMPTY);
  }

  /**
   * One communicator for each resource of a kind, ranks ordered by key; collective ({@code
   * MPI_Comm_split_type}, section 7.4.2). All ranks give the same type and hints, or {@link
   * SplitType#UNDEFINED}.
   *
   * @param info {@code mpi_hw_resource_type} or {@code mpi_pset_name}, where the type wants it
   * @return null for a rank that is bound to no such resource
   * @throws MpiArgumentException ({@code ARG}) if {@code info} names both
   */
  @Nullable Communicator splitType(SplitType type, int key, Info info);

  /**
   * A communicator of the group, a subset of this one's; collective over all of this communicator.
   * Null for ranks outside ({@code MPI_Comm_create}, section 7.4.2).
   */
  @Nullable Communicator create(Group group);

  /**
   * As {@link #create}, called only by the group's ranks; {@code tag} tells concurrent ones apart
   * ({@code MPI_Comm_create_group}).
   */
  @Nullable Communicator createGroup(Group group, int tag);

  /** Whether it is an {@link Intercommunicator} ({@code MPI_Comm_test_inter}, section 7.6.1). */
  boolean testInter();

  /**
   * Connects this group and another one ({@code MPI_Intercomm_create}, section 7.6.2); collective
   * over both.
   *
   * @param localLeader this group's leader
   * @param peerComm a communicator of both leaders; matters at the leader only
   * @param remoteLeader the other leader's rank there; matters at the leader only
   * @param tag tells calls at the same time between the same leaders apart
   */
  Intercommunicator intercommCreate(
      int localLeader, @Nullable Communicator peerComm, int remoteLeader, int tag);

  /** The name, for messages ({@code MPI_Comm_get_name}, section 7.8). */
  String name();

  /** Gives it a name ({@code MPI_Comm_set_name}, section 7.8). */
  void setName(String name);

  /** The value of an attribute, if set ({@code MPI_Comm_get_attr}, section 7.7). */
  <T> Optional<T> getAttr(Keyval<T> keyval);

  /**
   * A key for attributes of communicators ({@code MPI_Comm_create_keyval}, section 7.7.2).
   *
   * @param copy what a duplicate gets: {@code (c, v) -> Optional.empty()} is {@code
   *     MPI_COMM_NULL_COPY_FN}, {@code (c, v) -> Optional.of(v)} is {@code MPI_COMM_DUP_FN}
   * @param delete told when an attribute goes away
   */
  static <T> Keyval<T> createKeyval(
      Class<T> type, Keyval.Copy<Communicator, T> copy, Keyval.Delete<Communicator, T> delete) {
    return new Keyval<>(Communicator.class, type, copy, delete);
  }

  /** Sets an attribute; one that it replaces is deleted ({@code MPI_Comm_set_attr}). */
  <T> void setAttr(Keyval<T> keyval, T value);

  /** Deletes an attribute that is set ({@code MPI_Comm_delete_attr}, section 7.7). */
  void deleteAttr(Keyval<?> keyval);

  /**
   * Gives hints ({@code MPI_Comm_set_info}, section 7.4.4). The assertions {@code
   * mpi_assert_no_any_tag}, {@code mpi_assert_no_any_source}, {@code mpi_assert_exact_length},
   * {@code mpi_assert_allow_overtaking} and {@code mpi_assert_strict_start_ordering} are kept; the
   * first two are checked. None makes anything faster, for what they would save is not done before
   * it is needed (docs/decisions/messages.md).
   *
   * <p>Where ranks survive others, two hints of drafts of ULFM are kept and heeded, the same at all
   * ranks: {@code mpi_error_range} is {@code local}, {@code group} (the failure of any of its ranks
   * revokes the communicator) or {@code universe} (that of any process does); {@code
   * mpi_error_uniform} is {@code local}, {@code create} or {@code construct} (a call that makes a
   * communicator or a window fails at all ranks or at none, for which they agree at its end) or
   * {@code coll} (blocking collectives, too).
   */
  void setInfo(Info info);

  /** The hints in use ({@code MPI_Comm_get_info}, section 7.4.4). */
  Info getInfo();

  /** What happens on errors ({@code MPI_Comm_set_errhandler}, section 9.3). */
  void setErrhandler(ErrorHandler handler);

  /** What happens on errors ({@code MPI_Comm_get_errhandler}, section 9.3). */
  ErrorHandler getErrhandler();

  /**
   * Treats an error as a call on this communicator would ({@code MPI_Comm_call_errhandler}, section
   * 9.5).
   */
  void callErrhandler(RuntimeException error);

  /**
   * Gives this communicator's buffered sends their memory ({@code MPI_Comm_attach_buffer}, section
   * 3.6).
   */
  void attachBuffer(MemorySegment buffer);

  /**
   * Lets this communicator's buffered sends take memory as they need ({@code
   * MPI_BUFFER_AUTOMATIC}).
   */
  void attachBufferAutomatic();

  /**
   * Waits for delivery and gives the buffer back; empty if automatic ({@code
   * MPI_Comm_detach_buffer}).
   */
  Optional<MemorySegment> detachBuffer();

  /** Waits until the buffered messages are delivered ({@code MPI_Comm_flush_buffer}). */
  void flushBuffer();

  /** Complete when the buffered messages are delivered ({@code MPI_Comm_iflush_buffer}). */
  Request<Status> iflushBuffer();

  /** Ends the job: {@code mpi().abort(errorCode)} ({@code MPI_Abort}, section 9.8). */
  default MpiAbortException abort(int errorCode) {
    return mpi().abort(errorCode);
  }

  /**
   * Waits until all communication is complete, on all ranks, and lets go; collective ({@code
   * MPI_Comm_disconnect}, section 11.10.4).
   */
  void disconnect();

  /**
   * Lets go of the communicator; attributes are deleted, the last one first; pending communication
   * completes ({@code MPI_Comm_free}, section 7.4.3).
   */
  @Override
  void close();
}
