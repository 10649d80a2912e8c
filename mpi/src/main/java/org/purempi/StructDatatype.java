package org.purempi;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of other types at displacements, as a C struct: the pair types and the layouts of records
 * ({@code MPI_Type_create_struct}, section 5.1.2).
 */
public final class StructDatatype implements Datatype {
  /**
   * One block of a struct.
   *
   * @param displacement bytes from the start of the element
   * @param blocklength elements of {@code type}
   * @param type what the block consists of
   */
  public record Block(long displacement, long blocklength, Datatype type) {}

  private final String name;
  private final List<Block> blocks;
  private final long size;
  private final long extent;
  private volatile @Nullable Object memo;

  StructDatatype(String name, List<Block> blocks, long extent) {
    this.name = name;
    this.blocks = List.copyOf(blocks);
    this.extent = extent;
    long bytes = 0;
    for (Block b : blocks) {
      bytes += b.blocklength() * b.type().size();
    }
    this.size = bytes;
  }

  static StructDatatype pair(String name, Datatype value, Datatype index) {
    long alignment = value.extent();
    long indexAt = Math.max(value.size(), index.size());
    long extent = (indexAt + index.size() + alignment - 1) / alignment * alignment;
    extent = Math.max(extent, (indexAt + index.size() + 3) / 4 * 4);
    return new StructDatatype(
        name, List.of(new Block(0, 1, value), new Block(indexAt, 1, index)), extent);
  }

  /** The blocks, in the order of the type map. */
  public List<Block> blocks() {
    return blocks;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long extent() {
    return extent;
  }

  @Override
  public long lb() {
    return 0;
  }

  /**
   * A slot for the library's compiled form of this type; the first caller's maker wins. Not for
   * users.
   */
  public Object memo(Function<StructDatatype, Object> maker) {
    Object m = memo;
    if (m == null) {
      m = maker.apply(this);
      memo = m;
    }
    return m;
  }

  @Override
  public String toString() {
    return name;
  }
}
