package org.purempi;

import java.util.List;
import java.util.function.Consumer;

/**
 * Blocks of other types at displacements, as a C struct: the pair types and the layouts of records
 * ({@code MPI_Type_create_struct}, section 5.1.2).
 */
public final class StructDatatype extends DerivedDatatype {
  /**
   * One block of a struct.
   *
   * @param displacement bytes from the start of the element
   * @param blocklength elements of {@code type}
   * @param type what the block consists of
   */
  public record Block(long displacement, long blocklength, Datatype type) {}

  private final List<Block> blocks;

  private StructDatatype(String name, Contents contents, List<Block> blocks, Bounds bounds) {
    super(name, contents, parts(blocks), bounds);
    this.blocks = blocks;
  }

  private static Consumer<PartVisitor> parts(List<Block> blocks) {
    return v -> {
      for (int i = 0; i < blocks.size(); i++) {
        Block b = blocks.get(i);
        v.part(b.displacement, 1, 0, b.blocklength, b.type);
      }
    };
  }

  private static StructDatatype of(String name, Contents contents, List<Block> blocks) {
    for (Block b : blocks) {
      if (b.blocklength < 0) {
        throw new MpiArgumentException(
            ErrorClass.COUNT, "struct: a block of " + b.blocklength + " × " + b.type);
      }
    }
    Bounds bounds = sum(name, parts(blocks)).padded();
    return new StructDatatype(name, contents, blocks, bounds);
  }

  /** A struct with a name, padded at its end as in C. */
  static StructDatatype of(String name, List<Block> blocks) {
    List<Block> list = List.copyOf(blocks);
    int n = list.size();
    long[] counts = new long[2 * n + 1];
    counts[0] = n;
    for (int i = 0; i < n; i++) {
      counts[1 + i] = list.get(i).blocklength;
      counts[1 + n + i] = list.get(i).displacement;
    }
    Datatype[] types = list.stream().map(Block::type).toArray(Datatype[]::new);
    return of(name, new Contents(Combiner.STRUCT, counts, types), list);
  }

  /** A named pair of a value and an index. */
  static StructDatatype pair(String name, Datatype value, Datatype index) {
    return of(name, new Contents(Combiner.NAMED, new long[0]), pairBlocks(value, index));
  }

  /** A pair of a value and an index that has no name in the Standard. */
  static StructDatatype valueIndex(Datatype value, Datatype index) {
    String name = "pair (" + value + ", " + index + ")";
    Contents contents = new Contents(Combiner.VALUE_INDEX, new long[0], value, index);
    return of(name, contents, pairBlocks(value, index));
  }

  private static List<Block> pairBlocks(Datatype value, Datatype index) {
    long at = (value.size() + index.size() - 1) / index.size() * index.size();
    return List.of(new Block(0, 1, value), new Block(at, 1, index));
  }

  /** The blocks, in the order of the type map. */
  public List<Block> blocks() {
    return blocks;
  }
}
