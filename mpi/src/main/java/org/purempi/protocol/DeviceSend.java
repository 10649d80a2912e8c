package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.MpiException;
import org.purempi.device.DeviceMemory;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * The data of a device, which may fail while a message is half sent. The rest is then sent as
 * zeros, so that the receiver's message ends, and the send has failed: any thread's poll may be the
 * one that finds out.
 */
final class DeviceSend implements Source {
  private final Source data;
  private final long total;
  private long left;
  private @Nullable MpiException failure;

  DeviceSend(Source data) {
    this.data = data;
    this.total = data.remainingBytes();
    this.left = total;
  }

  /** What went wrong; null if nothing. */
  @Nullable MpiException failure() {
    return failure;
  }

  @Override
  public long remainingBytes() {
    return left;
  }

  @Override
  public void read(MemorySegment target, long targetOffset, long bytes) {
    if (failure == null) {
      try {
        data.read(target, targetOffset, bytes);
        left -= bytes;
        return;
      } catch (MpiException e) {
        failure = e;
      }
    }
    target.asSlice(targetOffset, bytes).fill((byte) 0);
    left -= bytes;
  }

  @Override
  public boolean transferTo(Sink sink, long bytes) {
    boolean isDone = data.transferTo(sink, bytes);
    left -= isDone ? bytes : 0;
    return isDone;
  }

  @Override
  public void position(long positionBytes) {
    left = total - positionBytes;
    if (failure == null) {
      try {
        data.position(positionBytes);
      } catch (MpiException e) {
        failure = e;
      }
    }
  }

  @Override
  public @Nullable MemorySegment contiguous() {
    return data.contiguous();
  }

  @Override
  public @Nullable DeviceMemory device() {
    return data.device();
  }
}
