package org.purempi;

import java.util.ArrayList;
import java.util.List;

/**
 * Parts of arrays of several dimensions (sections 5.1.3 and 5.1.4), as vectors within vectors: the
 * dimension that runs fastest in memory is the innermost.
 */
final class ArrayTypes {
  private ArrayTypes() {}

  static DerivedDatatype subarray(
      long[] sizes, long[] subsizes, long[] starts, ArrayOrder order, Datatype type) {
    int dims = sizes.length;
    String call = "subarray";
    Constructors.checkLengths(call, "sizes", dims, "subsizes", subsizes.length);
    Constructors.checkLengths(call, "sizes", dims, "starts", starts.length);
    checkDimensions(call, dims);
    for (int d = 0; d < dims; d++) {
      if (sizes[d] < 1 || subsizes[d] < 1 || subsizes[d] > sizes[d]) {
        throw wrong(
            call, d, "subsize " + subsizes[d] + " of size " + sizes[d] + " is not in 1 … size");
      }
      if (starts[d] < 0 || starts[d] > sizes[d] - subsizes[d]) {
        throw wrong(
            call,
            d,
            "%d elements from index %d on are not within 0 … %d"
                .formatted(subsizes[d], starts[d], sizes[d] - 1));
      }
    }
    long[] counts = new long[3 * dims];
    System.arraycopy(sizes, 0, counts, 0, dims);
    System.arraycopy(subsizes, 0, counts, dims, dims);
    System.arraycopy(starts, 0, counts, 2 * dims, dims);
    int[] integers = {dims, order.code()};
    Contents contents = new Contents(Combiner.SUBARRAY, integers, counts, List.of(type));
    String name = "subarray(" + times(subsizes) + " of " + times(sizes) + " × " + type + ")";
    Part whole = new Part(type, 0, type.extent());
    try {
      for (int d : fastestFirst(dims, order)) {
        whole = whole.range(counts[d], counts[dims + d], counts[2 * dims + d]);
      }
      return whole.finish(name, contents);
    } catch (ArithmeticException e) {
      throw tooLarge(call, sizes, type);
    }
  }

  static DerivedDatatype darray(
      int size,
      int rank,
      long[] gsizes,
      Distribution[] distribs,
      int[] dargs,
      int[] psizes,
      ArrayOrder order,
      Datatype type) {
    int dims = gsizes.length;
    checkGrid(size, rank, gsizes, distribs, dargs, psizes);
    List<Integer> integers = new ArrayList<>(List.of(size, rank, dims));
    for (Distribution d : distribs) {
      integers.add(d.code());
    }
    for (int darg : dargs) {
      integers.add(darg);
    }
    for (int p : psizes) {
      integers.add(p);
    }
    integers.add(order.code());
    int[] ints = integers.stream().mapToInt(Integer::intValue).toArray();
    Contents contents = new Contents(Combiner.DARRAY, ints, gsizes.clone(), List.of(type));
    String name = "darray(rank %d of %d, %s × %s)".formatted(rank, size, times(gsizes), type);
    int[] coords = coordinates(rank, psizes);
    Part whole = new Part(type, 0, type.extent());
    try {
      for (int d : fastestFirst(dims, order)) {
        long block = blockLength(d, distribs[d], dargs[d], gsizes[d], psizes[d]);
        whole = whole.dealt(gsizes[d], block, psizes[d], coords[d]);
      }
      return whole.finish(name, contents);
    } catch (ArithmeticException e) {
      throw tooLarge("darray", gsizes, type);
    }
  }

