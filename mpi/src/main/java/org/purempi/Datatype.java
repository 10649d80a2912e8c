package org.purempi;

import java.lang.invoke.MethodHandles;

/**
 * What the elements of a buffer are: an immutable value that needs neither commit nor free (chapter
 * 5).
 *
 * <p>Basic types are a kind and a width in bytes; Java's names are aliases of the fixed-width
 * types: {@link #INT} is {@link #INT32_T}. {@link #CHAR} is Java's {@code char}: a UTF-16 unit of 2
 * bytes. {@link #BOOLEAN} is 1 byte.
 */
public sealed interface Datatype permits BasicDatatype, StructDatatype {
  /** Uninterpreted bytes ({@code MPI_BYTE}). */
  Datatype BYTE = new BasicDatatype("BYTE", BasicDatatype.Kind.BYTE, 1);

  /** The output of pack ({@code MPI_PACKED}). */
  Datatype PACKED = new BasicDatatype("PACKED", BasicDatatype.Kind.PACKED, 1);

  /** Signed 8-bit integer ({@code MPI_INT8_T}). */
  Datatype INT8_T = new BasicDatatype("INT8_T", BasicDatatype.Kind.SIGNED, 1);

  /** Signed 16-bit integer ({@code MPI_INT16_T}). */
  Datatype INT16_T = new BasicDatatype("INT16_T", BasicDatatype.Kind.SIGNED, 2);

  /** Signed 32-bit integer ({@code MPI_INT32_T}). */
  Datatype INT32_T = new BasicDatatype("INT32_T", BasicDatatype.Kind.SIGNED, 4);

  /** Signed 64-bit integer ({@code MPI_INT64_T}). */
  Datatype INT64_T = new BasicDatatype("INT64_T", BasicDatatype.Kind.SIGNED, 8);

  /** Unsigned 8-bit integer ({@code MPI_UINT8_T}), kept in a {@code byte}. */
  Datatype UINT8_T = new BasicDatatype("UINT8_T", BasicDatatype.Kind.UNSIGNED, 1);

  /** Unsigned 16-bit integer ({@code MPI_UINT16_T}), kept in a {@code short} or {@code char}. */
  Datatype UINT16_T = new BasicDatatype("UINT16_T", BasicDatatype.Kind.UNSIGNED, 2);

  /** Unsigned 32-bit integer ({@code MPI_UINT32_T}), kept in an {@code int}. */
  Datatype UINT32_T = new BasicDatatype("UINT32_T", BasicDatatype.Kind.UNSIGNED, 4);

  /** Unsigned 64-bit integer ({@code MPI_UINT64_T}), kept in a {@code long}. */
  Datatype UINT64_T = new BasicDatatype("UINT64_T", BasicDatatype.Kind.UNSIGNED, 8);

  /** IEEE 754 binary32 ({@code MPI_FLOAT}); Java's {@code float}. */
  Datatype FLOAT = new BasicDatatype("FLOAT", BasicDatatype.Kind.FLOAT, 4);

  /** IEEE 754 binary64 ({@code MPI_DOUBLE}); Java's {@code double}. */
  Datatype DOUBLE = new BasicDatatype("DOUBLE", BasicDatatype.Kind.FLOAT, 8);

  /** C's {@code long double} as 16 bytes ({@code MPI_LONG_DOUBLE}): can be moved, not reduced. */
  Datatype LONG_DOUBLE = new BasicDatatype("LONG_DOUBLE", BasicDatatype.Kind.FLOAT, 16);

  /** Two binary32 ({@code MPI_C_FLOAT_COMPLEX}). */
  Datatype C_FLOAT_COMPLEX = new BasicDatatype("C_FLOAT_COMPLEX", BasicDatatype.Kind.COMPLEX, 8);

  /** Two binary64 ({@code MPI_C_DOUBLE_COMPLEX}). */
  Datatype C_DOUBLE_COMPLEX = new BasicDatatype("C_DOUBLE_COMPLEX", BasicDatatype.Kind.COMPLEX, 16);

  /** A truth value of 1 byte, 0 is false ({@code MPI_C_BOOL}). */
  Datatype C_BOOL = new BasicDatatype("C_BOOL", BasicDatatype.Kind.LOGICAL, 1);

