package org.purempi.device.mock;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;
import org.purempi.device.ExportedMemory;
import org.purempi.os.PrivateFiles;

/**
 * The memory of a device, at addresses at which this process has nothing. What is exported moves to
 * a file, which other processes map.
 */
final class MockBlocks {
  /** No memory of a process lies so high: it ends at 2^47. */
  private static final long FIRST_ADDRESS = 1L << 52;

  private static final long DEVICE_SPAN = 1L << 48;
  private static final long PAGE_BYTES = 1 << 16;
  private static final String FOLDER = "purempi-mock-";

  /** An allocation. */
  static final class Block {
    final long address;
    final long bytes;
    final boolean isOwn;

    /** The collector's: what is still being copied when it is freed was wrong, but ends no JVM. */
    private final Arena arena = Arena.ofAuto();

    private MemorySegment memory;
    private @Nullable Path file;

    Block(long address, long bytes, @Nullable Path opened) throws IOException {
      this.address = address;
      this.bytes = bytes;
      this.isOwn = opened == null;
      this.memory = opened == null ? arena.allocate(bytes, PAGE_BYTES) : map(opened, bytes, arena);
    }
  }

  /** Found once, since that takes a look at all of the temporary files. */
  private static @Nullable Path folder;

  private final int ordinal;
  private final long capacityBytes;
  private final TreeMap<Long, Block> blocks = new TreeMap<>();
  private long next;
  private long usedBytes;

  MockBlocks(int ordinal, long capacityBytes) {
    this.ordinal = ordinal;
    this.capacityBytes = capacityBytes;
    this.next = FIRST_ADDRESS + ordinal * DEVICE_SPAN;
  }

  private static MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }
  }

  synchronized Block allocate(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("cannot allocate " + bytes + " bytes");
    }
    if (bytes > capacityBytes - usedBytes) {
      throw new DeviceException(
          Reason.NO_MEMORY,
          "mock %d has %d bytes left of %d: no room for %d"
              .formatted(ordinal, capacityBytes - usedBytes, capacityBytes, bytes));
    }
    usedBytes += bytes;
    return add(bytes, null);
  }

  private Block add(long bytes, @Nullable Path file) {
    try {
      Block block = new Block(next, bytes, file);
      blocks.put(next, block);
      next += (bytes + PAGE_BYTES) / PAGE_BYTES * PAGE_BYTES + PAGE_BYTES;
      return block;
    } catch (IOException e) {
      throw new DeviceException(
          Reason.BAD_MEMORY, "memory of another process cannot be opened: " + e);
    }
  }

  synchronized void free(Block block) {
    blocks.remove(block.address);
    usedBytes -= block.isOwn ? block.bytes : 0;
    Path file = block.file;
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // The next process that exports deletes it.
      }
    }
  }

  synchronized boolean isInside(long address) {
    return address >= FIRST_ADDRESS + ordinal * DEVICE_SPAN && address < next;
  }

  /** The memory behind an address. */
  synchronized MemorySegment at(long address, long bytes) {
    Block block = blockAt(address, bytes);
    return block.memory.asSlice(address - block.address, bytes);
  }

  private Block blockAt(long address, long bytes) {
    Map.Entry<Long, Block> entry = blocks.floorEntry(address);
    Block block = entry == null ? null : entry.getValue();
    if (block == null || address - block.address > block.bytes - bytes) {
      throw new DeviceException(
          Reason.BAD_MEMORY,
          "mock %d has no %d bytes at 0x%x: they were freed, or never allocated"
              .formatted(ordinal, bytes, address));
    }
    return block;
  }

  synchronized @Nullable ExportedMemory export(long address, long bytes) {
    Block block = blockAt(address, bytes);
    try {
      long process = ProcessHandle.current().pid();
      if (block.file == null) {
        Path file = folder().resolve(process + "-" + block.address);
        try (FileChannel made =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
          MemorySegment shared =
              made.map(FileChannel.MapMode.READ_WRITE, 0, block.bytes, block.arena);
          shared.copyFrom(block.memory);
          block.memory = shared;
        }
        block.file = file;
      }
      byte[] handle = new byte[ExportedMemory.HANDLE_BYTES];
      ByteBuffer.wrap(handle).putLong(process).putLong(block.address);
      return new ExportedMemory(
          0, ordinal, handle, block.address, block.bytes, address - block.address, bytes);
    } catch (IOException e) {
      return null;
    }
  }

  synchronized Block open(ExportedMemory exported) {
    try {
      ByteBuffer handle = ByteBuffer.wrap(exported.handle());
      Path file = folder().resolve(handle.getLong() + "-" + handle.getLong());
      return add(exported.allocationBytes(), file);
    } catch (IOException e) {
      throw new DeviceException(
          Reason.BAD_MEMORY, "memory of another process cannot be opened: " + e);
    }
  }

  /** Where exported memory lies. */
  private static synchronized Path folder() throws IOException {
    Path known = folder;
    if (known == null) {
      known = PrivateFiles.lasting(FOLDER);
      sweep(known);
      folder = known;
    }
    return known;
  }

  /** Removes what processes have left that were killed. */
  private static void sweep(Path folder) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path file : all) {
        String owner = file.getFileName().toString().split("-", 2)[0];
        if (ProcessHandle.of(Long.parseLong(owner)).isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
