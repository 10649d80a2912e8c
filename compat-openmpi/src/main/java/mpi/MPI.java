package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.purempi.Comparison;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;
import org.purempi.ThreadLevel;

/**
 * Where everything begins and ends, and the constants. {@link #Init} comes before everything but
 * {@link #isInitialized}, {@link #isFinalized}, {@link #getVersion} and {@link #getLibVersion}.
 */
public final class MPI {
  static {
    Jars.requireOne();
  }

  /** All ranks of the job. */
  public static final Intracomm COMM_WORLD = new Intracomm();

  /** This rank alone. */
  public static final Intracomm COMM_SELF = new Intracomm();

  /** {@code MPI_THREAD_SINGLE}. */
  public static final int THREAD_SINGLE = constant(0);

  /** {@code MPI_THREAD_FUNNELED}. */
  public static final int THREAD_FUNNELED = constant(1);

  /** {@code MPI_THREAD_SERIALIZED}. */
  public static final int THREAD_SERIALIZED = constant(2);

  /** {@code MPI_THREAD_MULTIPLE}. */
  public static final int THREAD_MULTIPLE = constant(3);

  /** {@code MPI_GRAPH}. */
  public static final int GRAPH = constant(2);

  /** {@code MPI_DIST_GRAPH}. */
  public static final int DIST_GRAPH = constant(3);

  /** {@code MPI_CART}. */
  public static final int CART = constant(1);

  /** Receive from any rank. */
  public static final int ANY_SOURCE = constant(Mpi.ANY_SOURCE);

  /** Receive any tag. */
  public static final int ANY_TAG = constant(Mpi.ANY_TAG);

  /** {@code MPI_MAX}. */
  public static final Op MAX = new Op(org.purempi.Op.MAX);

  /** {@code MPI_MIN}. */
  public static final Op MIN = new Op(org.purempi.Op.MIN);

  /** {@code MPI_SUM}. */
  public static final Op SUM = new Op(org.purempi.Op.SUM);

  /** {@code MPI_PROD}. */
  public static final Op PROD = new Op(org.purempi.Op.PROD);

  /** {@code MPI_LAND}. */
  public static final Op LAND = new Op(org.purempi.Op.LAND);

  /** {@code MPI_BAND}. */
  public static final Op BAND = new Op(org.purempi.Op.BAND);

  /** {@code MPI_LOR}. */
  public static final Op LOR = new Op(org.purempi.Op.LOR);

  /** {@code MPI_BOR}. */
  public static final Op BOR = new Op(org.purempi.Op.BOR);

  /** {@code MPI_LXOR}. */
  public static final Op LXOR = new Op(org.purempi.Op.LXOR);

  /** {@code MPI_BXOR}. */
  public static final Op BXOR = new Op(org.purempi.Op.BXOR);

  /** {@code MPI_REPLACE}. */
  public static final Op REPLACE = new Op(org.purempi.Op.REPLACE);

  /** {@code MPI_NO_OP}. */
  public static final Op NO_OP = new Op(org.purempi.Op.NO_OP);

  /** {@code MPI_MINLOC}. */
  public static final Op MINLOC = new Op(org.purempi.Op.MINLOC);

  /** {@code MPI_MAXLOC}. */
  public static final Op MAXLOC = new Op(org.purempi.Op.MAXLOC);

  /** No datatype. */
  public static final Datatype DATATYPE_NULL =
      Datatype.predefined(null, Base.BYTE, "MPI_DATATYPE_NULL");

  /** Java's {@code byte}, which {@link #MAX} and {@link #MIN} take for an unsigned number. */
  public static final Datatype BYTE =
      Datatype.predefined(org.purempi.Datatype.UINT8_T, Base.BYTE, "MPI_UINT8_T");

  /** Java's {@code char}, which is also an unsigned number of 16 bits. */
  public static final Datatype CHAR =
      Datatype.predefined(org.purempi.Datatype.UINT16_T, Base.CHAR, "MPI_UINT16_T");

  /** Java's {@code short}. */
  public static final Datatype SHORT =
      Datatype.predefined(org.purempi.Datatype.SHORT, Base.SHORT, "MPI_INT16_T");

  /** Java's {@code boolean}: one byte, 0 or 1. */
  public static final Datatype BOOLEAN =
      Datatype.predefined(org.purempi.Datatype.UINT8_T, Base.BOOLEAN, "MPI_UINT8_T");

