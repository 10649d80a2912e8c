package org.purempi.abi;

import org.purempi.BasicDatatype;
import org.purempi.BasicDatatype.Kind;
import org.purempi.Datatype;

/** The Standard's datatypes by their numbers. */
final class PredefinedTypes {
  private static final Datatype LONG_DOUBLE_COMPLEX =
      new BasicDatatype("C_LONG_DOUBLE_COMPLEX", Kind.COMPLEX, 32);
  private static final Datatype WCHAR = new BasicDatatype("WCHAR", Kind.CHARACTER, 4);

  private PredefinedTypes() {}

  static void give(Handles<TypeHandle> types) {
    c(types);
    fortran(types);
    fixed(types);
    pairs(types);
  }

  private static void give(Handles<TypeHandle> types, int handle, Datatype type) {
    types.give(handle, new TypeHandle(type, handle, Constants.COMBINER_NAMED));
  }

  private static void c(Handles<TypeHandle> types) {
    give(types, Constants.AINT, Datatype.AINT);
    give(types, Constants.COUNT, Datatype.COUNT);
    give(types, Constants.OFFSET, Datatype.OFFSET);
    give(types, Constants.PACKED, Datatype.PACKED);
    give(types, Constants.SHORT, Datatype.INT16_T);
    give(types, Constants.INT, Datatype.INT32_T);
    give(types, Constants.LONG, Datatype.INT64_T);
    give(types, Constants.LONG_LONG, Datatype.INT64_T);
    give(types, Constants.UNSIGNED_SHORT, Datatype.UINT16_T);
    give(types, Constants.UNSIGNED, Datatype.UINT32_T);
    give(types, Constants.UNSIGNED_LONG, Datatype.UINT64_T);
    give(types, Constants.UNSIGNED_LONG_LONG, Datatype.UINT64_T);
    give(types, Constants.FLOAT, Datatype.FLOAT);
    give(types, Constants.C_FLOAT_COMPLEX, Datatype.C_FLOAT_COMPLEX);
    give(types, Constants.CXX_FLOAT_COMPLEX, Datatype.C_FLOAT_COMPLEX);
    give(types, Constants.DOUBLE, Datatype.DOUBLE);
    give(types, Constants.C_DOUBLE_COMPLEX, Datatype.C_DOUBLE_COMPLEX);
    give(types, Constants.CXX_DOUBLE_COMPLEX, Datatype.C_DOUBLE_COMPLEX);
    give(types, Constants.LONG_DOUBLE, Datatype.LONG_DOUBLE);
    give(types, Constants.C_LONG_DOUBLE_COMPLEX, LONG_DOUBLE_COMPLEX);
    give(types, Constants.CXX_LONG_DOUBLE_COMPLEX, LONG_DOUBLE_COMPLEX);
    give(types, Constants.C_BOOL, Datatype.C_BOOL);
    give(types, Constants.CXX_BOOL, Datatype.C_BOOL);
    give(types, Constants.WCHAR, WCHAR);
    give(types, Constants.CHAR, Datatype.CHARACTER);
    give(types, Constants.SIGNED_CHAR, Datatype.INT8_T);
    give(types, Constants.UNSIGNED_CHAR, Datatype.UINT8_T);
    give(types, Constants.BYTE, Datatype.BYTE);
  }

  private static void fortran(Handles<TypeHandle> types) {
    give(types, Constants.LOGICAL, Datatype.LOGICAL);
    give(types, Constants.INTEGER, Datatype.INT32_T);
    give(types, Constants.REAL, Datatype.FLOAT);
    give(types, Constants.COMPLEX, Datatype.C_FLOAT_COMPLEX);
    give(types, Constants.DOUBLE_PRECISION, Datatype.DOUBLE);
    give(types, Constants.DOUBLE_COMPLEX, Datatype.C_DOUBLE_COMPLEX);
    give(types, Constants.CHARACTER, Datatype.CHARACTER);
    give(types, Constants.LOGICAL1, Datatype.C_BOOL);
    give(types, Constants.LOGICAL2, new BasicDatatype("LOGICAL2", Kind.LOGICAL, 2));
    give(types, Constants.LOGICAL4, Datatype.LOGICAL);
    give(types, Constants.LOGICAL8, new BasicDatatype("LOGICAL8", Kind.LOGICAL, 8));
    give(types, Constants.INTEGER1, Datatype.INT8_T);
    give(types, Constants.INTEGER2, Datatype.INT16_T);
    give(types, Constants.INTEGER4, Datatype.INT32_T);
    give(types, Constants.INTEGER8, Datatype.INT64_T);
    give(types, Constants.REAL4, Datatype.FLOAT);
    give(types, Constants.REAL8, Datatype.DOUBLE);
    give(types, Constants.REAL16, new BasicDatatype("REAL16", Kind.FLOAT, 16));
    give(types, Constants.COMPLEX8, Datatype.C_FLOAT_COMPLEX);
    give(types, Constants.COMPLEX16, Datatype.C_DOUBLE_COMPLEX);
    give(types, Constants.COMPLEX32, new BasicDatatype("COMPLEX32", Kind.COMPLEX, 32));
  }

  private static void fixed(Handles<TypeHandle> types) {
    give(types, Constants.INT8_T, Datatype.INT8_T);
    give(types, Constants.UINT8_T, Datatype.UINT8_T);
    give(types, Constants.INT16_T, Datatype.INT16_T);
    give(types, Constants.UINT16_T, Datatype.UINT16_T);
    give(types, Constants.INT32_T, Datatype.INT32_T);
    give(types, Constants.UINT32_T, Datatype.UINT32_T);
    give(types, Constants.INT64_T, Datatype.INT64_T);
    give(types, Constants.UINT64_T, Datatype.UINT64_T);
  }

  private static void pairs(Handles<TypeHandle> types) {
    give(types, Constants.FLOAT_INT, Datatype.FLOAT_INT);
    give(types, Constants.DOUBLE_INT, Datatype.DOUBLE_INT);
    give(types, Constants.LONG_INT, Datatype.LONG_INT);
    give(types, Constants._2INT, Datatype.TWO_INT);
    give(types, Constants.SHORT_INT, Datatype.SHORT_INT);
    give(types, Constants.LONG_DOUBLE_INT, Datatype.LONG_DOUBLE_INT);
    give(types, Constants._2REAL, twice(Datatype.FLOAT));
    give(types, Constants._2DOUBLE_PRECISION, twice(Datatype.DOUBLE));
    give(types, Constants._2INTEGER, Datatype.TWO_INT);
  }

  /** A value and an index, both of the same Fortran type; {@link Kernels} has their operations. */
  private static Datatype twice(Datatype type) {
    return Datatype.contiguous(2, type);
  }
}
