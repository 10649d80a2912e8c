package org.purempi;

import java.util.Arrays;
import java.util.List;

/** Makes derived datatypes of checked arguments (section 5.1.2). */
final class Constructors {
  private Constructors() {}

  static DerivedDatatype contiguous(long count, Datatype type) {
    checkCount("contiguous", "count", count);
    return DerivedDatatype.of(
        "contiguous(" + count + " × " + type + ")",
        new Contents(Combiner.CONTIGUOUS, new long[] {count}, type),
        v -> v.part(0, 1, 0, count, type));
  }

  static DerivedDatatype vector(long count, long blocklength, long stride, Datatype type) {
    checkCount("vector", "count", count);
    checkCount("vector", "blocklength", blocklength);
    long strideBytes = bytes("vector", "stride", stride, type);
    return DerivedDatatype.of(
        "vector(%d × %d, stride %d, of %s)".formatted(count, blocklength, stride, type),
        new Contents(Combiner.VECTOR, new long[] {count, blocklength, stride}, type),
        v -> v.part(0, count, strideBytes, blocklength, type));
  }

  static DerivedDatatype hvector(long count, long blocklength, long stride, Datatype type) {
    checkCount("hvector", "count", count);
    checkCount("hvector", "blocklength", blocklength);
    return DerivedDatatype.of(
        "hvector(%d × %d, stride %d bytes, of %s)".formatted(count, blocklength, stride, type),
        new Contents(Combiner.HVECTOR, new long[] {count, blocklength, stride}, type),
        v -> v.part(0, count, stride, blocklength, type));
  }

  /** Indexed and hindexed: a displacement counts in units of {@code unit} bytes. */
  private static DerivedDatatype blocks(
      String call, Combiner combiner, long[] lengths, long[] displs, long unit, Datatype type) {
    checkLengths(call, "blocklengths", lengths.length, "displacements", displs.length);
    int n = lengths.length;
    long[] counts = new long[2 * n + 1];
    counts[0] = n;
    System.arraycopy(lengths, 0, counts, 1, n);
    System.arraycopy(displs, 0, counts, n + 1, n);
    for (int i = 0; i < n; i++) {
      checkCount(call, "blocklengths[" + i + "]", counts[1 + i]);
    }
    return DerivedDatatype.of(
        call + "(" + n + " blocks of " + type + ")",
        new Contents(combiner, counts, type),
        v -> {
          for (int i = 0; i < n; i++) {
            long at = Math.multiplyExact(counts[1 + n + i], unit);
            v.part(at, 1, 0, counts[1 + i], type);
          }
        });
  }

  static DerivedDatatype indexed(long[] blocklengths, long[] displacements, Datatype type) {
    return blocks("indexed", Combiner.INDEXED, blocklengths, displacements, type.extent(), type);
  }

  static DerivedDatatype hindexed(long[] blocklengths, long[] displacements, Datatype type) {
    return blocks("hindexed", Combiner.HINDEXED, blocklengths, displacements, 1, type);
  }

  /** IndexedBlock and hindexedBlock. */
  private static DerivedDatatype equalBlocks(
      String call, Combiner combiner, long length, long[] displs, long unit, Datatype type) {
    checkCount(call, "blocklength", length);
    int n = displs.length;
    long[] counts = new long[n + 2];
    counts[0] = n;
    counts[1] = length;
    System.arraycopy(displs, 0, counts, 2, n);
    return DerivedDatatype.of(
        call + "(" + n + " × " + length + " of " + type + ")",
        new Contents(combiner, counts, type),
        v -> {
          for (int i = 0; i < n; i++) {
            v.part(Math.multiplyExact(counts[2 + i], unit), 1, 0, length, type);
          }
        });
  }

  static DerivedDatatype indexedBlock(long blocklength, long[] displacements, Datatype type) {
    return equalBlocks(
        "indexedBlock", Combiner.INDEXED_BLOCK, blocklength, displacements, type.extent(), type);
  }

  static DerivedDatatype hindexedBlock(long blocklength, long[] displacements, Datatype type) {
    return equalBlocks(
        "hindexedBlock", Combiner.HINDEXED_BLOCK, blocklength, displacements, 1, type);
  }

  static StructDatatype struct(long[] blocklengths, long[] displacements, Datatype[] types) {
    checkLengths("struct", "blocklengths", blocklengths.length, "types", types.length);
    checkLengths("struct", "displacements", displacements.length, "types", types.length);
    StructDatatype.Block[] blocks = new StructDatatype.Block[types.length];
    for (int i = 0; i < types.length; i++) {
      blocks[i] = new StructDatatype.Block(displacements[i], blocklengths[i], types[i]);
    }
    return struct(blocks);
  }

  static StructDatatype struct(StructDatatype.Block... blocks) {
    return StructDatatype.of("struct of " + blocks.length + " blocks", List.of(blocks));
  }

  static DerivedDatatype resized(Datatype type, long lb, long extent) {
    String name = type + " resized to (" + lb + ", " + extent + ")";
    if (extent > 0 ? lb > Long.MAX_VALUE - extent : lb < Long.MIN_VALUE - extent) {
      throw new MpiArgumentException(ErrorClass.ARG, name + ": its upper bound is beyond 2^63");
    }
    return new DerivedDatatype(
        name,
        new Contents(Combiner.RESIZED, new long[] {lb, extent}, type),
        v -> v.part(0, 1, 0, 1, type),
        Bounds.of(type).marked(lb, lb + extent));
  }

  static DerivedDatatype dup(Datatype type) {
    return new DerivedDatatype(
        type.name(),
        new Contents(Combiner.DUP, new long[0], type),
        v -> v.part(0, 1, 0, 1, type),
        Bounds.of(type));
  }

  static long[] widen(int[] a) {
    return Arrays.stream(a).asLongStream().toArray();
  }

  static void checkCount(String call, String what, long count) {
    if (count < 0) {
      throw new MpiArgumentException(
          ErrorClass.COUNT, call + ": " + what + " is " + count + ", but must be 0 or more");
    }
  }

  static void checkLengths(String call, String a, int lengthA, String b, int lengthB) {
    if (lengthA != lengthB) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "%s: %d %s but %d %s: give one for each".formatted(call, lengthA, a, lengthB, b));
    }
  }

  private static long bytes(String call, String what, long elements, Datatype type) {
    try {
      return Math.multiplyExact(elements, type.extent());
    } catch (ArithmeticException e) {
      throw new MpiArgumentException(
          ErrorClass.ARG, call + ": " + what + " " + elements + " of " + type + " is beyond 2^63");
    }
  }
}