  /** Java's {@code int}. */
  public static final Datatype INT =
      Datatype.predefined(org.purempi.Datatype.INT, Base.INT, "MPI_INT32_T");

  /** Java's {@code long}. */
  public static final Datatype LONG =
      Datatype.predefined(org.purempi.Datatype.LONG, Base.LONG, "MPI_INT64_T");

  /** Java's {@code float}. */
  public static final Datatype FLOAT =
      Datatype.predefined(org.purempi.Datatype.FLOAT, Base.FLOAT, "MPI_FLOAT");

  /** Java's {@code double}. */
  public static final Datatype DOUBLE =
      Datatype.predefined(org.purempi.Datatype.DOUBLE, Base.DOUBLE, "MPI_DOUBLE");

  /** What {@link Comm#pack} makes. */
  public static final Datatype PACKED =
      Datatype.predefined(org.purempi.Datatype.PACKED, Base.BYTE, "MPI_PACKED");

  /** Two floats: {@link FloatComplex}. */
  public static final Datatype FLOAT_COMPLEX =
      Datatype.predefined(org.purempi.Datatype.C_FLOAT_COMPLEX, Base.FLOAT, "MPI_C_COMPLEX");

  /** Two doubles: {@link DoubleComplex}. */
  public static final Datatype DOUBLE_COMPLEX =
      Datatype.predefined(
          org.purempi.Datatype.C_DOUBLE_COMPLEX, Base.DOUBLE, "MPI_C_DOUBLE_COMPLEX");

  /** Two ints: {@link Int2}. */
  public static final Datatype INT2 =
      Datatype.predefined(org.purempi.Datatype.TWO_INT, Base.BYTE, "MPI_2INT");

  /** A short and an int: {@link ShortInt}. */
  public static final Datatype SHORT_INT =
      Datatype.predefined(org.purempi.Datatype.SHORT_INT, Base.BYTE, "MPI_SHORT_INT");

  /** A long and an int: {@link LongInt}. */
  public static final Datatype LONG_INT =
      Datatype.predefined(org.purempi.Datatype.LONG_INT, Base.BYTE, "MPI_LONG_INT");

  /** A float and an int: {@link FloatInt}. */
  public static final Datatype FLOAT_INT =
      Datatype.predefined(org.purempi.Datatype.FLOAT_INT, Base.BYTE, "MPI_FLOAT_INT");

  /** A double and an int: {@link DoubleInt}. */
  public static final Datatype DOUBLE_INT =
      Datatype.predefined(org.purempi.Datatype.DOUBLE_INT, Base.BYTE, "MPI_DOUBLE_INT");

  /** {@link #INT2} as a struct. */
  public static final Int2 int2 = new Int2();

  /** {@link #SHORT_INT} as a struct. */
  public static final ShortInt shortInt = new ShortInt();

  /** {@link #LONG_INT} as a struct. */
  public static final LongInt longInt = new LongInt();

  /** {@link #FLOAT_INT} as a struct. */
  public static final FloatInt floatInt = new FloatInt();

  /** {@link #DOUBLE_INT} as a struct. */
  public static final DoubleInt doubleInt = new DoubleInt();

  /** No request. */
  public static final Request REQUEST_NULL = new Request(null);

  /** No processes. */
  public static final Group GROUP_EMPTY = new Group(org.purempi.Group.EMPTY);

  /** How this process was started. */
  public static final Info INFO_ENV = new Info(org.purempi.Info.EMPTY);

  /** No hints. */
  public static final Info INFO_NULL = new Info((org.purempi.@Nullable Info) null);

  /** No process: sending to it and receiving from it does nothing. */
  public static final int PROC_NULL = constant(Mpi.PROC_NULL);

  /** No value. */
  public static final int UNDEFINED = constant(Mpi.UNDEFINED);

  /** {@code MPI_IDENT}. */
  public static final int IDENT = constant(0);

  /** {@code MPI_CONGRUENT}. */
  public static final int CONGRUENT = constant(1);

  /** {@code MPI_SIMILAR}. */
  public static final int SIMILAR = constant(2);

  /** {@code MPI_UNEQUAL}. */
  public static final int UNEQUAL = constant(3);

  /** {@code MPI_TAG_UB}. */
  public static final int TAG_UB = constant(Keyvals.TAG_UB);

  /** {@code MPI_HOST}. */
  public static final int HOST = constant(Keyvals.HOST);

