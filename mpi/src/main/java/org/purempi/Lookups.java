package org.purempi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds datatypes by what they have to hold. */
final class Lookups {
  private static final List<StructDatatype> NAMED_PAIRS =
      List.of(
          Datatype.FLOAT_INT,
          Datatype.DOUBLE_INT,
          Datatype.LONG_INT,
          Datatype.TWO_INT,
          Datatype.SHORT_INT,
          Datatype.LONG_DOUBLE_INT);

  private Lookups() {}

  static @Nullable StructDatatype valueIndex(Datatype value, Datatype index) {
    for (StructDatatype pair : NAMED_PAIRS) {
      if (pair.blocks().get(0).type().equals(value) && pair.blocks().get(1).type().equals(index)) {
        return pair;
      }
    }
    boolean isPair =
        value instanceof BasicDatatype v
            && index instanceof BasicDatatype i
            && isNumber(v)
            && i.kind() == BasicDatatype.Kind.SIGNED;
    return isPair ? StructDatatype.valueIndex(value, index) : null;
  }

  private static boolean isNumber(BasicDatatype type) {
    return switch (type.kind()) {
      case SIGNED, UNSIGNED -> true;
      case FLOAT -> type.width() == Float.BYTES || type.width() == Double.BYTES;
      default -> false;
    };
  }

  static BasicDatatype matchSize(TypeClass typeclass, int size) {
    return switch (typeclass) {
      case INTEGER ->
          switch (size) {
            case Byte.BYTES -> (BasicDatatype) Datatype.INT8_T;
            case Short.BYTES -> (BasicDatatype) Datatype.INT16_T;
            case Integer.BYTES -> (BasicDatatype) Datatype.INT32_T;
            case Long.BYTES -> (BasicDatatype) Datatype.INT64_T;
            default -> throw noMatch(typeclass, size, "1, 2, 4 and 8");
          };
      case REAL ->
          switch (size) {
            case Float.BYTES -> (BasicDatatype) Datatype.FLOAT;
            case Double.BYTES -> (BasicDatatype) Datatype.DOUBLE;
            default -> throw noMatch(typeclass, size, "4 and 8");
          };
      case COMPLEX ->
          switch (size) {
            case 2 * Float.BYTES -> (BasicDatatype) Datatype.C_FLOAT_COMPLEX;
            case 2 * Double.BYTES -> (BasicDatatype) Datatype.C_DOUBLE_COMPLEX;
            default -> throw noMatch(typeclass, size, "8 and 16");
          };
    };
  }

  private static MpiArgumentException noMatch(TypeClass typeclass, int size, String sizes) {
    return new MpiArgumentException(
        ErrorClass.ARG,
        "matchSize: no " + typeclass + " type has " + size + " bytes; there are " + sizes);
  }
}
