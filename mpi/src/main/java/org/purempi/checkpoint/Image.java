package org.purempi.checkpoint;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.purempi.disk.CheckpointId;

/**
 * A piece in memory outside the heap: a rank's items, as they were at one moment. It is given back
 * when the last of those that hold it lets go.
 */
final class Image implements Piece {
  final CheckpointId id;
  final int rank;
  final int ranks;
  final List<Shape> shapes;
  final List<Long> lengths;
  final MemorySegment data;
  private final Blocks blocks;
  private final ImageMemory memory;
  private final ImageMemory.Stretch stretch;
  private final AtomicInteger holders = new AtomicInteger(1);

  /**
   * Room for a piece; who makes it holds it.
   *
   * @param memory what it lies in
   * @param rank whose piece it is
   * @param ranks how many ranks the checkpoint is of
   * @param lengths the bytes of each item
   */
  Image(
      ImageMemory memory,
      CheckpointId id,
      int rank,
      int ranks,
      List<Shape> shapes,
      List<Long> lengths) {
    this.id = id;
    this.rank = rank;
    this.ranks = ranks;
    this.shapes = List.copyOf(shapes);
    this.lengths = List.copyOf(lengths);
    this.blocks = new Blocks(lengths);
    this.memory = memory;
    this.stretch = memory.take(blocks.bytes());
    this.data = stretch.segment().asSlice(0, blocks.bytes());
  }

  /** One more holds it. */
  Image hold() {
    holders.incrementAndGet();
    return this;
  }

  /** One fewer holds it. */
  void release() {
    if (holders.decrementAndGet() == 0) {
      memory.giveBack(stretch);
    }
  }

  /** The bytes of an item. */
  MemorySegment item(int item) {
    return data.asSlice(blocks.offset(item), blocks.length(item));
  }

  @Override
  public Blocks blocks() {
    return blocks;
  }

  @Override
  public MemorySegment block(int block) {
    return data.asSlice(blocks.start(block), blocks.size(block));
  }
}
