package org.purempi.device.mock;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceEvent;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DevicePieces;
import org.purempi.device.DevicePieces.Grid;
import org.purempi.device.DevicePieces.Listed;
import org.purempi.device.DeviceStream;

/**
 * Does nothing before somebody waits: who uses memory of the host too soon, or again too soon,
 * finds other data than he expects. Streams wait for each other as little as a device's do.
 */
final class MockStream implements DeviceStream {
  /** An event says so often that it is not done yet. */
  private static final int LATE = 2;

  private final MockDevice device;
  private final boolean isImmediate;
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private long done;
  private long put;
  private @Nullable DeviceException failure;

  MockStream(MockDevice device, boolean isImmediate) {
    this.device = device;
    this.isImmediate = isImmediate;
  }

  private synchronized void put(Runnable task) {
    if (isImmediate) {
      task.run();
      return;
    }
    tasks.add(task);
    put++;
  }

  private synchronized void doUpTo(long mark) {
    for (; done < mark; done++) {
      try {
        tasks.remove().run();
      } catch (DeviceException e) {
        failure = failure == null ? e : failure;
      }
    }
    DeviceException why = failure;
    if (why != null) {
      failure = null;
      throw why;
    }
  }

  private MemorySegment at(DeviceMemory memory, long at, long bytes) {
    return device(memory).blocks.at(memory.at(at, bytes), bytes);
  }

  private static MockDevice device(DeviceMemory memory) {
    if (memory.device() instanceof MockDevice mock) {
      return mock;
    }
    throw new DeviceException(DeviceException.Reason.UNSUPPORTED, "a mock cannot reach " + memory);
  }

  private static MemorySegment checked(MemorySegment memory, boolean isImmediate) {
    if (!isImmediate && !memory.isNative()) {
      throw new IllegalArgumentException("an array may move before a stream copies it");
    }
    return memory;
  }

  @Override
  public void toHost(DeviceMemory from, long fromAt, MemorySegment to, long toAt, long bytes) {
    checked(to, isImmediate);
    device.counts().toHost.increment();
    device.counts().toHostBytes.add(bytes);
    put(() -> MemorySegment.copy(at(from, fromAt, bytes), 0, to, toAt, bytes));
  }

  @Override
  public void fromHost(MemorySegment from, long fromAt, DeviceMemory to, long toAt, long bytes) {
    checked(from, isImmediate);
    device.counts().fromHost.increment();
    device.counts().fromHostBytes.add(bytes);
    put(() -> MemorySegment.copy(from, fromAt, at(to, toAt, bytes), 0, bytes));
  }

  @Override
  public void copy(DeviceMemory from, long fromAt, DeviceMemory to, long toAt, long bytes) {
    device.counts().copies.increment();
    put(() -> copy(at(from, fromAt, bytes), at(to, toAt, bytes)));
  }

  @Override
  public void gather(DeviceMemory from, DevicePieces pieces, DeviceMemory to, long toAt) {
    device.counts().packs.increment();
    put(() -> move(from, to, pieces, toAt, true));
  }

  @Override
  public void scatter(DeviceMemory from, long fromAt, DeviceMemory to, DevicePieces pieces) {
    device.counts().packs.increment();
    put(() -> move(from, to, pieces, fromAt, false));
  }

  private void move(
      DeviceMemory from, DeviceMemory to, DevicePieces pieces, long packedAt, boolean packs) {
    long packed = packedAt;
    switch (pieces) {
      case Grid g -> {
        for (long row = 0; row < g.rows(); row++) {
          for (long piece = 0; piece < g.pieces(); piece++) {
            long loose = g.origin() + row * g.rowStride() + piece * g.stride();
            move(from, packs ? loose : packed, to, packs ? packed : loose, g.pieceBytes());
            packed += g.pieceBytes();
          }
        }
      }
      case Listed list -> {
        for (int i = 0; i < list.pieces(); i++) {
          long loose = list.origin() + list.at(i);
          move(from, packs ? loose : packed, to, packs ? packed : loose, list.pieceBytes());
          packed += list.pieceBytes();
        }
      }
    }
  }

  private void move(DeviceMemory from, long fromAt, DeviceMemory to, long toAt, long bytes) {
    copy(at(from, fromAt, bytes), at(to, toAt, bytes));
  }

  /** Devices copy in any order. */
  private static void copy(MemorySegment from, MemorySegment to) {
    if (from.asOverlappingSlice(to).filter(common -> common.byteSize() > 0).isPresent()) {
      throw new IllegalArgumentException("a copy within a device of memory that overlaps");
    }
    to.copyFrom(from);
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
    device.counts().reductions.increment();
    long bytes = count * number.bytes();
    put(
        () ->
            MockReduction.apply(
                operator, number, at(in, inAt, bytes), at(inout, inoutAt, bytes), count));
  }

  @Override
  public synchronized DeviceEvent mark() {
    long mark = put;
    return new DeviceEvent() {
      private int asked;

      @Override
      public boolean isDone() {
        if (asked++ < LATE) {
          return false;
        }
        await();
        return true;
      }

      @Override
      public void await() {
        doUpTo(mark);
      }
    };
  }

  @Override
  public void await() {
    long mark;
    synchronized (this) {
      mark = put;
    }
    doUpTo(mark);
  }

  @Override
  public void close() {
    await();
  }
}
