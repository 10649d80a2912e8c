package mpi;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;
import org.purempi.compat.mpjexpress.Environment;
import org.purempi.compat.mpjexpress.Nullable;
import org.purempi.compat.mpjexpress.Numbers;

/**
 * Starts and ends MPI, and has everything that is predefined (MPI 4.1, chapter 11). In thread mode
 * every rank has this class for itself.
 */
public class MPI {
  static {
    Errors.run(() -> Environment.requireOneApi(MPI.class.getClassLoader()));
  }

  /** Kept for programs that ask. */
  public static final boolean DEBUG = true;

  /** All ranks of the job; usable after {@link #Init}. */
  public static Intracomm COMM_WORLD = new Intracomm(null);

  /** This rank alone; usable after {@link #Init}. */
  public static Comm COMM_SELF = new Intracomm(null);

  /** Kept for programs that ask. */
  public static boolean isOldSelected = false;

  /** Processors of this host. */
  public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

  /** No value. */
  public static int UNDEFINED = Numbers.UNDEFINED;

  /** No datatype. */
  public static Datatype NULL = new BasicType(Base.NULL);

  /** Elements of a {@code byte[]}. */
  public static Datatype BYTE = new BasicType(Base.BYTE);

  /** Elements of a {@code char[]}. */
  public static Datatype CHAR = new BasicType(Base.CHAR);

  /** Elements of a {@code short[]}. */
  public static Datatype SHORT = new BasicType(Base.SHORT);

  /** Elements of a {@code boolean[]}. */
  public static Datatype BOOLEAN = new BasicType(Base.BOOLEAN);

  /** Elements of an {@code int[]}. */
  public static Datatype INT = new BasicType(Base.INT);

  /** Elements of a {@code long[]}. */
  public static Datatype LONG = new BasicType(Base.LONG);

  /** Elements of a {@code float[]}. */
  public static Datatype FLOAT = new BasicType(Base.FLOAT);

  /** Elements of a {@code double[]}. */
  public static Datatype DOUBLE = new BasicType(Base.DOUBLE);

  /** Bytes of an {@code mpjbuf.Buffer}, made with {@link Comm#Pack}. */
  public static Datatype PACKED = new BasicType(Base.PACKED);

  /** Marks a lower bound in {@link Datatype#Struct}. */
  public static Datatype LB = new BasicType(Base.LB);

  /** Marks an upper bound in {@link Datatype#Struct}. */
  public static Datatype UB = new BasicType(Base.UB);

  /** Elements of an array of serializable objects. */
  public static Datatype OBJECT = new BasicType(Base.OBJECT);

  /** Only one thread. */
  public static int THREAD_SINGLE = 0;

  /** Only the main thread calls. */
  public static int THREAD_FUNNELED = 1;

  /** One thread at a time calls. */
  public static int THREAD_SERIALIZED = 2;

  /** Any thread calls at any time: what there always is. */
  public static int THREAD_MULTIPLE = 3;

  /** A value and an index, both short. */
  public static Datatype SHORT2 = Datatype.Contiguous(2, SHORT);

  /** A value and an index, both int. */
  public static Datatype INT2 = Datatype.Contiguous(2, INT);

  /** A value and an index, both long. */
  public static Datatype LONG2 = Datatype.Contiguous(2, LONG);

  /** A value and an index, both float. */
  public static Datatype FLOAT2 = Datatype.Contiguous(2, FLOAT);

  /** A value and an index, both double. */
  public static Datatype DOUBLE2 = Datatype.Contiguous(2, DOUBLE);

  /** The larger. */
  public static Op MAX = Op.predefined(org.purempi.Op.MAX, 1);

  /** The smaller. */
  public static Op MIN = Op.predefined(org.purempi.Op.MIN, 2);

  /** The sum. */
  public static Op SUM = Op.predefined(org.purempi.Op.SUM, 3);

  /** The product. */
  public static Op PROD = Op.predefined(org.purempi.Op.PROD, 4);

  /** Logical and. */
  public static Op LAND = Op.predefined(org.purempi.Op.LAND, 5);

  /** Bitwise and. */
  public static Op BAND = Op.predefined(org.purempi.Op.BAND, 6);

  /** Logical or. */
  public static Op LOR = Op.predefined(org.purempi.Op.LOR, 7);

  /** Bitwise or. */
  public static Op BOR = Op.predefined(org.purempi.Op.BOR, 8);

  /** Logical exclusive or. */
  public static Op LXOR = Op.predefined(org.purempi.Op.LXOR, 9);

  /** Bitwise exclusive or. */
  public static Op BXOR = Op.predefined(org.purempi.Op.BXOR, 10);

  /** The larger value of pairs; of equals the one with the lower index. */
  public static Op MAXLOC = Op.predefined(org.purempi.Op.MAXLOC, 11);

  /** The smaller value of pairs; of equals the one with the lower index. */
  public static Op MINLOC = Op.predefined(org.purempi.Op.MINLOC, 12);

  /** Receive from any rank. */
  public static int ANY_SOURCE = Numbers.ANY;

  /** Receive any tag. */
  public static int ANY_TAG = Numbers.ANY;

  /** The status of no message. */
  public static Status EMPTY_STATUS = new Status();

  /** No process: sending to it and receiving from it does nothing. */
  public static int PROC_NULL = Numbers.PROC_NULL;

  /** Bytes a buffered message needs beside its data. */
  public static int BSEND_OVERHEAD = Mpi.BSEND_OVERHEAD;

  /** Bytes an {@code mpjbuf.Buffer} to send needs beside its data: none. */
  public static int SEND_OVERHEAD = 0;

  /** Bytes an {@code mpjbuf.Buffer} to receive needs beside its data: none. */
  public static int RECV_OVERHEAD = 0;