  /** {@code MPI_IO}. */
  public static final int IO = constant(Keyvals.IO);

  /** {@code MPI_WTIME_IS_GLOBAL}. */
  public static final int WTIME_IS_GLOBAL = constant(Keyvals.WTIME_IS_GLOBAL);

  /** {@code MPI_APPNUM}. */
  public static final int APPNUM = constant(Keyvals.APPNUM);

  /** {@code MPI_LASTUSEDCODE}. */
  public static final int LASTUSEDCODE = constant(Keyvals.LASTUSEDCODE);

  /** {@code MPI_UNIVERSE_SIZE}. */
  public static final int UNIVERSE_SIZE = constant(Keyvals.UNIVERSE_SIZE);

  /** {@code MPI_WIN_BASE}. */
  public static final int WIN_BASE = constant(Keyvals.WIN_BASE);

  /** {@code MPI_WIN_SIZE}. */
  public static final int WIN_SIZE = constant(Keyvals.WIN_SIZE);

  /** {@code MPI_WIN_DISP_UNIT}. */
  public static final int WIN_DISP_UNIT = constant(Keyvals.WIN_DISP_UNIT);

  /** The version of the Standard. */
  public static final int VERSION = constant(Mpi.version().version());

  /** The version of the Standard, behind the dot. */
  public static final int SUBVERSION = constant(Mpi.version().subversion());

  /** The root among its own group, on an intercommunicator. */
  public static final int ROOT = constant(Mpi.ROOT);

  /** {@code MPI_KEYVAL_INVALID}. */
  public static final int KEYVAL_INVALID = constant(Keyvals.INVALID);

  /** Bytes that a buffered message takes beside its data. */
  public static final int BSEND_OVERHEAD = constant(Mpi.BSEND_OVERHEAD);

  /** {@code MPI_MAX_OBJECT_NAME}. */
  public static final int MAX_OBJECT_NAME = constant(64);

  /** {@code MPI_MAX_PORT_NAME}. */
  public static final int MAX_PORT_NAME = constant(1024);

  /** {@code MPI_MAX_DATAREP_STRING}. */
  public static final int MAX_DATAREP_STRING = constant(128);

  /** {@code MPI_MAX_INFO_KEY}. */
  public static final int MAX_INFO_KEY = constant(org.purempi.Info.LONGEST_KEY + 1);

  /** {@code MPI_MAX_INFO_VAL}. */
  public static final int MAX_INFO_VAL = constant(org.purempi.Info.LONGEST_VALUE + 1);

  /** {@code MPI_ORDER_C}. */
  public static final int ORDER_C = constant(0);

  /** {@code MPI_ORDER_FORTRAN}. */
  public static final int ORDER_FORTRAN = constant(1);

  /** {@code MPI_DISTRIBUTE_BLOCK}. */
  public static final int DISTRIBUTE_BLOCK = constant(0);

  /** {@code MPI_DISTRIBUTE_CYCLIC}. */
  public static final int DISTRIBUTE_CYCLIC = constant(1);

  /** {@code MPI_DISTRIBUTE_NONE}. */
  public static final int DISTRIBUTE_NONE = constant(2);

  /** {@code MPI_DISTRIBUTE_DFLT_DARG}. */
  public static final int DISTRIBUTE_DFLT_DARG = constant(-1);

  /** {@code MPI_MODE_CREATE}. */
  public static final int MODE_CREATE = constant(1);

  /** {@code MPI_MODE_RDONLY}. */
  public static final int MODE_RDONLY = constant(2);

  /** {@code MPI_MODE_WRONLY}. */
  public static final int MODE_WRONLY = constant(4);

  /** {@code MPI_MODE_RDWR}. */
  public static final int MODE_RDWR = constant(8);

  /** {@code MPI_MODE_DELETE_ON_CLOSE}. */
  public static final int MODE_DELETE_ON_CLOSE = constant(16);

  /** {@code MPI_MODE_UNIQUE_OPEN}. */
  public static final int MODE_UNIQUE_OPEN = constant(32);

  /** {@code MPI_MODE_EXCL}. */
  public static final int MODE_EXCL = constant(64);

  /** {@code MPI_MODE_APPEND}. */
  public static final int MODE_APPEND = constant(128);

  /** {@code MPI_MODE_SEQUENTIAL}. */
  public static final int MODE_SEQUENTIAL = constant(256);

