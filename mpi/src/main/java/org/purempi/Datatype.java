package org.purempi;

import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * What the elements of a buffer are: an immutable value that needs neither commit nor free (chapter
 * 5).
 *
 * <p>Basic types are a kind and a width in bytes; Java's names are aliases of the fixed-width
 * types: {@link #INT} is {@link #INT32_T}. {@link #CHAR} is Java's {@code char}: a UTF-16 unit of 2
 * bytes. {@link #BOOLEAN} is 1 byte.
 */
public sealed interface Datatype permits BasicDatatype, DerivedDatatype {
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

  /**
   * Half precision, IEEE 754 binary16, in a {@code short} ({@link Float#floatToFloat16}); sums are
   * those of floats, rounded. Not in the Standard: MPICH and Open MPI have it as {@code
   * MPIX_C_FLOAT16}.
   */
  Datatype FLOAT16 = new BasicDatatype("FLOAT16", BasicDatatype.Kind.FLOAT, 2);

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
  StructDatatype FLOAT_INT = StructDatatype.pair("FLOAT_INT", FLOAT, INT);

  /** The pair (double, int): 12 bytes of data, extent 16 (section 6.9.4). */
  StructDatatype DOUBLE_INT = StructDatatype.pair("DOUBLE_INT", DOUBLE, INT);

  /** The pair (long, int): 12 bytes of data, extent 16 (section 6.9.4). */
  StructDatatype LONG_INT = StructDatatype.pair("LONG_INT", LONG, INT);

  /** The pair (int, int), {@code MPI_2INT}: 8 bytes (section 6.9.4). */
  StructDatatype TWO_INT = StructDatatype.pair("2INT", INT, INT);

  /** The pair (short, int): 6 bytes of data, extent 8 (section 6.9.4). */
  StructDatatype SHORT_INT = StructDatatype.pair("SHORT_INT", SHORT, INT);

  /**
   * The pair (long double, int): 20 bytes of data, extent 32; can be moved, not reduced (section
   * 6.9.4).
   */
  StructDatatype LONG_DOUBLE_INT = StructDatatype.pair("LONG_DOUBLE_INT", LONG_DOUBLE, INT);

  /** The name in messages, without {@code MPI_}. */
  String name();

  /** Bytes of data in one element ({@code MPI_Type_size}). */
  long size();

  /** Bytes from one element to the next ({@code MPI_Type_get_extent}). */
  long extent();

  /** The lower bound in bytes ({@code MPI_Type_get_extent}); may be negative. */
  long lb();

  /**
   * Bytes from the first to the last byte of data in one element ({@code
   * MPI_Type_get_true_extent}).
   */
  long trueExtent();

  /** The lowest byte of data in one element ({@code MPI_Type_get_true_extent}). */
  long trueLb();

  /** How this type was made ({@code MPI_Type_get_envelope}, section 5.1.13). */
  Envelope envelope();

  /**
   * The arguments of the call that made this type ({@code MPI_Type_get_contents}, section 5.1.13).
   *
   * @throws MpiArgumentException ({@code TYPE}) for a basic or named type, which nothing made
   */
  Contents contents();

  /**
   * Bytes from the lowest byte that {@code count} elements touch to the first element's origin; 0
   * if they touch none before their origin. The offset of a {@link Buf} whose datatype has a
   * negative lower bound or stride must be at least this.
   */
  long originBytes(long count);

  /**
   * A type equal in all but that it says it is a duplicate ({@code MPI_Type_dup}, section 5.1.10).
   */
  DerivedDatatype dup();

  /** {@code count} elements one after the other ({@code MPI_Type_contiguous}, section 5.1.2). */
  static DerivedDatatype contiguous(long count, Datatype oldtype) {
    return Constructors.contiguous(count, oldtype);
  }

  /**
   * Equal blocks at equal distances ({@code MPI_Type_vector}, section 5.1.2).
   *
   * @param count blocks
   * @param blocklength elements of a block
   * @param stride elements from the start of a block to the start of the next; may be negative
   */
  static DerivedDatatype vector(long count, long blocklength, long stride, Datatype oldtype) {
    return Constructors.vector(count, blocklength, stride, oldtype);
  }

  /** As {@link #vector}, the stride in bytes ({@code MPI_Type_create_hvector}, section 5.1.2). */
  static DerivedDatatype hvector(long count, long blocklength, long stride, Datatype oldtype) {
    return Constructors.hvector(count, blocklength, stride, oldtype);
  }

  /**
   * Blocks of any lengths anywhere ({@code MPI_Type_indexed}, section 5.1.2).
   *
   * @param blocklengths elements of each block
   * @param displacements where each block begins, in elements (extents of {@code oldtype})
   */
  static DerivedDatatype indexed(long[] blocklengths, long[] displacements, Datatype oldtype) {
    return Constructors.indexed(blocklengths, displacements, oldtype);
  }

  /** {@link #indexed(long[], long[], Datatype)}. */
  static DerivedDatatype indexed(int[] blocklengths, int[] displacements, Datatype oldtype) {
    return indexed(Constructors.widen(blocklengths), Constructors.widen(displacements), oldtype);
  }

  /**
   * As {@link #indexed(long[], long[], Datatype)}, the displacements in bytes ({@code
   * MPI_Type_create_hindexed}, section 5.1.2).
   */
  static DerivedDatatype hindexed(long[] blocklengths, long[] displacements, Datatype oldtype) {
    return Constructors.hindexed(blocklengths, displacements, oldtype);
  }

  /**
   * Blocks of one length anywhere ({@code MPI_Type_create_indexed_block}, section 5.1.2).
   *
   * @param displacements where each block begins, in elements (extents of {@code oldtype})
   */
  static DerivedDatatype indexedBlock(long blocklength, long[] displacements, Datatype oldtype) {
    return Constructors.indexedBlock(blocklength, displacements, oldtype);
  }

  /** {@link #indexedBlock(long, long[], Datatype)}. */
  static DerivedDatatype indexedBlock(long blocklength, int[] displacements, Datatype oldtype) {
    return indexedBlock(blocklength, Constructors.widen(displacements), oldtype);
  }

  /**
   * As {@link #indexedBlock(long, long[], Datatype)}, the displacements in bytes ({@code
   * MPI_Type_create_hindexed_block}, section 5.1.2).
   */
  static DerivedDatatype hindexedBlock(long blocklength, long[] displacements, Datatype oldtype) {
    return Constructors.hindexedBlock(blocklength, displacements, oldtype);
  }

  /**
   * Blocks of any types anywhere ({@code MPI_Type_create_struct}, section 5.1.2). Unless a
   * component was resized, the end is padded as that of a C struct of the same fields.
   *
   * @param blocklengths elements of each block
   * @param displacements where each block begins, in bytes
   * @param types what each block consists of
   */
  static StructDatatype struct(long[] blocklengths, long[] displacements, Datatype... types) {
    return Constructors.struct(blocklengths, displacements, types);
  }

  /** {@link #struct(long[], long[], Datatype...)}, block by block. */
  static StructDatatype struct(StructDatatype.Block... blocks) {
    return Constructors.struct(blocks);
  }

  /**
   * A box cut out of an array of several dimensions; its extent is that of the whole array ({@code
   * MPI_Type_create_subarray}, section 5.1.3).
   *
   * @param sizes elements of the whole array in each dimension, 1 or more
   * @param subsizes elements of the box in each dimension, 1 or more
   * @param starts the box's first index in each dimension, from 0
   */
  static DerivedDatatype subarray(
      long[] sizes, long[] subsizes, long[] starts, ArrayOrder order, Datatype oldtype) {
    return ArrayTypes.subarray(sizes, subsizes, starts, order, oldtype);
  }

  /** {@link #subarray(long[], long[], long[], ArrayOrder, Datatype)}. */
  static DerivedDatatype subarray(
      int[] sizes, int[] subsizes, int[] starts, ArrayOrder order, Datatype oldtype) {
    return subarray(
        Constructors.widen(sizes),
        Constructors.widen(subsizes),
        Constructors.widen(starts),
        order,
        oldtype);
  }

  /**
   * A rank's elements of an array that is dealt out to a grid of ranks ({@code
   * MPI_Type_create_darray}, section 5.1.4).
   *
   * @param size ranks of the grid: the product of {@code psizes}
   * @param rank whose elements; ranks fill the grid row by row
   * @param gsizes elements of the whole array in each dimension
   * @param distribs how each dimension is dealt out
   * @param dargs the block length in each dimension, or {@link Distribution#DFLT_DARG}
   * @param psizes ranks of the grid in each dimension
   */
  static DerivedDatatype darray(
      int size,
      int rank,
      long[] gsizes,
      Distribution[] distribs,
      int[] dargs,
      int[] psizes,
      ArrayOrder order,
      Datatype oldtype) {
    return ArrayTypes.darray(size, rank, gsizes, distribs, dargs, psizes, order, oldtype);
  }

  /**
   * The same data between other bounds: where the next element begins ({@code
   * MPI_Type_create_resized}, section 5.1.7).
   */
  static DerivedDatatype resized(Datatype oldtype, long lb, long extent) {
    return Constructors.resized(oldtype, lb, extent);
  }

  /**
   * The pair of a value and an index that {@link Op#MAXLOC} and {@link Op#MINLOC} take; null if
   * there is none ({@code MPI_Type_get_value_index}, section 5.1.12).
   *
   * @param value a basic number
   * @param index a basic signed integer
   */
  static @Nullable StructDatatype getValueIndex(Datatype value, Datatype index) {
    return Lookups.valueIndex(value, index);
  }

  /**
   * The basic type of a class of numbers and a size in bytes ({@code MPI_Type_match_size}, section
   * 19.1.5).
   *
   * @throws MpiArgumentException ({@code ARG}) if there is none
   */
  static BasicDatatype matchSize(TypeClass typeclass, int size) {
    return Lookups.matchSize(typeclass, size);
  }

  /**
   * The layout of a record whose components have a fixed size: primitives, nested records and
   * arrays of such with a {@link Length}, in order, aligned and padded as a C struct ({@code
   * MPI_Type_create_struct}). The record must be public in an exported package, or its package open
   * to purempi; else use {@link #of(MethodHandles.Lookup, Class)}.
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