  /** No processes. */
  public static Group GROUP_EMPTY = new Group(org.purempi.Group.EMPTY);

  /** Two of these are the same. */
  public static final int IDENT = 0;

  /** The same processes in another order. */
  public static final int SIMILAR = 1;

  /** Different processes. */
  public static final int UNEQUAL = 2;

  /** The same processes in the same order, but another context. */
  public static final int CONGRUENT = 3;

  /** A topology: {@link Graphcomm}. */
  public static int GRAPH = 1;

  /** A topology: {@link Cartcomm}. */
  public static int CART = 2;

  /** Errors end the whole job. */
  public static Errhandler ERRORS_ARE_FATAL = new Errhandler(ErrorHandler.of(Errors::fatal));

  /** Errors are thrown as {@link MPIException}: how it is without {@link #Errorhandler_set}. */
  public static Errhandler ERRORS_RETURN = new Errhandler(ErrorHandler.RETURN);

  /** Key of the attribute that has the largest tag. */
  public static int TAG_UB = 1;

  /** Key of the attribute that has the rank of a host process: there is none. */
  public static int HOST = 2;

  /** Key of the attribute that has a rank that can do input and output: all can. */
  public static int IO = 3;

  /** A request that is complete. */
  public static Request REQUEST_NULL = new Request((mpjdev.Request) null);

  /** No communicator. */
  public static @Nullable Comm COMM_NULL = null;

  /** No group. */
  public static @Nullable Group GROUP_NULL = null;

  private static boolean attached;

  private static final double SECONDS_OF_A_NANO = 1e-9;

  /** Kept for programs that make one. */
  public MPI() {}

  /**
   * Starts MPI in this rank (section 11.2); also again, when it has ended in all ranks.
   *
   * @param argv the arguments of {@code main}
   * @return the program's own: without rank, number of ranks and device, which stand before them
   *     when mpjrun or mpiexec has started the program
   */
  public static String[] Init(String[] argv) throws MPIException {
    return Errors.get(
        () -> {
          String[] own = Environment.own(argv);
          Environment.Start start = Environment.start(own);
          COMM_WORLD.bind(start.world());
          COMM_SELF.bind(start.self());
          if (start.world().getErrhandler() instanceof ErrorHandler.Predefined given
              && given != ErrorHandler.RETURN) {
            Errorhandler_set(ERRORS_ARE_FATAL); // mpiexec was told so
          }
          return own;
        });
  }

  /** As {@link #Init}; what is asked for is always given: {@link #THREAD_MULTIPLE}. */
  public static String[] initThread(int argc, int required, String[] argv) {
    return Init(argv);
  }

  /** {@link #THREAD_MULTIPLE}. */
  public static int queryThread() {
    return THREAD_MULTIPLE;
  }

  /** Whether the caller is the thread that called {@link #Init}. */
  public static boolean isMainThread() {
    return Errors.get(() -> Environment.mpi().isThreadMain());
  }

  /** Ends MPI in this rank: delivers what it has sent (section 11.2.2). */
  public static void Finalize() throws MPIException {
    Errors.run(Environment::end);
    synchronized (MPI.class) {
      attached = false;
    }
  }

  /** Whether MPI runs in this rank: {@link #Init} was called, {@link #Finalize} not since. */
  public static boolean Initialized() throws MPIException {
    return Environment.running();
  }

  /**
   * Allows buffered sends (section 3.6). They take memory as they need and leave the buffer alone:
   * what was enough for MPJ Express, whose messages have other overheads, is enough here. Another
   * buffer takes the place of the one before.
   */
  public static synchronized void Buffer_attach(ByteBuffer buffer) throws MPIException {
    Objects.requireNonNull(buffer, "buffer");
    if (!attached) {
      Errors.run(() -> Environment.mpi().bufferAttachAutomatic());
      attached = true;
    }
  }

  /**
   * Waits until all buffered messages are delivered; there are no more (section 3.6). Nothing if no
   * buffer is attached.
   */
  public static synchronized void Buffer_detach() throws MPIException {
    if (attached) {
      Errors.run(() -> Environment.mpi().bufferDetach());
      attached = false;
    }
  }

  /** The name of the host (section 9.1.3). */
  public static String Get_processor_name() throws MPIException {
    return Errors.get(() -> Environment.mpi().processorName());
  }

  /** What happens on errors of {@link #COMM_WORLD}, {@link #COMM_SELF} and what is made of them. */
  public static void Errorhandler_set(Errhandler errhandler) throws MPIException {
    Errors.run(
        () -> {
          COMM_WORLD.purempi().setErrhandler(errhandler.purempi());
          COMM_SELF.purempi().setErrhandler(errhandler.purempi());
        });
  }

  /** What happens on errors of {@link #COMM_WORLD}. */
  public static Errhandler Errorhandler_get() throws MPIException {
    ErrorHandler now = Errors.get(() -> COMM_WORLD.purempi().getErrhandler());
    if (now.equals(ERRORS_ARE_FATAL.purempi())) {
      return ERRORS_ARE_FATAL;
    }
    return now.equals(ERRORS_RETURN.purempi()) ? ERRORS_RETURN : new Errhandler(now);
  }

  /** Seconds since some time in the past, before {@link #Init} too (section 9.6). */
  public static double Wtime() throws MPIException {
    return Environment.running()
        ? Errors.get(() -> Environment.mpi().wtime())
        : System.nanoTime() * SECONDS_OF_A_NANO;
  }

  /** Seconds between two ticks of {@link #Wtime} (section 9.6). */
  public static double Wtick() throws MPIException {
    return Errors.get(() -> Environment.mpi().wtick());
  }
}
