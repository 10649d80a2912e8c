package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceStream;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * The data of a device's memory, packed there if it has gaps. What is long comes in pieces, of
 * which some are copied to the host while one is read.
 */
final class DeviceSource extends DeviceData implements Source {
  private final long pieceBytes;

  /** Pieces whose copies have begun, and those that have been waited for, from the first on. */
  private long begun;

  private long ready;

  DeviceSource(DeviceMemory memory, long origin, Node node) {
    super(memory, origin, node);
    this.pieceBytes = DeviceAccess.PIECE_BYTES;
  }

  @Override
  public long remainingBytes() {
    return total - done;
  }

  @Override
  public void read(MemorySegment target, long targetOffset, long bytes) {
    checkRemaining(bytes);
    if (isTogether() && total <= DeviceAccess.SHORT_BYTES) {
      DeviceAccess.read(memory, placeOf(done), target, targetOffset, bytes);
      done += bytes;
      return;
    }
    DeviceAccess.guarded(() -> readPieces(target, targetOffset, bytes));
  }

  private void readPieces(MemorySegment target, long targetOffset, long bytes) {
    for (long left = bytes; left > 0; ) {
      long piece = done / pieceBytes;
      begin(piece);
      StagingBlock block = block(piece);
      if (ready <= piece) {
        block.stream.await();
        ready = piece + 1;
      }
      long at = done - piece * pieceBytes;
      long n = Math.min(left, pieceBytes - at);
      MemorySegment.copy(block.host, at, target, targetOffset + bytes - left, n);
      done += n;
      left -= n;
    }
    if (done == total) {
      forget();
    }
  }

  /** Begins the copies of this piece and of those after it for which there are blocks. */
  private void begin(long piece) {
    long pieces = (total + pieceBytes - 1) / pieceBytes;
    for (; begun < Math.min(pieces, piece + DEPTH); begun++) {
      StagingBlock block = block(begun);
      long from = begun * pieceBytes;
      long bytes = Math.min(pieceBytes, total - from);
      if (isTogether()) {
        block.stream.toHost(memory, placeOf(from), block.host, 0, bytes);
      } else {
        pack(block.stream, from, bytes, block.packed(), 0);
        block.stream.toHost(block.packed(), 0, block.host, 0, bytes);
      }
    }
  }

  private void forget() {
    letGo();
    begun = done / pieceBytes;
    ready = begun;
  }

  @Override
  public boolean transferTo(Sink sink, long bytes) {
    if (!(sink instanceof DeviceSink to) || to.memory.device() != memory.device()) {
      return false;
    }
    checkRemaining(bytes);
    to.checkRemaining(bytes);
    to.flush();
    DeviceAccess.guarded(() -> transferOnDevice(to, bytes));
    done += bytes;
    to.done += bytes;
    return true;
  }

  private void transferOnDevice(DeviceSink to, long bytes) {
    DeviceStream stream = memory.device().immediate();
    if (isTogether()) {
      to.unpack(stream, to.done, bytes, memory, placeOf(done));
    } else if (to.isTogether()) {
      pack(stream, done, bytes, to.memory, to.placeOf(to.done));
    } else {
      try (DeviceMemory between = memory.device().allocate(bytes)) {
        pack(stream, done, bytes, between, 0);
        to.unpack(stream, to.done, bytes, between, 0);
      }
    }
  }

  @Override
  public void position(long positionBytes) {
    checkPosition(positionBytes);
    if (positionBytes != done) {
      done = positionBytes;
      try {
        forget();
      } catch (DeviceException e) {
        throw DeviceAccess.translated(e);
      }
    }
  }

  @Override
  public @Nullable MemorySegment contiguous() {
    return null;
  }

  @Override
  public @Nullable DeviceMemory device() {
    return isTogether() ? memory.slice(placeOf(0), total) : null;
  }
}
