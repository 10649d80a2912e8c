package org.purempi;

import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * An operation that combines elements of several ranks (section 6.9): predefined, or made of a
 * lambda. Immutable; needs no free. All operations are taken to be associative; user operations are
 * commutative unless {@link #nonCommutative()} says otherwise.
 */
public sealed interface Op {
  /** The larger. */
  Op MAX = new Predefined(Predefined.Kind.MAX);

  /** The smaller. */
  Op MIN = new Predefined(Predefined.Kind.MIN);

  /** The sum. */
  Op SUM = new Predefined(Predefined.Kind.SUM);

  /** The product. */
  Op PROD = new Predefined(Predefined.Kind.PROD);

  /** Logical and. */
  Op LAND = new Predefined(Predefined.Kind.LAND);

  /** Bitwise and. */
  Op BAND = new Predefined(Predefined.Kind.BAND);

  /** Logical or. */
  Op LOR = new Predefined(Predefined.Kind.LOR);

  /** Bitwise or. */
  Op BOR = new Predefined(Predefined.Kind.BOR);

  /** Logical exclusive or. */
  Op LXOR = new Predefined(Predefined.Kind.LXOR);

  /** Bitwise exclusive or. */
  Op BXOR = new Predefined(Predefined.Kind.BXOR);

  /** The larger of pairs; of equals the one with the lower index. */
  Op MAXLOC = new Predefined(Predefined.Kind.MAXLOC);

  /** The smaller of pairs; of equals the one with the lower index. */
  Op MINLOC = new Predefined(Predefined.Kind.MINLOC);

  /** The first operand: for one-sided accumulation. */
  Op REPLACE = new Predefined(Predefined.Kind.REPLACE);

  /** The second operand: for one-sided accumulation. */
  Op NO_OP = new Predefined(Predefined.Kind.NO_OP);

  /** Whether operands may change places ({@code MPI_Op_commutative}). */
  boolean commutative();

  /** An operation on each pair of doubles. */
  static Op ofDoubles(DoubleBinaryOperator f) {
    return new OfDoubles(f, true);
  }

  /** An operation on each pair of floats. */
  static Op ofFloats(FloatBinaryOperator f) {
    return new OfFloats(f, true);
  }

  /** An operation on each pair of ints. */
  static Op ofInts(IntBinaryOperator f) {
    return new OfInts(f, true);
  }

  /** An operation on each pair of longs. */
  static Op ofLongs(LongBinaryOperator f) {
    return new OfLongs(f, true);
  }

  /** An operation on each pair of records of {@link Datatype#of(Class)}. */
  static <R extends Record> Op of(Class<R> type, BinaryOperator<R> f) {
    return new OfRecords<>(Datatype.of(type), type, f, true);
  }

  /** An operation on each pair of records whose datatype was made with a lookup. */
  static <R extends Record> Op of(StructDatatype datatype, Class<R> type, BinaryOperator<R> f) {
    return new OfRecords<>(datatype, type, f, true);
  }

  /** An operation in bulk form ({@code MPI_Op_create}). */
  static Op of(BulkOperator f) {
    return new OfBulk(f, true);
  }

  /**
   * The same user operation, applied in canonical order: rank 0's operand first.
   *
   * @throws MpiArgumentException ({@code OP}) for a predefined operation
   */
  Op nonCommutative();

  /** A predefined operation. */
  record Predefined(Kind kind) implements Op {
    /** Which one. */
    public enum Kind {
      /** {@link Op#MAX}. */
      MAX,
      /** {@link Op#MIN}. */
      MIN,
      /** {@link Op#SUM}. */
      SUM,
      /** {@link Op#PROD}. */
      PROD,
      /** {@link Op#LAND}. */
      LAND,
      /** {@link Op#BAND}. */
      BAND,
      /** {@link Op#LOR}. */
      LOR,
      /** {@link Op#BOR}. */
      BOR,
      /** {@link Op#LXOR}. */
      LXOR,
      /** {@link Op#BXOR}. */
      BXOR,
      /** {@link Op#MAXLOC}. */
      MAXLOC,
      /** {@link Op#MINLOC}. */
      MINLOC,
      /** {@link Op#REPLACE}. */
      REPLACE,
      /** {@link Op#NO_OP}. */
      NO_OP
    }

    @Override
    public boolean commutative() {
      return kind != Kind.REPLACE && kind != Kind.NO_OP;
    }

    @Override
    public Op nonCommutative() {
      throw new MpiArgumentException(ErrorClass.OP, this + " is predefined");
    }

    @Override
    public String toString() {
      return kind.name();
    }
  }

  /** A user operation on doubles. */
  record OfDoubles(DoubleBinaryOperator f, boolean commutative) implements Op {
    @Override
    public Op nonCommutative() {
      return new OfDoubles(f, false);
    }
  }

  /** A user operation on floats. */
  record OfFloats(FloatBinaryOperator f, boolean commutative) implements Op {
    @Override
    public Op nonCommutative() {
      return new OfFloats(f, false);
    }
  }

  /** A user operation on ints. */
  record OfInts(IntBinaryOperator f, boolean commutative) implements Op {
    @Override
    public Op nonCommutative() {
      return new OfInts(f, false);
    }
  }

  /** A user operation on longs. */
  record OfLongs(LongBinaryOperator f, boolean commutative) implements Op {
    @Override
    public Op nonCommutative() {
      return new OfLongs(f, false);
    }
  }

  /** A user operation on records. */
  record OfRecords<R extends Record>(
      StructDatatype datatype, Class<R> type, BinaryOperator<R> f, boolean commutative)
      implements Op {
    @Override
    public Op nonCommutative() {
      return new OfRecords<>(datatype, type, f, false);
    }
  }

  /** A user operation in bulk form. */
  record OfBulk(BulkOperator f, boolean commutative) implements Op {
    @Override
    public Op nonCommutative() {
      return new OfBulk(f, false);
    }
  }
}
