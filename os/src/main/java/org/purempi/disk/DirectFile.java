package org.purempi.disk;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.purempi.disk.Disk.Option;
import org.purempi.os.fast.KernelCall;

/**
 * A file by the kernel's calls, which take arrays and parts as they are. No collection of this
 * process can begin while a call has an array. So the kernel is asked to read into arrays only what
 * is in memory already; the rest, and all where a file system cannot tell, goes by way of memory
 * outside the heap. Writing waits for a disk only where part of a page is written that is not in
 * memory, or where far too much waits to be written.
 */
final class DirectFile extends PosixFile {
  /** The kernel takes no more at once. */
  private static final int MOST_PARTS = 1024;

  /** Parts of fewer bytes are copied in less time than the kernel takes for each of them. */
  private static final long SHORT_PART_BYTES = 512;

  /** So much of an array is copied in less time than the kernel takes for a table. */
  private static final long SHORT_ARRAY_BYTES = 4096;

  /** RWF_NOWAIT: what is not in memory is not read. */
  private static final long ONLY_FROM_MEMORY = 8;

  private static final Scratch TABLES = new Scratch(MOST_PARTS * Parts.ENTRY_BYTES);

  private final MemorySegment descriptorAsAddress;

  // Plain: a thread that sees it late asks once more.
  private boolean canTellWhatIsInMemory = true;

  DirectFile(String path, Set<Option> options, int descriptor, FileIdentity identity) {
    super(path, options, descriptor, identity, KernelCall::call);
    descriptorAsAddress = MemorySegment.ofAddress(descriptor);
  }

  /** How much of memory goes with one call. */
  private static long most(MemorySegment memory) {
    return memory.isNative() ? MOST_BYTES : KernelCall.MOST_ARRAY_BYTES;
  }

  @Override
  long readSome(MemorySegment to, long toOffset, long bytes, long at) throws DiskException {
    if (to.isNative()) {
      return transfer("read", FileCall.PREAD, to, toOffset, bytes, at);
    }
    long some = 0;
    if (canTellWhatIsInMemory && bytes > SHORT_ARRAY_BYTES) {
      MemorySegment table = TABLES.borrow();
      table.set(JAVA_LONG, 0, toOffset);
      table.set(JAVA_LONG, Long.BYTES, Math.min(bytes, KernelCall.MOST_ARRAY_BYTES));
      some = readFromMemory(table, to, 1, at);
      TABLES.giveBack(table);
    }
    return some > 0 ? some : readCopied(to, toOffset, bytes, at);
  }

  /**
   * Reads into an array what can be had at once; 0 if there is nothing, or another way is needed.
   */
  private long readFromMemory(MemorySegment table, MemorySegment array, int entries, long at) {
    long answer =
        KernelCall.transferParts(
            FileCall.PREADV2.number, ONLY_FROM_MEMORY, descriptor, table, array, entries, at);
    if (answer < 0 && answer != -SystemError.EAGAIN.number) {
      canTellWhatIsInMemory = answer == -SystemError.EINTR.number;
    }
    return Math.max(0, answer);
  }

  @Override
  long writeSome(MemorySegment from, long fromOffset, long bytes, long at) throws DiskException {
    return transfer("write to", FileCall.PWRITE, from, fromOffset, bytes, at);
  }

  private long transfer(
      String action, FileCall call, MemorySegment memory, long offset, long bytes, long at)
      throws DiskException {
    long some = Math.min(bytes, most(memory));
    long answer;
    do {
      answer = KernelCall.transfer(call.number, descriptorAsAddress, memory, offset, some, at);
    } while (answer == -SystemError.EINTR.number);
    if (answer < 0) {
      throw SystemError.exception(action, path, answer);
    }
    return answer;
  }

  @Override
  boolean readSomeParts(Parts parts, long at) throws DiskException {
    if (parts.areShorterThan(SHORT_PART_BYTES)) {
      return super.readSomeParts(parts, at);
    }
    if (parts.memory.isNative()) {
      return transfer("read", FileCall.PREADV, parts, at) > 0;
    }
    long some = 0;
    if (canTellWhatIsInMemory) {
      MemorySegment table = TABLES.borrow();
      int entries = parts.list(table, MOST_PARTS, KernelCall.MOST_ARRAY_BYTES);
      some = readFromMemory(table, parts.memory, entries, at);
      parts.advance(some);
      TABLES.giveBack(table);
    }
    return some > 0 || super.readSomeParts(parts, at);
  }

  @Override
  void writeSomeParts(Parts parts, long at) throws DiskException {
    if (parts.areShorterThan(SHORT_PART_BYTES)) {
      super.writeSomeParts(parts, at);
      return;
    }
    try {
      progress(transfer("write to", FileCall.PWRITEV, parts, at));
    } catch (DiskException e) {
      throw e.after(parts.done(), parts.bytes);
    }
  }

  private long transfer(String action, FileCall call, Parts parts, long at) throws DiskException {
    MemorySegment table = TABLES.borrow();
    try {
      long answer;
      do {
        int entries = parts.list(table, MOST_PARTS, most(parts.memory));
        answer =
            KernelCall.transferParts(call.number, 0, descriptor, table, parts.memory, entries, at);
      } while (answer == -SystemError.EINTR.number);
      if (answer < 0) {
        throw SystemError.exception(action, path, answer);
      }
      parts.advance(answer);
      return answer;
    } finally {
      TABLES.giveBack(table);
    }
  }
}
