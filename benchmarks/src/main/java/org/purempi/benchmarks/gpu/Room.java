package org.purempi.benchmarks.gpu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;

/** Buffers on a device, or on the host, filled alike, and what they hold in the end. */
final class Room implements AutoCloseable {
  /** Numbers of all types made of such bytes are small, so that results are exact in any order. */
  private static final int SMALLEST = 1;

  private static final int DIFFERENT = 3;

  private final Optional<Device> device;
  private final int seed;
  private final List<DeviceMemory> there = new ArrayList<>();
  private final List<byte[]> here = new ArrayList<>();

  /**
   * An empty one.
   *
   * @param device empty for the host
   * @param seed ranks have different ones, and so different contents
   */
  Room(Optional<Device> device, int seed) {
    this.device = device;
    this.seed = seed;
  }

  /** Elements of a type in memory of their own, whose bytes are random. */
  Buf bytes(long count, Datatype type) {
    byte[] content = new byte[Math.toIntExact(extent(count, type))];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31 + i / 251 + seed * 7);
    }
    return place(content, count, type);
  }

  /** Small numbers of a basic type. */
  Buf numbers(int count, Datatype type) {
    byte[] content = new byte[count * Math.toIntExact(type.size())];
    MemorySegment all = MemorySegment.ofArray(content);
    for (int i = 0; i < count; i++) {
      set(all, i, SMALLEST + (i + seed) % DIFFERENT, type);
    }
    return place(content, count, type);
  }

  private static void set(MemorySegment all, long index, int value, Datatype type) {
    if (type == Datatype.INT) {
      all.setAtIndex(JAVA_INT_UNALIGNED, index, value);
    } else if (type == Datatype.LONG) {
      all.setAtIndex(JAVA_LONG_UNALIGNED, index, value);
    } else if (type == Datatype.FLOAT) {
      all.setAtIndex(JAVA_FLOAT_UNALIGNED, index, value);
    } else if (type == Datatype.DOUBLE) {
      all.setAtIndex(JAVA_DOUBLE_UNALIGNED, index, value);
    } else {
      throw new IllegalArgumentException(type.name());
    }
  }

  private static long extent(long count, Datatype type) {
    return count == 0 ? 1 : (count - 1) * type.extent() + type.trueLb() + type.trueExtent();
  }

  private Buf place(byte[] content, long count, Datatype type) {
    here.add(content);
    if (device.isEmpty()) {
      return Buf.of(MemorySegment.ofArray(content), count, type);
    }
    DeviceMemory memory = device.get().allocate(Math.max(1, content.length));
    memory.copyFrom(MemorySegment.ofArray(content), 0);
    there.add(memory);
    return Buf.of(memory, count, type);
  }

  /** All that lies in its buffers, those first that were made first. */
  byte[] contents() {
    for (int i = 0; i < there.size(); i++) {
      there.get(i).copyTo(0, MemorySegment.ofArray(here.get(i)));
    }
    var all = new ByteArrayOutputStream();
    here.forEach(all::writeBytes);
    return all.toByteArray();
  }

  @Override
  public void close() {
    there.forEach(DeviceMemory::close);
  }
}
