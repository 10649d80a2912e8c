package org.purempi;

/**
 * A basic datatype: a kind of value and its width (section 3.2.2).
 *
 * @param name the name without {@code MPI_}
 * @param kind what the bits mean
 * @param width bytes, 1 … 16
 */
public record BasicDatatype(String name, Kind kind, int width) implements Datatype {
  /** What the bits of a basic type mean; decides which operators apply (section 6.9.2). */
  public enum Kind {
    /** Two's complement integers. */
    SIGNED,
    /** Integers from zero up. */
    UNSIGNED,
    /** IEEE 754 numbers. */
    FLOAT,
    /** Pairs of IEEE 754 numbers. */
    COMPLEX,
    /** Truth values. */
    LOGICAL,
    /** Characters: not numbers. */
    CHARACTER,
    /** Uninterpreted bytes. */
    BYTE,
    /** Packed data. */
    PACKED
  }

  @Override
  public long size() {
    return width;
  }

  @Override
  public long extent() {
    return width;
  }

  @Override
  public long lb() {
    return 0;
  }

  @Override
  public long trueExtent() {
    return width;
  }

  @Override
  public long trueLb() {
    return 0;
  }

  @Override
  public Envelope envelope() {
    return new Envelope(Combiner.NAMED, 0, 0, 0);
  }

  @Override
  public Contents contents() {
    throw Contents.ofNamed(this);
  }

  @Override
  public long originBytes(long count) {
    return 0;
  }

  @Override
  public DerivedDatatype dup() {
    return Constructors.dup(this);
  }

  @Override
  public String toString() {
    return name;
  }
}
