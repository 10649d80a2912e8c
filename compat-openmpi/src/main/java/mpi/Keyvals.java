package mpi;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Keyval;
import org.purempi.MpiArgumentException;

/**
 * The keys of attributes, which this API numbers. Attributes are copied, as references, to a
 * duplicate of their object.
 */
final class Keyvals {
  /** No key. */
  static final int INVALID = -1;

  static final int TAG_UB = 0;
  static final int HOST = 1;
  static final int IO = 2;
  static final int WTIME_IS_GLOBAL = 3;
  static final int APPNUM = 4;
  static final int LASTUSEDCODE = 5;
  static final int UNIVERSE_SIZE = 6;
  static final int WIN_BASE = 7;
  static final int WIN_SIZE = 8;
  static final int WIN_DISP_UNIT = 9;

  private static final int FIRST_OF_USERS = 100;

  private static final AtomicInteger NEXT = new AtomicInteger(FIRST_OF_USERS);
  private static final Map<Integer, Keyval<Value>> OF_COMMUNICATORS = new ConcurrentHashMap<>();
  private static final Map<Integer, Kind> OTHERS = new ConcurrentHashMap<>();

  private Keyvals() {}

  /** What has attributes beside communicators. */
  enum Kind {
    DATATYPE,
    WINDOW
  }

  /** The value of an attribute of a communicator: null is one too. */
  record Value(@Nullable Object object) {}

  static int ofCommunicators() {
    int number = NEXT.getAndIncrement();
    OF_COMMUNICATORS.put(
        number, Communicator.createKeyval(Value.class, (c, v) -> Optional.of(v), (c, v) -> {}));
    return number;
  }

  static int of(Kind kind) {
    int number = NEXT.getAndIncrement();
    OTHERS.put(number, kind);
    return number;
  }

  /** The key of communicators with a number. */
  static Keyval<Value> ofCommunicators(int number) {
    Keyval<Value> keyval = OF_COMMUNICATORS.get(number);
    if (keyval == null) {
      throw unknown(number);
    }
    return keyval;
  }

  static void freeOfCommunicators(int number) throws MPIException {
    if (OF_COMMUNICATORS.remove(number) == null) {
      throw Failures.of(unknown(number));
    }
  }

  static void require(Kind kind, int number) throws MPIException {
    if (OTHERS.get(number) != kind) {
      throw Failures.of(unknown(number));
    }
  }

  static void free(Kind kind, int number) throws MPIException {
    require(kind, number);
    OTHERS.remove(number);
  }

  private static MpiArgumentException unknown(int number) {
    boolean predefined = number >= TAG_UB && number <= WIN_DISP_UNIT;
    return new MpiArgumentException(
        ErrorClass.KEYVAL,
        predefined
            ? "keyval " + number + " is predefined: it can be neither set nor freed"
            : number + " is no keyval of createKeyval for this kind of object, or it was freed");
  }

  /** The value of a predefined attribute of a communicator; null if it is none, or has none. */
  static @Nullable Object predefined(Communicator c, int number) {
    return switch (number) {
      case TAG_UB -> c.getAttr(Keyval.TAG_UB).orElse(null);
      case HOST -> MPI.PROC_NULL;
      case IO -> c.getAttr(Keyval.IO).orElse(null);
      case WTIME_IS_GLOBAL -> c.getAttr(Keyval.WTIME_IS_GLOBAL).orElse(null);
      case APPNUM -> c.getAttr(Keyval.APPNUM).orElse(null);
      case LASTUSEDCODE ->
          Math.max(MPI.ERR_LASTCODE, c.getAttr(Keyval.LASTUSEDCODE).orElse(MPI.ERR_LASTCODE));
      case UNIVERSE_SIZE -> c.getAttr(Keyval.UNIVERSE_SIZE).orElse(null);
      default -> null;
    };
  }

  static boolean isPredefined(int number) {
    return number >= TAG_UB && number <= UNIVERSE_SIZE;
  }
}
