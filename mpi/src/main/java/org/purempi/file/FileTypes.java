package org.purempi.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.purempi.ArrayOrder;
import org.purempi.BasicDatatype;
import org.purempi.Combiner;
import org.purempi.Contents;
import org.purempi.Datatype;
import org.purempi.DerivedDatatype;
import org.purempi.Distribution;
import org.purempi.StructDatatype;

/**
 * Datatypes as they are in a file whose elements have other lengths than in memory (section
 * 14.5.1). What counts elements is scaled; displacements in bytes are those of the file already.
 * Pairs have no padding there.
 */
final class FileTypes {
  private final ToLongFunction<BasicDatatype> lengthBytes;

  /**
   * Types of a representation.
   *
   * @param lengthBytes of a basic type in the file
   */
  FileTypes(ToLongFunction<BasicDatatype> lengthBytes) {
    this.lengthBytes = lengthBytes;
  }

  /** A type as it is in the file; the same one if that makes no difference. */
  Datatype of(Datatype type) {
    return switch (type) {
      case BasicDatatype basic -> {
        long bytes = lengthBytes.applyAsLong(basic);
        yield bytes == basic.size() ? basic : Datatype.contiguous(bytes, Datatype.BYTE);
      }
      case DerivedDatatype derived ->
          switch (derived.envelope().combiner()) {
            case NAMED, VALUE_INDEX -> pair(derived);
            default -> again(derived);
          };
    };
  }

  private Datatype pair(DerivedDatatype pair) {
    List<StructDatatype.Block> blocks = new ArrayList<>();
    long[] end = {0};
    pair.forEachPart(
        (displacement, count, stride, blocklength, type) -> {
          Datatype its = of(type);
          blocks.add(new StructDatatype.Block(end[0], 1, its));
          end[0] += its.size();
        });
    Datatype struct = Datatype.struct(blocks.toArray(StructDatatype.Block[]::new));
    return Datatype.resized(struct, 0, end[0]);
  }

  private Datatype again(DerivedDatatype derived) {
    Contents contents = derived.contents();
    List<Datatype> parts = contents.datatypes().stream().map(this::of).toList();
    return parts.equals(contents.datatypes()) ? derived : make(contents, parts);
  }

  private static Datatype make(Contents contents, List<Datatype> parts) {
    Combiner combiner = contents.combiner();
    Datatype part = parts.isEmpty() ? Datatype.BYTE : parts.getFirst();
    long[] counts = contents.counts();
    int[] integers = contents.integers();
    return switch (combiner) {
      case DUP -> part.dup();
      case CONTIGUOUS -> Datatype.contiguous(counts[0], part);
      case VECTOR -> Datatype.vector(counts[0], counts[1], counts[2], part);
      case HVECTOR -> Datatype.hvector(counts[0], counts[1], counts[2], part);
      case INDEXED -> Datatype.indexed(section(counts, 1, 2, 0), section(counts, 1, 2, 1), part);
      case HINDEXED -> Datatype.hindexed(section(counts, 1, 2, 0), section(counts, 1, 2, 1), part);
      case INDEXED_BLOCK -> Datatype.indexedBlock(counts[1], section(counts, 2, 1, 0), part);
      case HINDEXED_BLOCK -> Datatype.hindexedBlock(counts[1], section(counts, 2, 1, 0), part);
      case STRUCT ->
          Datatype.struct(
              section(counts, 1, 2, 0), section(counts, 1, 2, 1), parts.toArray(Datatype[]::new));
      case RESIZED -> Datatype.resized(part, counts[0], counts[1]);
      case SUBARRAY -> subarray(integers, counts, part);
      case DARRAY -> darray(integers, counts, part);
      case NAMED, VALUE_INDEX -> throw new IllegalArgumentException(contents + "");
    };
  }

  /** One of several arrays of one length that lie behind {@code first} numbers. */
  private static long[] section(long[] numbers, int first, int arrays, int which) {
    int n = (numbers.length - first) / arrays;
    return Arrays.copyOfRange(numbers, first + which * n, first + (which + 1) * n);
  }

  private static Datatype subarray(int[] integers, long[] counts, Datatype part) {
    return Datatype.subarray(
        section(counts, 0, 3, 0),
        section(counts, 0, 3, 1),
        section(counts, 0, 3, 2),
        ArrayOrder.of(integers[1]),
        part);
  }

  private static Datatype darray(int[] integers, long[] gsizes, Datatype part) {
    int dims = integers[2];
    int[] each = Arrays.copyOfRange(integers, 3, 3 + 3 * dims);
    return Datatype.darray(
        integers[0],
        integers[1],
        gsizes,
        Arrays.stream(each, 0, dims).mapToObj(Distribution::of).toArray(Distribution[]::new),
        Arrays.copyOfRange(each, dims, 2 * dims),
        Arrays.copyOfRange(each, 2 * dims, 3 * dims),
        ArrayOrder.of(integers[3 + 3 * dims]),
        part);
  }
}
