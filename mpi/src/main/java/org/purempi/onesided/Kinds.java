package org.purempi.onesided;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.StructDatatype;

/**
 * A kind of element, and an operation, as a number of 32 bits that travels.
 *
 * <pre>
 *   bits 0–7 basic type (0–4 width · 5–7 meaning), of a pair its index · 8–15 of a pair its value · 16 pair · 20–23 operation
 * </pre>
 */
@SuppressWarnings("EnumOrdinal") // both sides have the same enums
final class Kinds {
  private static final BasicDatatype.Kind[] MEANINGS = BasicDatatype.Kind.values();
  private static final List<Op> OPERATIONS =
      List.of(
          Op.MAX,
          Op.MIN,
          Op.SUM,
          Op.PROD,
          Op.LAND,
          Op.BAND,
          Op.LOR,
          Op.BOR,
          Op.LXOR,
          Op.BXOR,
          Op.MAXLOC,
          Op.MINLOC,
          Op.REPLACE,
          Op.NO_OP);

  /** The components of pairs are found by their names. */
  private static final List<Datatype> NAMED =
      List.of(
          Datatype.SHORT,
          Datatype.INT,
          Datatype.LONG,
          Datatype.FLOAT,
          Datatype.DOUBLE,
          Datatype.LONG_DOUBLE);

  private static final int WIDTH_BITS = 5;
  private static final int WIDTH_MASK = 0x1F;
  private static final int BASIC_BITS = 8;
  private static final int BASIC_MASK = 0xFF;
  private static final int PAIR = 1 << 16;
  private static final int OPERATION_SHIFT = 20;

  private Kinds() {}

  static int code(Datatype kind) {
    if (kind instanceof StructDatatype pair) {
      int value = code((BasicDatatype) pair.blocks().get(0).type());
      int index = code((BasicDatatype) pair.blocks().get(1).type());
      return PAIR | value << BASIC_BITS | index;
    }
    return code((BasicDatatype) kind);
  }

  static int code(Datatype kind, Op op) {
    return code(kind) | ((Op.Predefined) op).kind().ordinal() << OPERATION_SHIFT;
  }

  private static int code(BasicDatatype type) {
    return type.kind().ordinal() << WIDTH_BITS | type.width();
  }

  /** The kind of element that a number stands for; null if none. */
  static @Nullable Datatype kind(int code) {
    Datatype low = basic(code & BASIC_MASK);
    Datatype value = basic(code >>> BASIC_BITS & BASIC_MASK);
    if ((code & PAIR) == 0) {
      return low;
    }
    return low == null || value == null ? null : Datatype.getValueIndex(value, low);
  }

  private static @Nullable BasicDatatype basic(int code) {
    int width = code & WIDTH_MASK;
    BasicDatatype.Kind meaning = MEANINGS[code >>> WIDTH_BITS];
    for (Datatype one : NAMED) {
      if (one instanceof BasicDatatype known && known.kind() == meaning && known.width() == width) {
        return known;
      }
    }
    return width == 0 ? null : new BasicDatatype(meaning.name(), meaning, width);
  }

  /** The operation that a number stands for; null if none. */
  static @Nullable Op operation(int code) {
    int number = code >>> OPERATION_SHIFT & 0xF;
    return number < OPERATIONS.size() ? OPERATIONS.get(number) : null;
  }
}