  /** {@code MPI_DISPLACEMENT_CURRENT}. */
  public static final int DISPLACEMENT_CURRENT = constant(-54278278);

  /** {@code MPI_SEEK_SET}. */
  public static final int SEEK_SET = constant(600);

  /** {@code MPI_SEEK_CUR}. */
  public static final int SEEK_CUR = constant(602);

  /** {@code MPI_SEEK_END}. */
  public static final int SEEK_END = constant(604);

  /** {@code MPI_MODE_NOCHECK}. */
  public static final int MODE_NOCHECK = constant(1);

  /** {@code MPI_MODE_NOPRECEDE}. */
  public static final int MODE_NOPRECEDE = constant(2);

  /** {@code MPI_MODE_NOPUT}. */
  public static final int MODE_NOPUT = constant(4);

  /** {@code MPI_MODE_NOSTORE}. */
  public static final int MODE_NOSTORE = constant(8);

  /** {@code MPI_MODE_NOSUCCEED}. */
  public static final int MODE_NOSUCCEED = constant(16);

  /** {@code MPI_LOCK_EXCLUSIVE}. */
  public static final int LOCK_EXCLUSIVE = constant(1);

  /** {@code MPI_LOCK_SHARED}. */
  public static final int LOCK_SHARED = constant(2);

  /** An error ends the job: the default. */
  public static final Errhandler ERRORS_ARE_FATAL =
      new Errhandler(ErrorHandler.of(Failures::fatal));

  /** An error ends the processes of the communicator. */
  public static final Errhandler ERRORS_ABORT = new Errhandler(ErrorHandler.of(Failures::fatal));

  /** An error is thrown as an {@link MPIException}. */
  public static final Errhandler ERRORS_RETURN = new Errhandler(ErrorHandler.RETURN);

  /** No error. */
  public static final int SUCCESS = constant(ErrorClass.SUCCESS.code());

  /** {@code MPI_ERR_BUFFER}. */
  public static final int ERR_BUFFER = constant(ErrorClass.BUFFER.code());

  /** {@code MPI_ERR_COUNT}. */
  public static final int ERR_COUNT = constant(ErrorClass.COUNT.code());

  /** {@code MPI_ERR_TYPE}. */
  public static final int ERR_TYPE = constant(ErrorClass.TYPE.code());

  /** {@code MPI_ERR_TAG}. */
  public static final int ERR_TAG = constant(ErrorClass.TAG.code());

  /** {@code MPI_ERR_COMM}. */
  public static final int ERR_COMM = constant(ErrorClass.COMM.code());

  /** {@code MPI_ERR_RANK}. */
  public static final int ERR_RANK = constant(ErrorClass.RANK.code());

  /** {@code MPI_ERR_REQUEST}. */
  public static final int ERR_REQUEST = constant(ErrorClass.REQUEST.code());

  /** {@code MPI_ERR_ROOT}. */
  public static final int ERR_ROOT = constant(ErrorClass.ROOT.code());

  /** {@code MPI_ERR_GROUP}. */
  public static final int ERR_GROUP = constant(ErrorClass.GROUP.code());

  /** {@code MPI_ERR_OP}. */
  public static final int ERR_OP = constant(ErrorClass.OP.code());

  /** {@code MPI_ERR_TOPOLOGY}. */
  public static final int ERR_TOPOLOGY = constant(ErrorClass.TOPOLOGY.code());

  /** {@code MPI_ERR_DIMS}. */
  public static final int ERR_DIMS = constant(ErrorClass.DIMS.code());

  /** {@code MPI_ERR_ARG}. */
  public static final int ERR_ARG = constant(ErrorClass.ARG.code());

  /** {@code MPI_ERR_UNKNOWN}. */
  public static final int ERR_UNKNOWN = constant(ErrorClass.UNKNOWN.code());

  /** {@code MPI_ERR_TRUNCATE}. */
  public static final int ERR_TRUNCATE = constant(ErrorClass.TRUNCATE.code());

  /** {@code MPI_ERR_OTHER}. */
  public static final int ERR_OTHER = constant(ErrorClass.OTHER.code());

  /** {@code MPI_ERR_INTERN}. */
  public static final int ERR_INTERN = constant(ErrorClass.INTERN.code());

  /** {@code MPI_ERR_IN_STATUS}. */
  public static final int ERR_IN_STATUS = constant(ErrorClass.IN_STATUS.code());

