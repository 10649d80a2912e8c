package org.purempi.reduction;

import org.purempi.BasicDatatype;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.StructDatatype;

/**
 * Which operation is defined on which datatype (section 6.9.2, tables of 6.9.2 and 6.9.4). AINT,
 * OFFSET and COUNT are integers like any other, for the logical operations, too, which the table
 * does not ask for.
 */
final class Validity {
  private Validity() {}

  static Op.Predefined.Kind kind(Op op) {
    if (op instanceof Op.Predefined p) {
      return p.kind();
    }
    throw new MpiArgumentException(ErrorClass.OP, op + " is not a predefined operation");
  }

  static boolean isDefined(Op op, Datatype type) {
    if (op instanceof Op.Predefined p) {
      return type instanceof BasicDatatype b
          ? isDefined(p.kind(), b)
          : isLoc(p.kind()) && type instanceof StructDatatype s && PairLoops.isPair(s);
    }
    if (op instanceof Op.OfRecords<?> records) {
      return type.equals(records.datatype());
    }
    if (op instanceof Op.OfBulk) {
      return true;
    }
    return type instanceof BasicDatatype b && isOperand(op, b);
  }

  private static boolean isDefined(Op.Predefined.Kind op, BasicDatatype type) {
    BasicDatatype.Kind kind = type.kind();
    boolean integer = kind == BasicDatatype.Kind.SIGNED || kind == BasicDatatype.Kind.UNSIGNED;
    boolean real = kind == BasicDatatype.Kind.FLOAT && type.width() <= Double.BYTES;
    return switch (op) {
      case MAX, MIN -> integer || real;
      case SUM, PROD -> integer || real || kind == BasicDatatype.Kind.COMPLEX;
      case LAND, LOR, LXOR -> integer || kind == BasicDatatype.Kind.LOGICAL;
      case BAND, BOR, BXOR -> integer || kind == BasicDatatype.Kind.BYTE;
      case MAXLOC, MINLOC, REPLACE, NO_OP -> false;
    };
  }

  private static boolean isLoc(Op.Predefined.Kind op) {
    return op == Op.Predefined.Kind.MAXLOC || op == Op.Predefined.Kind.MINLOC;
  }

  private static boolean isOperand(Op op, BasicDatatype type) {
    boolean integer =
        type.kind() == BasicDatatype.Kind.SIGNED || type.kind() == BasicDatatype.Kind.UNSIGNED;
    boolean real = type.kind() == BasicDatatype.Kind.FLOAT;
    int width = type.width();
    return (op instanceof Op.OfDoubles && real && width == Double.BYTES)
        || (op instanceof Op.OfFloats && real && width == Float.BYTES)
        || (op instanceof Op.OfLongs && integer && width == Long.BYTES)
        || (op instanceof Op.OfInts && integer && width == Integer.BYTES);
  }

  static MpiArgumentException undefined(Op op, Datatype type) {
    return new MpiArgumentException(
        ErrorClass.OP,
        (op instanceof Op.Predefined ? "Op." + op : "this user operation")
            + " is not defined on "
            + type
            + ": it takes "
            + operands(op)
            + hint(type));
  }

  private static String operands(Op op) {
    if (op instanceof Op.OfRecords<?> r) {
      return r.datatype() + ", the layout of " + r.type().getName();
    }
    if (op instanceof Op.OfDoubles) {
      return "DOUBLE";
    }
    if (op instanceof Op.OfFloats) {
      return "FLOAT";
    }
    if (op instanceof Op.OfLongs) {
      return "integers of 8 bytes (LONG)";
    }
    if (op instanceof Op.OfInts) {
      return "integers of 4 bytes (INT)";
    }
    return switch (kind(op)) {
      case MAX, MIN -> "integers, FLOAT and DOUBLE";
      case SUM, PROD -> "integers, FLOAT, DOUBLE and complex numbers";
      case LAND, LOR, LXOR -> "integers and truth values (BOOLEAN, LOGICAL)";
      case BAND, BOR, BXOR -> "integers and BYTE";
      case MAXLOC, MINLOC -> "the pairs FLOAT_INT, DOUBLE_INT, LONG_INT, 2INT and SHORT_INT";
      case REPLACE, NO_OP -> "nothing here, it is for one-sided accumulation only";
    };
  }

  private static String hint(Datatype type) {
    if (!(type instanceof BasicDatatype b)) {
      return "; for records make an operation with Op.of(X.class, (a, b) -> …)";
    }
    return switch (b.kind()) {
      case BYTE ->
          "; a byte[] is uninterpreted bytes, for numbers say Buf.of(a, 0, n, Datatype.INT8_T) or"
              + " UINT8_T";
      case CHARACTER ->
          "; characters are not numbers, for numbers say Buf.of(a, 0, n, Datatype.UINT16_T)";
      default -> "";
    };
  }
}
