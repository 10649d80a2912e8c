package org.purempi.device.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceEvent;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DevicePieces;
import org.purempi.device.DeviceStream;

/**
 * Does everything at once, each on a stream that nobody else is using: the driver's own synchronous
 * functions would wait for what other libraries have put into the default stream, and those that
 * copy within a device do not even wait for their own end.
 */
final class CudaImmediate implements DeviceStream {
  /** Arrays are copied in pieces of this size, by way of pinned memory. */
  private static final long BOUNCE_BYTES = 1 << 20;

  private final CudaDevice device;
  private final Queue<Way> idle = new ConcurrentLinkedQueue<>();

  CudaImmediate(CudaDevice device) {
    this.device = device;
  }

  /** A stream, and pinned memory of the host. */
  private final class Way {
    final CudaStream stream = new CudaStream(device);
    private @Nullable MemorySegment bounce;

    MemorySegment bounce() {
      MemorySegment made = bounce;
      if (made == null) {
        made = device.allocateHost(BOUNCE_BYTES, Arena.ofAuto());
        bounce = made;
      }
      return made;
    }
  }

  private void now(Consumer<Way> work) {
    Way free = idle.poll();
    Way way = free == null ? new Way() : free;
    try {
      work.accept(way);
    } finally {
      // Also after a failure: a part of it may be under way.
      way.stream.await();
      idle.add(way);
      Reference.reachabilityFence(work); // and all memory of the host that it uses
    }
  }

  private void nowOnStream(Consumer<CudaStream> work) {
    now(way -> work.accept(way.stream));
  }

  @Override
  public void toHost(DeviceMemory from, long fromAt, MemorySegment to, long toAt, long bytes) {
    MemorySegment target = to.asSlice(toAt, bytes);
    if (target.isNative()) {
      nowOnStream(stream -> stream.toHost(from, fromAt, target, 0, bytes));
      return;
    }
    now(
        way -> {
          MemorySegment bounce = way.bounce();
          for (long done = 0; done < bytes; done += BOUNCE_BYTES) {
            long part = Math.min(BOUNCE_BYTES, bytes - done);
            way.stream.toHost(from, fromAt + done, bounce, 0, part);
            way.stream.await();
            MemorySegment.copy(bounce, 0, target, done, part);
          }
        });
  }

  @Override
  public void fromHost(MemorySegment from, long fromAt, DeviceMemory to, long toAt, long bytes) {
    MemorySegment source = from.asSlice(fromAt, bytes);
    if (source.isNative()) {
      nowOnStream(stream -> stream.fromHost(source, 0, to, toAt, bytes));
      return;
    }
    now(
        way -> {
          MemorySegment bounce = way.bounce();
          for (long done = 0; done < bytes; done += BOUNCE_BYTES) {
            long part = Math.min(BOUNCE_BYTES, bytes - done);
            MemorySegment.copy(source, done, bounce, 0, part);
            way.stream.fromHost(bounce, 0, to, toAt + done, part);
            way.stream.await();
          }
        });
  }

  @Override
  public void copy(DeviceMemory from, long fromAt, DeviceMemory to, long toAt, long bytes) {
    nowOnStream(stream -> stream.copy(from, fromAt, to, toAt, bytes));
  }

  @Override
  public void gather(DeviceMemory from, DevicePieces pieces, DeviceMemory to, long toAt) {
    nowOnStream(stream -> stream.gather(from, pieces, to, toAt));
  }

  @Override
  public void scatter(DeviceMemory from, long fromAt, DeviceMemory to, DevicePieces pieces) {
    nowOnStream(stream -> stream.scatter(from, fromAt, to, pieces));
  }

  @Override
  public void reduce(
      DeviceOperator operator,
      DeviceNumber number,
      DeviceMemory in,
      long inAt,
      DeviceMemory inout,
      long inoutAt,
      long count) {
    nowOnStream(stream -> stream.reduce(operator, number, in, inAt, inout, inoutAt, count));
  }

  /** All is done already. */
  @Override
  public DeviceEvent mark() {
    return new DeviceEvent() {
      @Override
      public boolean isDone() {
        return true;
      }

      @Override
      public void await() {}
    };
  }

  @Override
  public void await() {}

  @Override
  public void close() {}
}
