package org.purempi.protocol;

import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Op;
import org.purempi.hang.CollectiveCall;

/**
 * What a message of a collective operation says of the call that it belongs to, so that calls that
 * do not belong together are noticed where two of their messages meet: 24 bits, 0 if not known.
 *
 * <pre>
 *   bits 0–4 call · 5–8 kind of element · 9–12 operator · 13–23 root, or a sum of the length
 * </pre>
 *
 * <p>A kind or operator of 0 goes with any other: bytes, packed data and derived datatypes may
 * stand for what is written otherwise elsewhere.
 */
@SuppressWarnings("EnumOrdinal") // both sides have the same enums
public final class Signature {
  /** The calls. */
  public enum Call {
    /** None. */
    NONE("nothing", false),
    /** Section 6.3. */
    BARRIER("barrier", false),
    /** Section 6.4. */
    BCAST("bcast", true),
    /** Section 6.5. */
    GATHER("gather", true),
    /** Section 6.5. */
    GATHERV("gatherv", true),
    /** Section 6.6. */
    SCATTER("scatter", true),
    /** Section 6.6. */
    SCATTERV("scatterv", true),
    /** Section 6.7. */
    ALLGATHER("allgather", false),
    /** Section 6.7. */
    ALLGATHERV("allgatherv", false),
    /** Section 6.8. */
    ALLTOALL("alltoall", false),
    /** Section 6.8. */
    ALLTOALLV("alltoallv", false),
    /** Section 6.8. */
    ALLTOALLW("alltoallw", false),
    /** Section 6.9.1. */
    REDUCE("reduce", true),
    /** Section 6.9.6. */
    ALLREDUCE("allreduce", false),
    /** Section 6.10. */
    REDUCE_SCATTER("reduceScatter", false),
    /** Section 6.11.1. */
    SCAN("scan", false),
    /** Section 6.11.2. */
    EXSCAN("exscan", false),
    /** Section 8.6. */
    NEIGHBOR_ALLGATHER("neighborAllgather", false),
    /** Section 8.6. */
    NEIGHBOR_ALLTOALL("neighborAlltoall", false);

    private static final Call[] ALL = values();

    private final String text;
    private final boolean hasRoot;

    Call(String text, boolean hasRoot) {
      this.text = text;
      this.hasRoot = hasRoot;
    }

    /** Its name. */
    public String text() {
      return text;
    }
  }

  private static final String[] KINDS = {
    "", "short", "int", "long", "float", "double", "boolean", "char"
  };

  private static final int CALL_MASK = 0x1f;
  private static final int KIND_SHIFT = 5;
  private static final int OP_SHIFT = 9;
  private static final int FIELD_MASK = 0xf;
  private static final int DETAIL_SHIFT = 13;
  private static final int DETAIL_MASK = 0x7ff;
  private static final int USER_OP = 15;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int DETAIL_BITS = 11;

  private Signature() {}

  /** Of a call of which nothing else must be equal. */
  public static int of(Call call) {
    return call.ordinal();
  }

  /** Of a call with a root. */
  public static int rooted(Call call, Datatype type, int root) {
    return call.ordinal() | kind(type) << KIND_SHIFT | (root & DETAIL_MASK) << DETAIL_SHIFT;
  }

  /** Of a call in which all ranks say how many bytes there are. */
  public static int equal(Call call, Datatype type, long bytes) {
    int sum = (int) ((bytes * GOLDEN) >>> (Long.SIZE - DETAIL_BITS));
    return call.ordinal() | kind(type) << KIND_SHIFT | sum << DETAIL_SHIFT;
  }

  /** The same, with an operator. */
  public static int with(int signature, Op op) {
    int number = op instanceof Op.Predefined p ? p.kind().ordinal() + 1 : USER_OP;
    return signature | number << OP_SHIFT;
  }