  /** {@code MPI_ERR_PENDING}. */
  public static final int ERR_PENDING = constant(ErrorClass.PENDING.code());

  /** {@code MPI_ERR_ACCESS}. */
  public static final int ERR_ACCESS = constant(ErrorClass.ACCESS.code());

  /** {@code MPI_ERR_AMODE}. */
  public static final int ERR_AMODE = constant(ErrorClass.AMODE.code());

  /** {@code MPI_ERR_ASSERT}. */
  public static final int ERR_ASSERT = constant(ErrorClass.ASSERT.code());

  /** {@code MPI_ERR_BAD_FILE}. */
  public static final int ERR_BAD_FILE = constant(ErrorClass.BAD_FILE.code());

  /** {@code MPI_ERR_BASE}. */
  public static final int ERR_BASE = constant(ErrorClass.BASE.code());

  /** {@code MPI_ERR_CONVERSION}. */
  public static final int ERR_CONVERSION = constant(ErrorClass.CONVERSION.code());

  /** {@code MPI_ERR_DISP}. */
  public static final int ERR_DISP = constant(ErrorClass.DISP.code());

  /** {@code MPI_ERR_DUP_DATAREP}. */
  public static final int ERR_DUP_DATAREP = constant(ErrorClass.DUP_DATAREP.code());

  /** {@code MPI_ERR_FILE_EXISTS}. */
  public static final int ERR_FILE_EXISTS = constant(ErrorClass.FILE_EXISTS.code());

  /** {@code MPI_ERR_FILE_IN_USE}. */
  public static final int ERR_FILE_IN_USE = constant(ErrorClass.FILE_IN_USE.code());

  /** {@code MPI_ERR_FILE}. */
  public static final int ERR_FILE = constant(ErrorClass.FILE.code());

  /** {@code MPI_ERR_INFO_KEY}. */
  public static final int ERR_INFO_KEY = constant(ErrorClass.INFO_KEY.code());

  /** {@code MPI_ERR_INFO_NOKEY}. */
  public static final int ERR_INFO_NOKEY = constant(ErrorClass.INFO_NOKEY.code());

  /** {@code MPI_ERR_INFO_VALUE}. */
  public static final int ERR_INFO_VALUE = constant(ErrorClass.INFO_VALUE.code());

  /** {@code MPI_ERR_INFO}. */
  public static final int ERR_INFO = constant(ErrorClass.INFO.code());

  /** {@code MPI_ERR_IO}. */
  public static final int ERR_IO = constant(ErrorClass.IO.code());

  /** {@code MPI_ERR_KEYVAL}. */
  public static final int ERR_KEYVAL = constant(ErrorClass.KEYVAL.code());

  /** {@code MPI_ERR_LOCKTYPE}. */
  public static final int ERR_LOCKTYPE = constant(ErrorClass.LOCKTYPE.code());

  /** {@code MPI_ERR_NAME}. */
  public static final int ERR_NAME = constant(ErrorClass.NAME.code());

  /** {@code MPI_ERR_NO_MEM}. */
  public static final int ERR_NO_MEM = constant(ErrorClass.NO_MEM.code());

  /** {@code MPI_ERR_NOT_SAME}. */
  public static final int ERR_NOT_SAME = constant(ErrorClass.NOT_SAME.code());

  /** {@code MPI_ERR_NO_SPACE}. */
  public static final int ERR_NO_SPACE = constant(ErrorClass.NO_SPACE.code());

  /** {@code MPI_ERR_NO_SUCH_FILE}. */
  public static final int ERR_NO_SUCH_FILE = constant(ErrorClass.NO_SUCH_FILE.code());

  /** {@code MPI_ERR_PORT}. */
  public static final int ERR_PORT = constant(ErrorClass.PORT.code());

  /** {@code MPI_ERR_PROC_ABORTED}. */
  public static final int ERR_PROC_ABORTED = constant(ErrorClass.PROC_ABORTED.code());

  /** {@code MPI_ERR_QUOTA}. */
  public static final int ERR_QUOTA = constant(ErrorClass.QUOTA.code());

  /** {@code MPI_ERR_READ_ONLY}. */
  public static final int ERR_READ_ONLY = constant(ErrorClass.READ_ONLY.code());

  /** {@code MPI_ERR_RMA_CONFLICT}. */
  public static final int ERR_RMA_CONFLICT = constant(ErrorClass.RMA_CONFLICT.code());

