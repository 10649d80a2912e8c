package org.purempi.protocol;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.MpiException;
import org.purempi.device.DeviceMemory;
import org.purempi.layout.ContiguousCursor;
import org.purempi.layout.Layout;
import org.purempi.transport.Lease;
import org.purempi.transport.Sink;

/**
 * The memory that a receive goes to. Any thread's poll may bring its data: what that thread may not
 * write waits beside the memory for the one that may.
 */
final class Destination {
  private final ContiguousCursor cursor = new ContiguousCursor();
  private Sink sink = cursor;

  /** What came in polls of threads that may not write the memory; null if nothing did. */
  private @Nullable MemorySegment aside;

  /** Contiguous memory. */
  void set(Object base, long offsetBytes, long bytes) {
    aside = null;
    sink =
        base instanceof DeviceMemory memory
            ? Layout.sink(Buf.of(memory, offsetBytes, bytes, Datatype.BYTE))
            : cursor.reset(base, offsetBytes, bytes);
  }

  /** Memory of any layout. */
  void set(Buf buf) {
    aside = null;
    sink = Layout.sink(buf);
  }

  /** No memory: none is kept alive. */
  void clear() {
    cursor.clear();
    sink = cursor;
    aside = null;
  }

  /**
   * Writes the next {@code bytes} bytes of {@code rest} that are to come.
   *
   * @return why that is not possible, or null
   */
  @Nullable RuntimeException write(MemorySegment memory, long offset, long bytes, long rest) {
    MemorySegment beside = aside;
    if (beside == null) {
      try {
        sink.write(memory, offset, bytes);
        return null;
      } catch (IllegalStateException | MpiException e) {
        return e;
      } catch (WrongThreadException e) {
        beside = putAside(rest);
      }
    }
    MemorySegment.copy(memory, offset, beside, beside.byteSize() - rest, bytes);
    return null;
  }

  /**
   * Copies all of {@code bytes} bytes out of the sender's buffer; false if that is not possible.
   *
   * @throws IllegalStateException if this memory cannot be written, or {@link MpiException}
   */
  boolean take(Lease lent, long bytes) {
    try {
      return lent.copyTo(sink, 0, bytes);
    } catch (WrongThreadException e) {
      MemorySegment beside = putAside(bytes);
      boolean taken = lent.copyTo(new ContiguousCursor().reset(beside, 0, bytes), 0, bytes);
      aside = taken ? beside : null;
      return taken;
    }
  }

  /** Memory for what is still to come. */
  private MemorySegment putAside(long rest) {
    MemorySegment beside = Arena.ofAuto().allocate(rest);
    aside = beside;
    return beside;
  }

  /**
   * All of {@code bytes} bytes have come; they are in the memory, or beside it, after this line.
   *
   * @return why that is not possible, or null
   */
  @Nullable RuntimeException flush() {
    try {
      sink.flush();
      return null;
    } catch (MpiException e) {
      return e;
    }
  }

  /**
   * Puts what lies beside the memory, the end of {@code bytes} bytes, into it.
   *
   * @return why that is not possible, or null
   */
  @Nullable RuntimeException settle(long bytes) {
    MemorySegment beside = aside;
    if (beside == null) {
      return null;
    }
    try {
      sink.position(bytes - beside.byteSize());
      sink.write(beside, 0, beside.byteSize());
      aside = null;
      return null;
    } catch (IllegalStateException | WrongThreadException e) {
      return e;
    }
  }

  /**
   * Where {@code bytes} bytes go of which {@code taken} lie before them, if any thread may put them
   * there at once, and at most {@code capacity} fit; or null.
   */
  @Nullable MemorySegment landing(long taken, int bytes, long capacity) {
    MemorySegment all = sink.contiguous();
    boolean fits = all != null && bytes <= Math.min(capacity, all.byteSize()) - taken;
    if (all == null || !fits || all.isReadOnly() || !all.isAccessibleBy(Operation.STRANGER)) {
      return null;
    }
    return all.scope().isAlive() ? all.asSlice(taken, bytes) : null;
  }

  /** So many bytes are there. */
  void landed(long taken) {
    sink.position(taken);
  }
}