  private static int kind(Datatype type) {
    if (!(type instanceof BasicDatatype basic)) {
      return 0;
    }
    return switch (basic.kind()) {
      case SIGNED, UNSIGNED ->
          switch (basic.width()) {
            case Short.BYTES -> 1;
            case Integer.BYTES -> 2;
            case Long.BYTES -> 3;
            default -> 0;
          };
      case FLOAT ->
          switch (basic.width()) {
            case Float.BYTES -> 4;
            case Double.BYTES -> 5;
            default -> 0;
          };
      case LOGICAL -> 6;
      case CHARACTER -> basic.width() == Character.BYTES ? 7 : 0;
      default -> 0;
    };
  }

  /**
   * Whether a message of the call may be shorter than its receive: the Standard forbids it,
   * programs that leave room in their blocks do it, and MPICH and Open MPI let them.
   */
  static boolean takesShorter(int signature) {
    return switch (call(signature)) {
      case GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHERV, ALLTOALL, ALLTOALLV, ALLTOALLW -> true;
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> true;
      default -> false;
    };
  }

  /** Whether it can be one. */
  static boolean isOfCall(int signature) {
    return (signature & CALL_MASK) < Call.ALL.length;
  }

  private static Call call(int signature) {
    return Call.ALL[Math.min(signature & CALL_MASK, Call.ALL.length - 1)];
  }

  /** What is known of a call, for reports; its root is a rank of the communicator. */
  static CollectiveCall described(int signature) {
    Call call = call(signature);
    if (call == Call.NONE) {
      return CollectiveCall.UNKNOWN;
    }
    int op = field(signature, OP_SHIFT);
    return new CollectiveCall(
        call.text,
        KINDS[Math.min(field(signature, KIND_SHIFT), KINDS.length - 1)],
        op == 0 ? "" : opText(op),
        call.hasRoot ? detail(signature) : -1,
        call.hasRoot ? -1 : detail(signature));
  }

  private static String opText(int op) {
    return op == USER_OP ? "an own operator" : Op.Predefined.Kind.values()[op - 1].name();
  }

  private static int detail(int signature) {
    return signature >>> DETAIL_SHIFT & DETAIL_MASK;
  }

  private static int field(int signature, int shift) {
    return signature >>> shift & FIELD_MASK;
  }

  private static boolean differ(int a, int b, int shift) {
    int x = field(a, shift);
    int y = field(b, shift);
    return x != y && x != 0 && y != 0;
  }

  /** What is wrong if messages of two such calls meet; null if nothing is. */
  static @Nullable ErrorClass mistake(int mine, int theirs) {
    if (mine == 0 || theirs == 0) {
      return null;
    }
    if (call(mine) != call(theirs)) {
      return ErrorClass.OTHER;
    }
    if (call(mine).hasRoot && detail(mine) != detail(theirs)) {
      return ErrorClass.ROOT;
    }
    if (differ(mine, theirs, OP_SHIFT)) {
      return ErrorClass.OP;
    }
    if (differ(mine, theirs, KIND_SHIFT)) {
      return ErrorClass.TYPE;
    }
    return detail(mine) == detail(theirs) ? null : ErrorClass.COUNT;
  }

  /** What to look for if a rank ended MPI that owes a message of the call. */
  static String missing(int signature) {
    Call call = call(signature);
    return " and sent nothing for this call: did it call "
        + call.text
        + (call.hasRoot ? " with another root, or not at all?" : "?");
  }

  /** The call in words: its name and what is known of its arguments. */
  static String text(int signature) {
    Call call = call(signature);
    StringBuilder text = new StringBuilder(call.text);
    String separator = "(";
    int kind = field(signature, KIND_SHIFT);
    if (kind > 0 && kind < KINDS.length) {
      text.append(separator).append(KINDS[kind]);
      separator = ", ";
    }
    int op = field(signature, OP_SHIFT);
    if (op > 0) {
      text.append(separator);
      text.append(opText(op));
      separator = ", ";
    }
    if (call.hasRoot) {
      text.append(separator).append("root ").append(detail(signature));
      separator = ", ";
    }
    return separator.equals("(") ? text.toString() : text.append(')').toString();
  }
}
