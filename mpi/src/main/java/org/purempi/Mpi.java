package org.purempi;

import java.io.ObjectInputFilter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rank's environment (chapter 11): where {@code MPI_Init} leads. One process has one, or one per
 * rank when ranks are threads.
 */
public interface Mpi extends PortCalls, AutoCloseable {
  /** Receive from any rank (section 3.2.4). */
  int ANY_SOURCE = -1;

  /** Receive any tag (section 3.2.4). */
  int ANY_TAG = -2;

  /** No process: sending to it and receiving from it does nothing (section 3.10). */
  int PROC_NULL = -3;

  /** The root among its own group, in collectives of intercommunicators (section 6.2.3). */
  int ROOT = -4;

  /** No value. */
  int UNDEFINED = -32766;

  /** Bytes a buffered message needs beside its data ({@code MPI_BSEND_OVERHEAD}, section 3.6). */
  int BSEND_OVERHEAD = 512;

  /**
   * Starts purempi in this process ({@code MPI_Init_thread}, section 11.2): joins the job of
   * mpiexec, or meets the ranks that {@code PUREMPI_RANK}, {@code PUREMPI_SIZE} and {@code
   * PUREMPI_ROOT} speak of, or is alone.
   *
   * @param args the arguments of {@code main}; given back by {@link #args()}
   * @throws MpiException if started before in this process, or under a launcher that purempi cannot
   *     talk to
   */
  static Mpi init(String... args) {
    return Providers.provider().init(args);
  }

  /**
   * Runs {@code body} on {@code ranks} ranks and returns when all have ended. Under a launcher:
   * once, on the launched world. Else: as threads of this JVM, as {@link #runThreads}.
   *
   * <p>When a rank that is a thread fails, the others are released from what they wait for. Those
   * that do not end within a second are interrupted, and left alone two seconds later: their
   * threads are daemons, as are those that ranks start with {@code new Thread}.
   *
   * @throws MpiException if a rank failed, or a thread that it has started; the cause is that
   *     rank's exception, and the message names the rank, and the ranks that have not ended. What
   *     other ranks threw, and the stacks of those that have not ended, are suppressed exceptions
   * @throws org.purempi.tool.HangException if every rank waits for another; the message is the
   *     report
   */
  static void run(int ranks, RankBody body) {
    Providers.provider().run(ranks, body);
  }

  /**
   * Runs {@code body} on {@code ranks} platform threads of this JVM, each its own rank of one
   * world.
   */
  static void runThreads(int ranks, RankBody body) {
    runThreads(ranks, false, body);
  }

  /**
   * As {@link #runThreads(int, RankBody)}, with virtual threads if asked: thousands of ranks are
   * fine.
   */
  static void runThreads(int ranks, boolean virtualThreads, RankBody body) {
    Providers.provider().runThreads(ranks, virtualThreads, body);
  }

  /**
   * Makes the caller a rank of a world that no launcher has started, and returns when all its ranks
   * are there. A process may hold several ranks, and worlds one after the other; it goes on when a
   * world ends. Should a rank abort, or end without closing its environment, then every call of the
   * others fails with an {@link MpiAbortException}. Where a rank may fail, {@link
   * #connect(Rendezvous, RankBody)} tells the others at once. The Standard has no such call; {@code
   * MPI_Comm_join} (section 11.9.6) comes nearest.
   *
   * @param where who meets where; the settings of the network and of encryption are those of
   *     launched ranks
   * @throws MpiException ({@code OTHER}) if ranks are missing when the time limit is over, naming
   *     them; if this rank is there already, another size was given to rank 0, or another secret
   */
  static Mpi connect(Rendezvous where) {
    return Providers.provider().connect(where);
  }

  /**
   * Runs {@code body} once, as a rank of a world that no launcher has started; see {@link
   * #connect(Rendezvous)}.
   *
   * @throws MpiException as there, and if the body fails: then the whole world is aborted; the
   *     cause is the body's exception
   */
  static void connect(Rendezvous where, RankBody body) {
    Providers.provider().connect(where, body);
  }

  /** Whether {@link #init} has been called in this process ({@code MPI_Initialized}). */
  static boolean initialized() {
    return Providers.provider().initialized();
  }

  /**
   * Whether an environment of {@link #init} has been closed in this process ({@code
   * MPI_Finalized}).
   */
  static boolean finalizedOnce() {
    return Providers.provider().finalizedOnce();
  }

  /**
   * The version of the Standard that is implemented ({@code MPI_Get_version}).
   *
   * @param version the version
   * @param subversion the subversion
   */
  record Version(int version, int subversion) {
    @Override
    public String toString() {
      return version + "." + subversion;
    }
  }

