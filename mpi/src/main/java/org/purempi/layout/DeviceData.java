package org.purempi.layout;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceStream;
import org.purempi.setting.Setting;

/** The data of a buffer in a device's memory, and the blocks through which it passes. */
abstract class DeviceData {
  /** So many pieces are on their way at once. */
  static final int DEPTH = 3;

  private static final boolean PACKS_THERE = Setting.DEVICE_PACKING.isOn();

  final DeviceMemory memory;
  final long total;
  private final long origin;
  private final Node node;
  private final long pieceAt;
  private final boolean isTogether;

  /** The bytes that are done. */
  long done;

  private final @Nullable StagingBlock[] blocks = new @Nullable StagingBlock[DEPTH];

  DeviceData(DeviceMemory memory, long origin, Node node) {
    this.memory = memory;
    this.origin = origin;
    this.node = node;
    this.total = node.bytes;
    this.isTogether = node instanceof Piece;
    this.pieceAt = node instanceof Piece p ? origin + p.displacement : 0;
  }

  /** Whether it has no gaps. */
  final boolean isTogether() {
    return isTogether;
  }

  /** Where in the memory byte {@code at} of data without gaps is. */
  final long placeOf(long at) {
    return pieceAt + at;
  }

  /** Puts bytes {@code from} … {@code from + bytes} − 1 one after the other. */
  final void pack(DeviceStream stream, long from, long bytes, DeviceMemory to, long toAt) {
    if (isTogether) {
      stream.copy(memory, placeOf(from), to, toAt, bytes);
    } else {
      node.walk(walker(stream, to, toAt, true), origin, from, from + bytes);
    }
  }

  /** Puts bytes that lie one after the other where they belong. */
  final void unpack(DeviceStream stream, long at, long bytes, DeviceMemory from, long fromAt) {
    if (isTogether) {
      stream.copy(from, fromAt, memory, placeOf(at), bytes);
    } else {
      node.walk(walker(stream, from, fromAt, false), origin, at, at + bytes);
    }
  }

  private Walker walker(DeviceStream stream, DeviceMemory packed, long at, boolean packs) {
    DeviceWalker walker = new DeviceWalker(stream, memory, packed, at, packs);
    Walker pieceByPiece = (place, bytes) -> walker.piece(place, bytes);
    return PACKS_THERE ? walker : pieceByPiece;
  }

  final StagingBlock block(long number) {
    int slot = (int) (number % DEPTH);
    StagingBlock block = blocks[slot];
    if (block == null) {
      block = StagingBlock.take(memory.device());
      blocks[slot] = block;
    }
    return block;
  }

  /** Waits for all blocks, and gives them back. */
  final void letGo() {
    for (StagingBlock block : blocks) {
      if (block != null) {
        block.stream.await();
      }
    }
    for (StagingBlock block : blocks) {
      if (block != null) {
        block.giveBack();
      }
    }
    Arrays.fill(blocks, null);
  }

  final void checkRemaining(long bytes) {
    if (bytes < 0 || bytes > total - done) {
      throw new IndexOutOfBoundsException(bytes + " bytes of " + (total - done) + " that are left");
    }
  }

  final void checkPosition(long positionBytes) {
    Objects.checkFromToIndex(positionBytes, total, total);
  }
}
