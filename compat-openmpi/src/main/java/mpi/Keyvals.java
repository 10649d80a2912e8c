package mpi;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Keyval;
import org.purempi.MpiArgumentException;
import org.purempi.Window;

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
  private static final Map<Integer, Key> KEYS = new ConcurrentHashMap<>();

  private Keyvals() {}

  /** What has attributes. */
  enum Kind {
    COMMUNICATOR,
    DATATYPE,
    WINDOW
  }

  /** The value of an attribute: null is one too. */
  record Value(@Nullable Object object) {}

  /** A key; it stays known until it has been freed and no object has an attribute by it. */
  static final class Key {
    private final int number;
    private final Kind kind;
    private final Keyval<Value> core;
    private int uses;
    private boolean freed;

    private Key(int number, Kind kind) {
      this.number = number;
      this.kind = kind;
      this.core =
          kind == Kind.WINDOW
              ? Window.createKeyval(Value.class, (w, v) -> unused())
              : Communicator.createKeyval(
                  Value.class,
                  (c, v) -> {
                    used();
                    return Optional.of(v);
                  },
                  (c, v) -> unused());
    }

    /** The key of an attribute of a communicator, or of a window. */
    Keyval<Value> core() {
      return core;
    }

    /** One more object has an attribute by this key. */
    synchronized void used() {
      uses++;
    }

    /** One object fewer has an attribute by this key. */
    synchronized void unused() {
      uses--;
      forget();
    }

    private synchronized boolean isFreed() {
      return freed;
    }

    private synchronized void free() {
      freed = true;
      forget();
    }

    private void forget() {
      if (freed && uses == 0) {
        KEYS.remove(number);
      }
    }
  }

  static int create(Kind kind) {
    int number = NEXT.getAndIncrement();
    KEYS.put(number, new Key(number, kind));
    return number;
  }

  /** A key to set an attribute by, or to be freed. */
  static Key valid(Kind kind, int number) {
    Key key = known(kind, number);
    if (key.isFreed()) {
      throw unknown(number);
    }
    return key;
  }

  /** A key to get or delete an attribute by; it may have been freed (section 7.7.2). */
  static Key known(Kind kind, int number) {
    Key key = KEYS.get(number);
    if (key == null || key.kind != kind) {
      throw unknown(number);
    }
    return key;
  }

  static void free(Kind kind, int number) throws MPIException {
    Failures.run(() -> valid(kind, number).free());
  }

  private static MpiArgumentException unknown(int number) {
    boolean predefined = number >= TAG_UB && number <= WIN_DISP_UNIT;
    return new MpiArgumentException(
        ErrorClass.KEYVAL,
        predefined
            ? "keyval " + number + " is predefined: it can be neither set nor freed"
            : number + " is not a keyval of createKeyval for this kind of object, or it was freed");
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