  private static void checkGrid(
      int size, int rank, long[] gsizes, Distribution[] distribs, int[] dargs, int[] psizes) {
    String call = "darray";
    int dims = gsizes.length;
    Constructors.checkLengths(call, "gsizes", dims, "distribs", distribs.length);
    Constructors.checkLengths(call, "gsizes", dims, "dargs", dargs.length);
    Constructors.checkLengths(call, "gsizes", dims, "psizes", psizes.length);
    checkDimensions(call, dims);
    long ranks = 1;
    for (int d = 0; d < dims; d++) {
      if (gsizes[d] < 1 || psizes[d] < 1) {
        throw wrong(call, d, "gsize " + gsizes[d] + " and psize " + psizes[d] + " must be above 0");
      }
      ranks *= psizes[d];
    }
    if (ranks != size || rank < 0 || rank >= size) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "darray: rank %d of %d ranks, but psizes make a grid of %d".formatted(rank, size, ranks));
    }
  }

  /** Ranks fill the grid row by row, whatever the order of the array is (section 5.1.4). */
  private static int[] coordinates(int rank, int[] psizes) {
    int[] coords = new int[psizes.length];
    int rest = rank;
    for (int d = psizes.length - 1; d >= 0; d--) {
      coords[d] = rest % psizes[d];
      rest /= psizes[d];
    }
    return coords;
  }

  private static long blockLength(int d, Distribution how, int darg, long gsize, int psize) {
    boolean isDefault = darg == Distribution.DFLT_DARG;
    if (!isDefault && darg < 1 && how != Distribution.NONE) {
      throw wrong("darray", d, "darg is " + darg + ": neither above 0 nor DFLT_DARG");
    }
    return switch (how) {
      case NONE -> {
        if (psize != 1) {
          throw wrong("darray", d, "psize is " + psize + ", but NONE leaves it on 1 rank");
        }
        yield gsize;
      }
      case CYCLIC -> isDefault ? 1 : darg;
      case BLOCK -> {
        long block = isDefault ? (gsize + psize - 1) / psize : darg;
        if (block * psize < gsize) {
          throw wrong(
              "darray",
              d,
              "%d blocks of darg = %d do not cover %d elements".formatted(psize, block, gsize));
        }
        yield block;
      }
    };
  }

  private static int[] fastestFirst(int dims, ArrayOrder order) {
    int[] dimensions = new int[dims];
    for (int i = 0; i < dims; i++) {
      dimensions[i] = order == ArrayOrder.FORTRAN ? i : dims - 1 - i;
    }
    return dimensions;
  }

  /**
   * The dimensions so far.
   *
   * @param type the elements chosen from them
   * @param start bytes from the array's begin to the type's origin
   * @param step bytes of all elements, chosen or not: the stride of the next dimension
   */
  private record Part(Datatype type, long start, long step) {
    /** The next dimension: indexes {@code first} … {@code first + length} − 1 of {@code size}. */
    Part range(long size, long length, long first) {
      return new Part(
          Constructors.hvector(length, 1, step, type),
          Math.addExact(start, Math.multiplyExact(first, step)),
          Math.multiplyExact(size, step));
    }

    /** The next dimension: every {@code ranks}th block of {@code block} indexes. */
    Part dealt(long size, long block, int ranks, int coordinate) {
      long round = Math.multiplyExact(block, ranks);
      long first = coordinate * block;
      long whole = size < first + block ? 0 : (size - first - block) / round + 1;
      long rest = Math.clamp(size - first - whole * round, 0, block);
      Datatype blocks =
          Constructors.hvector(
              whole,
              1,
              Math.multiplyExact(round, step),
              Constructors.hvector(block, 1, step, type));
      Datatype tail = Constructors.hvector(rest, 1, step, type);
      Datatype both =
          Constructors.struct(
              new StructDatatype.Block(0, 1, blocks),
              new StructDatatype.Block(Math.multiplyExact(whole * round, step), 1, tail));
      return new Part(
          both,
          Math.addExact(start, Math.multiplyExact(first, step)),
          Math.multiplyExact(size, step));
    }

    DerivedDatatype finish(String name, Contents contents) {
      Bounds bounds = DerivedDatatype.sum(name, v -> v.part(start, 1, 0, 1, type));
      return new DerivedDatatype(
          name, contents, v -> v.part(start, 1, 0, 1, type), bounds.marked(0, step));
    }
  }

  private static String times(long[] numbers) {
    StringBuilder text = new StringBuilder();
    for (long n : numbers) {
      text.append(text.isEmpty() ? "" : "×").append(n);
    }
    return text.toString();
  }

  private static void checkDimensions(String call, int dims) {
    if (dims == 0) {
      throw new MpiArgumentException(ErrorClass.ARG, call + ": an array of no dimensions");
    }
  }

  private static MpiArgumentException wrong(String call, int dimension, String what) {
    return new MpiArgumentException(
        ErrorClass.ARG, call + ": dimension " + dimension + ": " + what);
  }

  private static MpiArgumentException tooLarge(String call, long[] sizes, Datatype type) {
    return new MpiArgumentException(
        ErrorClass.ARG, call + ": " + times(sizes) + " × " + type + " is beyond 2^63 bytes");
  }
}
