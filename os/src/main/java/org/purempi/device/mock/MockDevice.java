package org.purempi.device.mock;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceNumber;
import org.purempi.device.DeviceOperator;
import org.purempi.device.DeviceStream;
import org.purempi.device.ExportedMemory;

/** A device that is none. Its {@link #counts} tell what it was asked to do. */
public final class MockDevice implements Device {
  /** Its memory. */
  public static final long CAPACITY_BYTES = 1L << 30;

  private static final long ALIGNMENT_BYTES = 256;

  final MockBlocks blocks;
  private final int ordinal;
  private final MockCounts counts = new MockCounts();
  private final MockStream immediate = new MockStream(this, true);
  private volatile boolean isShared = true;
  private volatile boolean isFull;

  MockDevice(int ordinal) {
    this.ordinal = ordinal;
    this.blocks = new MockBlocks(ordinal, CAPACITY_BYTES);
  }

  /** What it was asked to do so far. */
  public MockCounts counts() {
    return counts;
  }

  /** Whether its memory can be exported from now on; it can at first. */
  public void share(boolean shares) {
    isShared = shares;
  }

  /** Whether it has no memory left from now on; it has at first. */
  public void fill(boolean fills) {
    isFull = fills;
  }

  @Override
  public String kind() {
    return MockProvider.KIND;
  }

  @Override
  public int ordinal() {
    return ordinal;
  }

  @Override
  public String name() {
    return "memory of the host that plays a device";
  }

  @Override
  public DeviceMemory allocate(long bytes) {
    return memory("device", allocated(bytes));
  }

  @Override
  public DeviceMemory allocateManaged(long bytes) {
    return memory("managed", allocated(bytes));
  }

  private MockBlocks.Block allocated(long bytes) {
    if (isFull) {
      throw new DeviceException(
          DeviceException.Reason.NO_MEMORY, this + " is full: no room for " + bytes + " bytes");
    }
    return blocks.allocate(bytes);
  }

  private DeviceMemory memory(String restriction, MockBlocks.Block block) {
    return new DeviceMemory(
        this, kind() + ":" + restriction, block.address, block.bytes, () -> blocks.free(block));
  }

  @Override
  public MemorySegment allocateHost(long bytes, Arena arena) {
    return arena.allocate(bytes, ALIGNMENT_BYTES);
  }

  @Override
  public DeviceMemory wrap(long address, long bytes) {
    blocks.at(address, bytes);
    return new DeviceMemory(this, kind() + ":device", address, bytes, null);
  }

  @Override
  public DeviceStream immediate() {
    return immediate;
  }

  @Override
  public DeviceStream stream() {
    return new MockStream(this, false);
  }

  @Override
  public @Nullable ExportedMemory export(DeviceMemory memory) {
    if (!isShared) {
      return null;
    }
    counts.exports.increment();
    return blocks.export(memory.at(0, memory.bytes()), memory.bytes());
  }

  @Override
  public DeviceMemory open(ExportedMemory exported) {
    if (exported.deviceLow() != ordinal) {
      throw new DeviceException(
          DeviceException.Reason.UNSUPPORTED, "memory of another device: " + exported.deviceLow());
    }
    counts.opens.increment();
    DeviceMemory all = memory("device", blocks.open(exported));
    return all;
  }

  @Override
  public boolean pin(MemorySegment memory) {
    counts.pins.increment();
    return true;
  }

  @Override
  public void unpin(MemorySegment memory) {
    counts.pins.decrement();
  }

  @Override
  public boolean reduces(DeviceOperator operator, DeviceNumber number) {
    return true;
  }

  @Override
  public String toString() {
    return kind() + " " + ordinal;
  }
}
