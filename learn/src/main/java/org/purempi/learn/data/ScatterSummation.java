package org.purempi.learn.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.PersistentRequest;
import org.purempi.checkpoint.Share;
import org.purempi.learn.ElementType;

/** Each rank gets the sum of its share alone, beside the gradient: a reduce-scatter. */
final class ScatterSummation extends StagedSummation {
  private final MemorySegment mine;

  private ScatterSummation(Arena arena, PersistentRequest sum, MemorySegment mine) {
    super(arena, sum);
    this.mine = mine;
  }

  static ScatterSummation of(Communicator comm, MemorySegment gradient, ElementType type) {
    if (type != ElementType.FLOAT32) {
      throw new IllegalArgumentException("a sharded optimiser updates FLOAT32 alone, not " + type);
    }
    Arena arena = Arena.ofShared();
    long count = gradient.byteSize() / Float.BYTES;
    long[] counts = counts(count, comm.size());
    MemorySegment mine = arena.allocate(Math.max(4, counts[comm.rank()] * Float.BYTES), 64);
    PersistentRequest sum =
        comm.reduceScatterInit(
            Buf.of(gradient, count, Datatype.FLOAT),
            Buf.of(mine, counts[comm.rank()], Datatype.FLOAT),
            counts,
            Op.SUM);
    return new ScatterSummation(arena, sum, mine);
  }

  /** How many of so many numbers each rank has. */
  static long[] counts(long count, int ranks) {
    return IntStream.range(0, ranks)
        .mapToLong(rank -> new Share(Share.Layout.BLOCK, count, rank, ranks).length())
        .toArray();
  }

  /** The sum of this rank's share. */
  MemorySegment mine() {
    return mine;
  }
}