  /** The version of the Standard ({@code MPI_Get_version}, section 9.1.1). */
  static Version version() {
    return new Version(4, 1);
  }

  /** The version of this library in words ({@code MPI_Get_library_version}, section 9.1.1). */
  static String libraryVersion() {
    return Providers.libraryVersion();
  }

  /**
   * The ranks for each dimension of a grid, as close together as can be and not increasing ({@code
   * MPI_Dims_create}, section 8.5.2).
   *
   * @param nnodes the ranks to divide
   * @param dims the ranks of dimensions that are given, 0 for those to be chosen
   * @return {@code dims}, with the chosen ones
   * @throws MpiArgumentException ({@code DIMS}) if {@code nnodes} is no multiple of those given
   */
  static int[] dimsCreate(int nnodes, int... dims) {
    return Dims.create(nnodes, dims);
  }

  /** All ranks of the job ({@code MPI_COMM_WORLD}). */
  Communicator world();

  /** This rank alone ({@code MPI_COMM_SELF}). */
  Communicator self();

  /** The arguments given to {@link #init}. */
  String[] args();

  /** Seconds since some time in the past ({@code MPI_Wtime}, section 9.6). */
  double wtime();

  /** Seconds between two ticks of {@link #wtime} ({@code MPI_Wtick}). */
  double wtick();

  /** The name of the host ({@code MPI_Get_processor_name}, section 9.1.3). */
  String processorName();

  /** Always {@link ThreadLevel#MULTIPLE} ({@code MPI_Query_thread}). */
  ThreadLevel queryThread();

  /** Whether the caller is the thread that called {@link #init} ({@code MPI_Is_thread_main}). */
  boolean isThreadMain();

  /** Whether this environment has been closed. */
  boolean isFinalized();

  /**
   * Ends all ranks of the job ({@code MPI_Abort}, section 9.8): the launcher exits with {@code
   * errorCode}; with ranks as threads of a JVM that no launcher has started, every rank is released
   * or interrupted and run() throws {@link MpiAbortException}. Does not return.
   */
  MpiAbortException abort(int errorCode);

  /**
   * Zeroed memory that messages travel fastest from ({@code MPI_Alloc_mem}, section 9.2): shared
   * between the ranks of one host if there is room, else ordinary native memory.
   */
  MemorySegment allocMem(long bytes);

  /** Gives back what {@link #allocMem} gave ({@code MPI_Free_mem}). */
  void freeMem(MemorySegment memory);

  /**
   * Gives a data representation of one's own a name, for the views of this rank ({@code
   * MPI_Register_datarep}, section 14.5.3).
   *
   * @throws MpiArgumentException ({@code DUP_DATAREP}) if the name has been given before
   */
  void registerDatarep(String name, Datarep datarep);

  /**
   * What happens to errors of opening and deleting files, and what new files begin with ({@code
   * MPI_File_get_errhandler} of {@code MPI_FILE_NULL}, section 14.7); throws at first.
   */
  ErrorHandler getFileErrhandler();

  /** Sets it ({@code MPI_File_set_errhandler} of {@code MPI_FILE_NULL}). */
  void setFileErrhandler(ErrorHandler handler);

  /**
   * Gives buffered sends of all communicators their memory ({@code MPI_Buffer_attach}, section
   * 3.6).
   */
  void bufferAttach(MemorySegment buffer);

  /**
   * Lets buffered sends of all communicators take memory as they need ({@code
   * MPI_BUFFER_AUTOMATIC}).
   */
  void bufferAttachAutomatic();

  /**
   * Waits until all buffered messages are delivered and gives the buffer back; empty if automatic
   * ({@code MPI_Buffer_detach}).
   */
  Optional<MemorySegment> bufferDetach();

  /** Waits until all buffered messages are delivered ({@code MPI_Buffer_flush}). */
  void bufferFlush();

  /** {@code inout = in op inout}, locally ({@code MPI_Reduce_local}, section 6.9.7). */
  void reduceLocal(Buf in, Buf inout, Op op);

  /**
   * Which classes objects that arrive may be made of. The default admits arrays, java.lang,
   * java.math, java.time, java.util and the classes of the application, and refuses known dangerous
   * ones. {@code PUREMPI_OBJECT_FILTER} (or the property {@code purempi.object.filter}), a pattern
   * as {@link ObjectInputFilter.Config#createFilter} takes it, decides before the default does.
   *
   * <p>What one object may cost is limited whatever the filter says: nested 2,000 deep,
   * 1,000,000,000 references, arrays as long as the message makes plausible, 10,000,000 steps of
   * hashing (and 100 for each byte of the message), 60 s of reading (and one for each million
   * bytes). {@code PUREMPI_OBJECT_LIMITS} (or {@code purempi.object.limits}) sets other limits:
   * {@code depth=5000,references=1000,array=1000000,hashing=1000000,seconds=10}, or some of them.
   */
  void objectFilter(ObjectInputFilter filter);

