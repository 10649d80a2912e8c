package mpi;

import java.lang.foreign.MemorySegment;
import org.purempi.BulkOperator;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.compat.mpjexpress.Nullable;

/** An operation of a reduction (MPI 4.1, section 6.9). */
public class Op {
  private static final int USER = -1;

  /** The number of a predefined operation; negative for a user's. */
  public int opCode;

  /** An operation of purempi, and its number here. */
  private record Predefined(org.purempi.Op op, int code) {}

  private final org.purempi.@Nullable Op predefined;
  private final @Nullable User_function function;
  private final boolean commute;

  /**
   * A user's operation.
   *
   * @param commute whether operands may change places
   */
  public Op(User_function function, boolean commute) throws MPIException {
    this(function, commute, USER);
  }

  /** As {@link #Op(User_function, boolean)}, with a number of the user's own. */
  public Op(User_function function, boolean commute, int code) throws MPIException {
    this.opCode = code;
    this.predefined = null;
    this.function = function;
    this.commute = commute;
  }

  /** Of a class of this jar: a compiler that sees nothing else passes over the constructor. */
  private Op(Predefined predefined) {
    this.opCode = predefined.code;
    this.predefined = predefined.op;
    this.function = null;
    this.commute = true;
  }

  static Op predefined(org.purempi.Op op, int code) {
    return new Op(new Predefined(op, code));
  }

  /** The operation on elements of a datatype. */
  final org.purempi.Op on(Datatype type) {
    User_function f = function;
    if (f != null) {
      org.purempi.Op op = org.purempi.Op.of(bulk(f, type));
      return commute ? op : op.nonCommutative();
    }
    org.purempi.Op p = predefined;
    if (p == org.purempi.Op.MAXLOC || p == org.purempi.Op.MINLOC) {
      return Pairs.operator(type, p == org.purempi.Op.MAXLOC);
    }
    if (p == null) {
      throw new MpiArgumentException(ErrorClass.OP, "the operation has neither function nor name");
    }
    return p;
  }

  private static BulkOperator bulk(User_function f, Datatype type) {
    return (in, inout, count, purempi) -> {
      Base base = type.base;
      int origin = (int) (purempi.originBytes(count) / base.width);
      Object a = base.read(in);
      Object b = base.read(inout);
      f.Call(a, origin, b, origin, (int) count, type);
      Base.write(b, inout);
    };
  }

  /** The function to apply to objects. */
  final User_function onObjects() {
    User_function f = function;
    if (f == null) {
      throw new MpiArgumentException(
          ErrorClass.OP,
          "MPI." + predefined + " is not defined for MPI.OBJECT: make an Op of your own");
    }
    return f;
  }

  /** Nothing: an operation that nobody uses any more is forgotten. */
  public void free() throws MPIException {}

  /** Nothing: kept for programs that call it. */
  @Override
  @SuppressWarnings("removal")
  public void finalize() throws MPIException {}

  /**
   * Operations on pairs of a value and an index, both of one base type (MPI 4.1, section 6.9.4).
   */
  private static final class Pairs {
    private static final int PAIR = 2;

    private Pairs() {}

    static org.purempi.Op operator(Datatype type, boolean max) {
      boolean numbers =
          switch (type.base) {
            case SHORT, INT, LONG, FLOAT, DOUBLE -> true;
            default -> false;
          };
      if (!numbers || type.size % PAIR != 0 || type.size != type.extent()) {
        throw new MpiArgumentException(
            ErrorClass.OP,
            "MPI."
                + (max ? "MAXLOC" : "MINLOC")
                + " wants pairs of a value and an index: MPI.SHORT2, INT2, LONG2, FLOAT2 or"
                + " DOUBLE2");
      }
      return org.purempi.Op.of((in, inout, count, purempi) -> combine(type, max, in, inout, count));
    }

    private static void combine(
        Datatype type, boolean max, MemorySegment in, MemorySegment inout, long count) {
      Object a = type.base.read(in);
      Object b = type.base.read(inout);
      int width = type.base.width;
      for (int i = 0; i < count * type.size; i += PAIR) {
        int order = compare(a, b, i);
        boolean wins = order == 0 ? compare(a, b, i + 1) < 0 : order > 0 == max;
        if (wins) {
          MemorySegment.copy(in, (long) i * width, inout, (long) i * width, (long) PAIR * width);
        }
      }
    }

    private static int compare(Object a, Object b, int i) {
      return switch (a) {
        case short[] s -> Short.compare(s[i], ((short[]) b)[i]);
        case int[] n -> Integer.compare(n[i], ((int[]) b)[i]);
        case long[] n -> Long.compare(n[i], ((long[]) b)[i]);
        case float[] x -> Float.compare(x[i], ((float[]) b)[i]);
        case double[] x -> Double.compare(x[i], ((double[]) b)[i]);
        default -> throw new IllegalArgumentException(a.getClass().getName());
      };
    }
  }
}
