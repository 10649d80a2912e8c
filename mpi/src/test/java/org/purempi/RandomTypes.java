package org.purempi;

import java.util.List;
import java.util.Random;

/** Random type trees: every constructor, negative strides and bounds, empty blocks, overlaps. */
public final class RandomTypes {
  private static final List<Datatype> BASICS =
      List.of(
          Datatype.BYTE,
          Datatype.SHORT,
          Datatype.INT,
          Datatype.FLOAT,
          Datatype.DOUBLE,
          Datatype.C_DOUBLE_COMPLEX,
          Datatype.LONG_DOUBLE,
          Datatype.SHORT_INT,
          Datatype.DOUBLE_INT);

  private static final int KINDS = 13;

  private final Random random;

  /** Types that follow from a seed. */
  public RandomTypes(Random random) {
    this.random = random;
  }

  private long upTo(int most) {
    return random.nextLong(most + 1L);
  }

  /** −most … most. */
  private long around(int most) {
    return random.nextLong(-most, most + 1L);
  }

  private long[] several(int n, java.util.function.LongSupplier each) {
    long[] a = new long[n];
    java.util.Arrays.setAll(a, i -> each.getAsLong());
    return a;
  }

  /** A type of at most {@code depth} calls within each other. */
  public Datatype next(int depth) {
    if (depth == 0) {
      return BASICS.get(random.nextInt(BASICS.size()));
    }
    return derived(random.nextInt(KINDS), depth - 1);
  }

  private DerivedDatatype derived(int kind, int depth) {
    Datatype old = next(random.nextInt(depth + 1));
    int n = random.nextInt(5);
    return switch (kind) {
      case 0 -> Datatype.contiguous(upTo(4), old);
      case 1 -> Datatype.vector(upTo(4), upTo(3), around(6), old);
      case 2 -> Datatype.hvector(upTo(4), upTo(3), around(60), old);
      case 3 -> Datatype.indexed(several(n, () -> upTo(3)), several(n, () -> around(8)), old);
      case 4 -> Datatype.hindexed(several(n, () -> upTo(3)), several(n, () -> around(80)), old);
      case 5 -> Datatype.indexedBlock(upTo(3), several(n, () -> around(8)), old);
      case 6 -> Datatype.hindexedBlock(upTo(3), several(n, () -> around(80)), old);
      case 7 -> struct(n, depth);
      case 8 -> Datatype.resized(old, around(20), around(60));
      case 9 -> old.dup();
      case 10 -> subarray(old);
      case 11 -> darray(old);
      default -> regular(old);
    };
  }

  private DerivedDatatype struct(int n, int depth) {
    Datatype[] types = new Datatype[n];
    java.util.Arrays.setAll(types, i -> next(random.nextInt(depth + 1)));
    return Datatype.struct(several(n, () -> upTo(3)), several(n, () -> around(100)), types);
  }

  /** An indexed type that is regular in truth. */
  private DerivedDatatype regular(Datatype old) {
    long[] displacements = new long[6];
    long stride = around(5);
    java.util.Arrays.setAll(displacements, i -> i * stride);
    return Datatype.indexedBlock(1 + upTo(1), displacements, old);
  }

  private ArrayOrder order() {
    return random.nextBoolean() ? ArrayOrder.C : ArrayOrder.FORTRAN;
  }

  private DerivedDatatype subarray(Datatype old) {
    int dims = 1 + random.nextInt(3);
    long[] sizes = several(dims, () -> 1 + upTo(3));
    long[] subsizes = new long[dims];
    long[] starts = new long[dims];
    for (int d = 0; d < dims; d++) {
      subsizes[d] = 1 + random.nextLong(sizes[d]);
      starts[d] = random.nextLong(sizes[d] - subsizes[d] + 1);
    }
    return Datatype.subarray(sizes, subsizes, starts, order(), old);
  }

  private DerivedDatatype darray(Datatype old) {
    int dims = 1 + random.nextInt(3);
    long[] sizes = several(dims, () -> 1 + upTo(4));
    Distribution[] how = new Distribution[dims];
    int[] dargs = new int[dims];
    int[] ranks = new int[dims];
    int size = 1;
    for (int d = 0; d < dims; d++) {
      how[d] = Distribution.of(random.nextInt(3));
      ranks[d] = how[d] == Distribution.NONE ? 1 : 1 + random.nextInt(3);
      dargs[d] = Distribution.DFLT_DARG;
      if (random.nextBoolean()) {
        int least = how[d] == Distribution.BLOCK ? (int) ((sizes[d] + ranks[d] - 1) / ranks[d]) : 1;
        dargs[d] = least + random.nextInt(3);
      }
      size *= ranks[d];
    }
    return Datatype.darray(size, random.nextInt(size), sizes, how, dargs, ranks, order(), old);
  }

  /** A buffer of bytes around {@code count} elements, at an offset that fits them. */
  public Buf buffer(Datatype type, long count, byte[] memory, int margin) {
    return Buf.of(memory, Math.toIntExact(type.originBytes(count) + margin), count, type);
  }

  /** How long such memory must be. */
  public static int room(Datatype type, long count, int margin) {
    long steps = count < 1 ? 0 : Math.max(0, (count - 1) * type.extent());
    long above = Math.max(0, type.trueLb() + type.trueExtent());
    return Math.toIntExact(type.originBytes(count) + steps + above + 2L * margin);
  }
}
