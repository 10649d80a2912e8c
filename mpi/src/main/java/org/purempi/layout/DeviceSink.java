package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceMemory;
import org.purempi.transport.Sink;

/**
 * A device's memory to receive into, unpacked there if it has gaps. What is long goes in pieces:
 * while one is written, those before it are copied to the device. {@link #flush} ends that.
 */
final class DeviceSink extends DeviceData implements Sink {
  /** The number of the block that is being filled, and how full it is. */
  private long number;

  private long filled;

  DeviceSink(DeviceMemory memory, long origin, Node node) {
    super(memory, origin, node);
  }

  @Override
  public long remainingBytes() {
    return total - done;
  }

  @Override
  public void write(MemorySegment from, long fromOffset, long bytes) {
    checkRemaining(bytes);
    if (isTogether() && total <= DeviceAccess.SHORT_BYTES) {
      DeviceAccess.write(memory, placeOf(done), from, fromOffset, bytes);
      done += bytes;
      return;
    }
    DeviceAccess.guarded(() -> writePieces(from, fromOffset, bytes));
  }

  private void writePieces(MemorySegment from, long fromOffset, long bytes) {
    for (long left = bytes; left > 0; ) {
      StagingBlock block = block(number);
      if (filled == 0) {
        block.stream.await(); // what it held before
      }
      long n = Math.min(left, block.host.byteSize() - filled);
      MemorySegment.copy(from, fromOffset + bytes - left, block.host, filled, n);
      filled += n;
      done += n;
      left -= n;
      if (filled == block.host.byteSize()) {
        begin(block);
      }
    }
    if (done == total) {
      finish();
    }
  }

  /** Begins to copy what the block holds. */
  private void begin(StagingBlock block) {
    long at = done - filled;
    if (isTogether()) {
      block.stream.fromHost(block.host, 0, memory, placeOf(at), filled);
    } else {
      block.stream.fromHost(block.host, 0, block.packed(), 0, filled);
      unpack(block.stream, at, filled, block.packed(), 0);
    }
    filled = 0;
    number++;
  }

  private void finish() {
    if (filled > 0) {
      begin(block(number));
    }
    letGo();
  }

  @Override
  public void flush() {
    DeviceAccess.guarded(this::finish);
  }

  @Override
  public boolean copyFrom(DeviceMemory from, long fromAt, long bytes) {
    if (from.device() != memory.device()) {
      return false;
    }
    checkRemaining(bytes);
    flush();
    DeviceAccess.guarded(() -> unpack(memory.device().immediate(), done, bytes, from, fromAt));
    done += bytes;
    return true;
  }

  @Override
  public void position(long positionBytes) {
    checkPosition(positionBytes);
    if (positionBytes != done) {
      flush();
      done = positionBytes;
    }
  }

  @Override
  public @Nullable MemorySegment contiguous() {
    return null;
  }
}