  /** {@code MPI_ERR_RMA_SYNC}. */
  public static final int ERR_RMA_SYNC = constant(ErrorClass.RMA_SYNC.code());

  /** {@code MPI_ERR_SERVICE}. */
  public static final int ERR_SERVICE = constant(ErrorClass.SERVICE.code());

  /** {@code MPI_ERR_SIZE}. */
  public static final int ERR_SIZE = constant(ErrorClass.SIZE.code());

  /** {@code MPI_ERR_SPAWN}. */
  public static final int ERR_SPAWN = constant(ErrorClass.SPAWN.code());

  /** {@code MPI_ERR_UNSUPPORTED_DATAREP}. */
  public static final int ERR_UNSUPPORTED_DATAREP = constant(ErrorClass.UNSUPPORTED_DATAREP.code());

  /** {@code MPI_ERR_UNSUPPORTED_OPERATION}. */
  public static final int ERR_UNSUPPORTED_OPERATION =
      constant(ErrorClass.UNSUPPORTED_OPERATION.code());

  /** {@code MPI_ERR_WIN}. */
  public static final int ERR_WIN = constant(ErrorClass.WIN.code());

  /** No code of the library is larger. */
  public static final int ERR_LASTCODE = constant(ErrorClass.values().length);

  /** Out of a resource of the system; not an error of purempi. */
  public static final int ERR_SYSRESOURCE = constant(ErrorClass.values().length);

  private static final double NANOS = 1e-9;

  /** For nothing: everything here is static. */
  public MPI() {}

  /** Keeps the compiler from copying the constants into the programs, as in the original. */
  private static int constant(int value) {
    return value;
  }

  /** How this API says how two things compare. */
  static int code(Comparison comparison) {
    return switch (comparison) {
      case IDENT -> IDENT;
      case CONGRUENT -> CONGRUENT;
      case SIMILAR -> SIMILAR;
      case UNEQUAL -> UNEQUAL;
    };
  }

  /** Starts MPI ({@code MPI_Init}); answers the arguments. */
  public static String[] Init(String @Nullable [] args) throws MPIException {
    String[] words = args == null ? new String[0] : args;
    Home.start(words);
    return words;
  }

  /**
   * Starts MPI ({@code MPI_Init_thread}); answers {@link #THREAD_MULTIPLE}, whatever is required.
   */
  public static int InitThread(String @Nullable [] args, int required) throws MPIException {
    Init(args);
    return queryThread();
  }

  /** How threads may call ({@code MPI_Query_thread}). */
  public static int queryThread() throws MPIException {
    return code(Home.mpi().queryThread());
  }

  private static int code(ThreadLevel level) {
    return switch (level) {
      case SINGLE -> THREAD_SINGLE;
      case FUNNELED -> THREAD_FUNNELED;
      case SERIALIZED -> THREAD_SERIALIZED;
      case MULTIPLE -> THREAD_MULTIPLE;
    };
  }

  /** Whether this thread has called {@link #Init} ({@code MPI_Is_thread_main}). */
  public static boolean isThreadMain() throws MPIException {
    return Home.mpi().isThreadMain();
  }

  /** Ends MPI ({@code MPI_Finalize}). */
  public static void Finalize() throws MPIException {
    Mpi mpi = Home.mpi();
    if (mpi.isFinalized()) {
      throw new MPIException(ErrorClass.OTHER, "MPI.Finalize has been called before");
    }
    Failures.run(mpi::close);
  }

  /** Seconds since some time in the past, before {@link #Init} too ({@code MPI_Wtime}). */
  public static double wtime() throws MPIException {
    return Home.started() ? Home.mpi().wtime() : System.nanoTime() * NANOS;
  }

  /** Seconds between two ticks of {@link #wtime} ({@code MPI_Wtick}). */
  public static double wtick() throws MPIException {
    return Home.mpi().wtick();
  }

  /** The version of the Standard ({@code MPI_Get_version}). */
  public static Version getVersion() {
    return new Version(VERSION, SUBVERSION);
  }

  /** The version of the library in words ({@code MPI_Get_library_version}). */
  public static String getLibVersion() {
    return Mpi.libraryVersion();
  }

  /** The name of the host ({@code MPI_Get_processor_name}). */
  public static String getProcessorName() throws MPIException {
    return Home.mpi().processorName();
  }