  /** A truth value of 4 bytes, 0 is false ({@code MPI_LOGICAL}). */
  Datatype LOGICAL = new BasicDatatype("LOGICAL", BasicDatatype.Kind.LOGICAL, 4);

  /** An 8-bit character, not a number ({@code MPI_CHAR} of C and {@code MPI_CHARACTER}). */
  Datatype CHARACTER = new BasicDatatype("CHARACTER", BasicDatatype.Kind.CHARACTER, 1);

  /** An address-sized integer ({@code MPI_AINT}), 8 bytes. */
  Datatype AINT = new BasicDatatype("AINT", BasicDatatype.Kind.SIGNED, 8);

  /** A file offset ({@code MPI_OFFSET}), 8 bytes. */
  Datatype OFFSET = new BasicDatatype("OFFSET", BasicDatatype.Kind.SIGNED, 8);

  /** A count ({@code MPI_COUNT}), 8 bytes. */
  Datatype COUNT = new BasicDatatype("COUNT", BasicDatatype.Kind.SIGNED, 8);

  /** Java's {@code short}: {@link #INT16_T}. */
  Datatype SHORT = INT16_T;

  /** Java's {@code int}: {@link #INT32_T}. */
  Datatype INT = INT32_T;

  /** Java's {@code long}: {@link #INT64_T}. */
  Datatype LONG = INT64_T;

  /** Java's {@code char}: a UTF-16 unit of 2 bytes. */
  Datatype CHAR = new BasicDatatype("CHAR", BasicDatatype.Kind.CHARACTER, 2);

  /** Java's {@code boolean}: {@link #C_BOOL}. */
  Datatype BOOLEAN = C_BOOL;

  /** The pair (float, int) for MINLOC and MAXLOC: 8 bytes (section 6.9.4). */
  Datatype FLOAT_INT = StructDatatype.pair("FLOAT_INT", FLOAT, INT);

  /** The pair (double, int): 12 bytes of data, extent 16 (section 6.9.4). */
  Datatype DOUBLE_INT = StructDatatype.pair("DOUBLE_INT", DOUBLE, INT);

  /** The pair (long, int): 12 bytes of data, extent 16 (section 6.9.4). */
  Datatype LONG_INT = StructDatatype.pair("LONG_INT", LONG, INT);

  /** The pair (int, int), {@code MPI_2INT}: 8 bytes (section 6.9.4). */
  Datatype TWO_INT = StructDatatype.pair("2INT", INT, INT);

  /** The pair (short, int): 6 bytes of data, extent 8 (section 6.9.4). */
  Datatype SHORT_INT = StructDatatype.pair("SHORT_INT", SHORT, INT);

  /**
   * The pair (long double, int): 20 bytes of data, extent 32; can be moved, not reduced (section
   * 6.9.4).
   */
  Datatype LONG_DOUBLE_INT = StructDatatype.pair("LONG_DOUBLE_INT", LONG_DOUBLE, INT);

  /** The name in messages, without {@code MPI_}. */
  String name();

  /** Bytes of data in one element ({@code MPI_Type_size}). */
  long size();

  /** Bytes from one element to the next ({@code MPI_Type_get_extent}). */
  long extent();

  /** The lower bound in bytes ({@code MPI_Type_get_extent}); may be negative. */
  long lb();

  /**
   * The layout of a record whose components have a fixed size: primitives and nested records, in
   * order, aligned and padded as a C struct ({@code MPI_Type_create_struct}). The record must be
   * public in an exported package, or its package open to purempi; else use {@link
   * #of(MethodHandles.Lookup, Class)}.
   *
   * @throws MpiArgumentException ({@code TYPE}) if a component has no fixed size or the record
   *     cannot be reflected on
   */
  static <R extends Record> StructDatatype of(Class<R> type) {
    return RecordLayouts.of(MethodHandles.publicLookup(), type);
  }

  /**
   * As {@link #of(Class)} with the caller's own rights: {@code Datatype.of(MethodHandles.lookup(),
   * Particle.class)} works for private records and in modules that open nothing.
   */
  static <R extends Record> StructDatatype of(MethodHandles.Lookup lookup, Class<R> type) {
    return RecordLayouts.of(lookup, type);
  }
}