  /**
   * An object as bytes, serialised as {@link ValueCalls#sendObject} does: once, to be sent often.
   *
   * @throws MpiArgumentException ({@code TYPE}) if a class in it is not serializable, ({@code
   *     COUNT}) if it takes more than 2 GiB
   */
  byte[] encodeObject(Object value);

  /**
   * The object that {@link #encodeObject} made the bytes of, read behind {@link #objectFilter}.
   * Bytes after it are ignored.
   *
   * @throws MpiException ({@code TYPE}) if it is of another class or the filter refuses it
   */
  <T> T decodeObject(byte[] bytes, Class<T> type);

  /**
   * As {@link #decodeObject(byte[], Class)}, with classes that are admitted whatever the filter
   * says, because the sender is trusted with these.
   */
  <T> T decodeObject(byte[] bytes, Class<T> type, Set<Class<?>> admitted);

  /** {@link Request#waitAll}. */
  List<Status> waitAll(List<? extends Request<?>> requests);

  /** {@link Request#waitAny}. */
  Completed waitAny(List<? extends Request<?>> requests);

  /** {@link Request#waitSome}. */
  Optional<List<Completed>> waitSome(List<? extends Request<?>> requests);

  /** {@link Request#testAll}. */
  Optional<List<Status>> testAll(List<? extends Request<?>> requests);

  /** {@link Request#testAny}. */
  Optional<Completed> testAny(List<? extends Request<?>> requests);

  /** {@link Request#testSome}. */
  Optional<List<Completed>> testSome(List<? extends Request<?>> requests);

  /** {@link Request#getStatusAll}. */
  Optional<List<Status>> getStatusAll(List<? extends Request<?>> requests);

  /** {@link Request#getStatusAny}. */
  Optional<Completed> getStatusAny(List<? extends Request<?>> requests);

  /** {@link Request#getStatusSome}. */
  Optional<List<Completed>> getStatusSome(List<? extends Request<?>> requests);

  /** Complete when buffered messages are delivered ({@code MPI_Buffer_iflush}, section 3.6). */
  Request<Status> bufferIflush();

  /**
   * A request for an operation of the program's own ({@code MPI_Grequest_start}, section 13.2).
   *
   * @param callbacks what the operation answers
   */
  GeneralizedRequest grequestStart(GeneralizedRequest.Callbacks callbacks);

  /** Opens a session of this rank ({@code MPI_Session_init}, section 11.3.1). */
  default Session session() {
    return session(Info.EMPTY, ErrorHandler.RETURN);
  }

  /** Opens a session of this rank ({@code MPI_Session_init}, section 11.3.1). */
  Session session(Info info, ErrorHandler errorHandler);

  /**
   * The kinds of hardware resources known here: {@code "true"} if this process is restricted to one
   * of a kind ({@code MPI_Get_hw_resource_info}, section 9.1.2).
   */
  Info getHwResourceInfo();

  /** A new error class ({@code MPI_Add_error_class}, section 9.5). */
  int addErrorClass();

  /**
   * A new error code of a class ({@code MPI_Add_error_code}, section 9.5).
   *
   * @param errorClass from {@link #addErrorClass}, or an {@link ErrorClass#code}
   */
  int addErrorCode(int errorClass);

  /** What a code of one's own means ({@code MPI_Add_error_string}, section 9.5). */
  void addErrorString(int errorCode, String text);

  /** Takes a class back that no code has ({@code MPI_Remove_error_class}, section 9.5). */
  void removeErrorClass(int errorClass);

  /** Takes a code back ({@code MPI_Remove_error_code}, section 9.5). */
  void removeErrorCode(int errorCode);

  /** Takes a text back ({@code MPI_Remove_error_string}, section 9.5). */
  void removeErrorString(int errorCode);

  /** The class of a code ({@code MPI_Error_class}, section 9.4). */
  int errorClass(int errorCode);

  /** What a code means; empty if it has no text ({@code MPI_Error_string}, section 9.4). */
  String errorString(int errorCode);

  /**
   * Ends MPI for this rank ({@code MPI_Finalize}, section 11.2.2): delivers what this rank has
   * sent, waits for no call of a peer. Afterwards every other call fails.
   */
  @Override
  void close();
}
