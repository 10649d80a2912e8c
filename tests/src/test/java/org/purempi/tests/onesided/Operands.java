package org.purempi.tests.onesided;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;

/** Elements that operations combine, and which operation takes which (section 6.9.2). */
final class Operands {
  /** Every predefined datatype. */
  static final List<Datatype> PREDEFINED =
      List.of(
          Datatype.BYTE,
          Datatype.PACKED,
          Datatype.INT8_T,
          Datatype.INT16_T,
          Datatype.INT32_T,
          Datatype.INT64_T,
          Datatype.UINT8_T,
          Datatype.UINT16_T,
          Datatype.UINT32_T,
          Datatype.UINT64_T,
          Datatype.FLOAT16,
          Datatype.FLOAT,
          Datatype.DOUBLE,
          Datatype.LONG_DOUBLE,
          Datatype.C_FLOAT_COMPLEX,
          Datatype.C_DOUBLE_COMPLEX,
          Datatype.C_BOOL,
          Datatype.LOGICAL,
          Datatype.CHARACTER,
          Datatype.AINT,
          Datatype.OFFSET,
          Datatype.COUNT,
          Datatype.CHAR,
          Datatype.FLOAT_INT,
          Datatype.DOUBLE_INT,
          Datatype.LONG_INT,
          Datatype.TWO_INT,
          Datatype.SHORT_INT,
          Datatype.LONG_DOUBLE_INT);

  /** Every operation but NO_OP. */
  static final List<Op> OPERATIONS =
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
          Op.REPLACE);

  private static final List<Op> OF_INTEGERS = OPERATIONS.subList(0, 10);
  private static final List<Op> OF_REALS = OPERATIONS.subList(0, 4);
  private static final List<Op> OF_PAIRS = List.of(Op.MAXLOC, Op.MINLOC);

  private Operands() {}

  /** Whether an operation is defined on a predefined datatype. */
  static boolean takes(Op op, Datatype type) {
    if (op == Op.REPLACE) {
      return true;
    }
    if (!(type instanceof BasicDatatype basic)) {
      return OF_PAIRS.contains(op) && type != Datatype.LONG_DOUBLE_INT;
    }
    return switch (basic.kind()) {
      case SIGNED, UNSIGNED -> OF_INTEGERS.contains(op);
      case FLOAT -> OF_REALS.contains(op) && basic.width() <= Double.BYTES;
      case COMPLEX -> op == Op.SUM || op == Op.PROD;
      case LOGICAL -> List.of(Op.LAND, Op.LOR, Op.LXOR).contains(op);
      case BYTE -> List.of(Op.BAND, Op.BOR, Op.BXOR).contains(op);
      case CHARACTER, PACKED -> false;
    };
  }

  /** Elements that follow from a seed: few different ones, so that equal ones meet. */
  static void fill(MemorySegment memory, long at, int n, Datatype type, long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < n; i++) {
      element(memory, at + i * type.extent(), type, random);
    }
  }

  private static void element(MemorySegment m, long at, Datatype type, SplittableRandom random) {
    if (type instanceof BasicDatatype basic) {
      basic(m, at, basic, random);
      return;
    }
    int value = random.nextInt(-1, 2);
    if (type == Datatype.SHORT_INT) {
      m.set(JAVA_SHORT_UNALIGNED, at, (short) value);
    } else if (type == Datatype.TWO_INT) {
      m.set(JAVA_INT_UNALIGNED, at, value);
    } else if (type == Datatype.LONG_INT) {
      m.set(JAVA_LONG_UNALIGNED, at, value);
    } else if (type == Datatype.FLOAT_INT) {
      m.set(JAVA_FLOAT_UNALIGNED, at, value);
    } else if (type == Datatype.DOUBLE_INT) {
      m.set(JAVA_DOUBLE_UNALIGNED, at, value);
    }
    m.set(JAVA_INT_UNALIGNED, at + type.trueExtent() - Integer.BYTES, random.nextInt(3));
  }

  private static void basic(MemorySegment m, long at, BasicDatatype type, SplittableRandom random) {
    boolean isNumber =
        type.kind() == BasicDatatype.Kind.FLOAT || type.kind() == BasicDatatype.Kind.COMPLEX;
    if (!isNumber || type == Datatype.LONG_DOUBLE) {
      boolean isTruth = type.kind() == BasicDatatype.Kind.LOGICAL;
      for (int i = 0; i < type.width(); i++) {
        int bits = isTruth ? (i == 0 ? random.nextInt(2) : 0) : random.nextInt();
        m.set(JAVA_BYTE, at + i, (byte) bits);
      }
    } else if (type == Datatype.FLOAT16) {
      m.set(JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(random.nextInt(-40, 40) / 4f));
    } else if (type == Datatype.FLOAT || type == Datatype.C_FLOAT_COMPLEX) {
      for (int i = 0; i < type.width(); i += Float.BYTES) {
        m.set(JAVA_FLOAT_UNALIGNED, at + i, random.nextInt(-40, 40) / 4f);
      }
    } else {
      for (int i = 0; i < type.width(); i += Double.BYTES) {
        m.set(JAVA_DOUBLE_UNALIGNED, at + i, random.nextInt(-40, 40) / 4.);
      }
    }
  }

  /** The data of some elements, without what lies between them. */
  static byte[] data(MemorySegment memory, long at, int n, Datatype type, Communicator comm) {
    byte[] packed = new byte[Math.toIntExact(n * type.size())];
    comm.pack(Buf.of(memory, at, n, type), Buf.of(packed), 0);
    return packed;
  }
}