  /** Whether {@link #Init} has been called ({@code MPI_Initialized}). */
  public static boolean isInitialized() throws MPIException {
    return Home.started();
  }

  /** Whether {@link #Finalize} has been called ({@code MPI_Finalized}). */
  public static boolean isFinalized() throws MPIException {
    return Home.ended();
  }

  /** Gives buffered sends their memory ({@code MPI_Buffer_attach}). */
  public static void attachBuffer(byte[] buffer) throws MPIException {
    Home.attach(buffer);
  }

  /**
   * Waits until buffered messages are delivered; answers the buffer ({@code MPI_Buffer_detach}).
   */
  public static byte[] detachBuffer() throws MPIException {
    return Home.detach();
  }

  /** Does nothing ({@code MPI_Pcontrol}). */
  public static void pControl(int level, @Nullable Object obj) {}

  /** A direct buffer of bytes in native order. */
  public static ByteBuffer newByteBuffer(int capacity) {
    return Allocations.add(ByteBuffer.allocateDirect(capacity)).order(ByteOrder.nativeOrder());
  }

  /** A direct buffer of chars in native order. */
  public static CharBuffer newCharBuffer(int capacity) {
    return newByteBuffer(Math.multiplyExact(capacity, Character.BYTES)).asCharBuffer();
  }

  /** A direct buffer of shorts in native order. */
  public static ShortBuffer newShortBuffer(int capacity) {
    return newByteBuffer(Math.multiplyExact(capacity, Short.BYTES)).asShortBuffer();
  }

  /** A direct buffer of ints in native order. */
  public static IntBuffer newIntBuffer(int capacity) {
    return newByteBuffer(Math.multiplyExact(capacity, Integer.BYTES)).asIntBuffer();
  }

  /** A direct buffer of longs in native order. */
  public static LongBuffer newLongBuffer(int capacity) {
    return newByteBuffer(Math.multiplyExact(capacity, Long.BYTES)).asLongBuffer();
  }

  /** A direct buffer of floats in native order. */
  public static FloatBuffer newFloatBuffer(int capacity) {
    return newByteBuffer(Math.multiplyExact(capacity, Float.BYTES)).asFloatBuffer();
  }

  /** A direct buffer of doubles in native order. */
  public static DoubleBuffer newDoubleBuffer(int capacity) {
    return newByteBuffer(Math.multiplyExact(capacity, Double.BYTES)).asDoubleBuffer();
  }

  /** The buffer from byte {@code offset} to its end, in native order. */
  public static ByteBuffer slice(ByteBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice().order(ByteOrder.nativeOrder());
  }

  /** The buffer from element {@code offset} to its end. */
  public static CharBuffer slice(CharBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The buffer from element {@code offset} to its end. */
  public static ShortBuffer slice(ShortBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The buffer from element {@code offset} to its end. */
  public static IntBuffer slice(IntBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The buffer from element {@code offset} to its end. */
  public static LongBuffer slice(LongBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The buffer from element {@code offset} to its end. */
  public static FloatBuffer slice(FloatBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The buffer from element {@code offset} to its end. */
  public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The array from element {@code offset} to its end, as a buffer in native order. */
  public static ByteBuffer slice(byte[] buf, int offset) {
    return slice(ByteBuffer.wrap(buf), offset);
  }

  /** The array from element {@code offset} to its end, as a buffer. */
  public static CharBuffer slice(char[] buf, int offset) {
    return slice(CharBuffer.wrap(buf), offset);
  }

  /** The array from element {@code offset} to its end, as a buffer. */
  public static ShortBuffer slice(short[] buf, int offset) {
    return slice(ShortBuffer.wrap(buf), offset);
  }

  /** The array from element {@code offset} to its end, as a buffer. */
  public static IntBuffer slice(int[] buf, int offset) {
    return slice(IntBuffer.wrap(buf), offset);
  }

  /** The array from element {@code offset} to its end, as a buffer. */
  public static LongBuffer slice(long[] buf, int offset) {
    return slice(LongBuffer.wrap(buf), offset);
  }

  /** The array from element {@code offset} to its end, as a buffer. */
  public static FloatBuffer slice(float[] buf, int offset) {
    return slice(FloatBuffer.wrap(buf), offset);
  }

  /** The array from element {@code offset} to its end, as a buffer. */
  public static DoubleBuffer slice(double[] buf, int offset) {
    return slice(DoubleBuffer.wrap(buf), offset);
  }
}
