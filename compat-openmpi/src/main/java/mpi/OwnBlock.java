package mpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * Where a rank puts what it sends itself. The original lets that be larger than what is sent, like
 * any place where a message arrives; purempi takes it only if both are of one length.
 */
final class OwnBlock {
  private OwnBlock() {}

  /** How many elements {@code bytes} fill; all if there are no more, or one is filled in part. */
  private static long filled(Datatype type, long count, long bytes) {
    long size = type.size();
    return bytes < count * size && bytes % size == 0 ? bytes / size : count;
  }

  /** The part of a block that {@code bytes} fill. */
  static Buf filled(Buf block, long bytes) {
    long filled = filled(block.datatype(), block.count(), bytes);
    return filled == block.count() ? block : block.slice(0, filled);
  }

  /** Blocks of which {@code rank}'s is as long as what is sent. */
  static VBuf in(VBuf blocks, int rank, long bytes) {
    if (rank >= blocks.blocks()) {
      return blocks;
    }
    long filled = filled(blocks.buf().datatype(), blocks.count(rank), bytes);
    if (filled == blocks.count(rank)) {
      return blocks;
    }
    long[] counts = Blocks.counts(blocks);
    counts[rank] = filled;
    return VBuf.of(blocks.buf(), counts, Blocks.displs(blocks));
  }

  /** Blocks of which {@code rank}'s is as long as what is sent. */
  static WBuf in(WBuf blocks, int rank, long bytes) {
    Buf place = blocks.blocks().get(rank);
    Buf filled = filled(place, bytes);
    if (filled == place) {
      return blocks;
    }
    List<Buf> all = new ArrayList<>(blocks.blocks());
    all.set(rank, filled);
    return new WBuf(all);
  }

  /**
   * Equal blocks, each as long as what is sent: as gather and alltoall find the way by the length
   * of a block, all must be, not only this rank's. They stay where they were.
   */
  static Buf inEach(Buf blocks, int ranks, long bytes) {
    Datatype type = blocks.datatype();
    long room = blocks.count() / ranks;
    long filled = filled(type, room, bytes);
    if (filled == room) {
      return blocks;
    }
    Datatype block =
        Datatype.resized(Datatype.contiguous(filled, type), type.lb(), room * type.extent());
    return Buffers.at(blocks.base(), blocks.offsetBytes(), ranks, block);
  }

  /**
   * Whether a rank's place in an allgather is larger than what it sends; then that has been put
   * there. The blocks of all ranks travel whole, as others may send more.
   */
  static boolean put(Communicator c, Buf send, Buf place) throws MPIException {
    Buf filled = filled(place, send.bytes());
    if (filled == place) {
      return false;
    }
    int words = Math.toIntExact(Math.ceilDiv(send.bytes(), Long.BYTES));
    Buf packed = Buf.of(MemorySegment.ofArray(new long[words]));
    Failures.run(
        () -> {
          c.pack(send, packed, 0);
          c.unpack(packed, 0, filled);
        });
    return true;
  }
}
