package org.purempi;

import java.util.Arrays;
import java.util.List;

/**
 * The arguments of the call that made a datatype, in the order of the tables of section 5.1.13 for
 * types made with large counts ({@code MPI_Type_get_contents}). Enough to make it again.
 */
public final class Contents {
  private static final int[] NO_INTEGERS = {};

  private final Combiner combiner;
  private final int[] integers;
  private final long[] counts;
  private final List<Datatype> datatypes;

  Contents(Combiner combiner, int[] integers, long[] counts, List<Datatype> datatypes) {
    this.combiner = combiner;
    this.integers = integers;
    this.counts = counts;
    this.datatypes = List.copyOf(datatypes);
  }

  Contents(Combiner combiner, long[] counts, Datatype... datatypes) {
    this(combiner, NO_INTEGERS, counts, List.of(datatypes));
  }

  static MpiArgumentException ofNamed(Datatype type) {
    return new MpiArgumentException(
        ErrorClass.TYPE, type + " is a named type: no call made it, so it has no contents");
  }

  /** The call. */
  public Combiner combiner() {
    return combiner;
  }

  /** Its small integers: dimensions, order, and what darray says about ranks. */
  public int[] integers() {
    return integers.clone();
  }

  /** Its counts, lengths and displacements. */
  public long[] counts() {
    return counts.clone();
  }

  /** Its datatypes. */
  public List<Datatype> datatypes() {
    return datatypes;
  }

  long count(int i) {
    return counts[i];
  }

  Envelope envelope() {
    return new Envelope(combiner, integers.length, counts.length, datatypes.size());
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Contents c
        && combiner == c.combiner
        && Arrays.equals(integers, c.integers)
        && Arrays.equals(counts, c.counts)
        && datatypes.equals(c.datatypes);
  }

  @Override
  public int hashCode() {
    int numbers = 31 * Arrays.hashCode(integers) + Arrays.hashCode(counts);
    return 31 * (31 * combiner.name().hashCode() + numbers) + datatypes.hashCode();
  }

  @Override
  public String toString() {
    return combiner
        + " "
        + Arrays.toString(integers)
        + " "
        + Arrays.toString(counts)
        + " "
        + datatypes;
  }
}
