package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.layout.ContiguousCursor;
import org.purempi.layout.Layout;
import org.purempi.reduction.Reductions;

/**
 * A part of a window that lies in this process's memory: its own, or a neighbour's that is mapped
 * here. Offsets are bytes from the beginning of the part.
 */
final class Exposed {
  private final Object base;
  private final long start;
  private final LockWord lock;

  /** The memory as one that several processes update; null if only its owner does. */
  private final @Nullable MemorySegment shared;

  private Exposed(Object base, long start, LockWord lock, @Nullable MemorySegment shared) {
    this.base = base;
    this.start = start;
    this.lock = lock;
    this.shared = shared;
  }

  /** Native memory that several ranks reach, and its words. */
  static Exposed shared(MemorySegment memory, LockWord lock) {
    return new Exposed(memory, 0, lock, memory);
  }

  /** Memory of any kind that only this process touches, inside the rank's lock. */
  static Exposed own(Object base, long start, LockWord lock) {
    return new Exposed(base, start, lock, null);
  }

  /** Whether others reach it without the owner: then its elements are updated atomically. */
  boolean isShared() {
    return shared != null;
  }

  LockWord lock() {
    return lock;
  }

  /** The first bytes of it as a segment. */
  MemorySegment whole(long bytes) {
    return bytes == 0
        ? MemorySegment.NULL
        : Objects.requireNonNull(Layout.view(base)).asSlice(start, bytes);
  }

  /** Elements of it as a buffer. */
  Buf at(long at, long count, Datatype type) {
    return base instanceof boolean[] truths
        ? Buf.of(truths, Math.toIntExact(start + at), count, type)
        : Buf.of(Objects.requireNonNull(Layout.view(base)), start + at, count, type);
  }

  /** Bytes of it, to be read or written in turn. */
  ContiguousCursor cursor(long at, long bytes) {
    return new ContiguousCursor().reset(base, start + at, bytes);
  }

  /**
   * {@code this[i] = in[i] op this[i]} for {@code n} elements; what was there goes to {@code old},
   * if asked for. Memory that is not shared: inside the owner's lock.
   *
   * @param in as many elements without gaps
   */
  void update(Op op, Datatype kind, long at, long n, Buf in, @Nullable Buf old) {
    MemorySegment memory = shared;
    if (memory != null && AtomicUpdate.suits(kind, memory, at)) {
      AtomicUpdate.apply(
          ((Op.Predefined) op).kind(),
          (BasicDatatype) kind,
          memory,
          at,
          n,
          segment(in),
          old == null ? null : segment(old));
      return;
    }
    if (memory != null) {
      lock.beginUpdate();
    }
    try {
      Buf there = at(at, n, kind);
      if (old != null) {
        Layout.copy(there, old);
      }
      Reductions.apply(op, in, there);
    } finally {
      if (memory != null) {
        lock.endUpdate();
      }
    }
  }

  /** Writes one element if the expected one is there; what was there goes to {@code old}. */
  void swap(Datatype kind, long at, Buf expected, Buf value, Buf old) {
    MemorySegment memory = shared;
    if (memory != null && AtomicUpdate.suits(kind, memory, at)) {
      AtomicUpdate.swap(
          (BasicDatatype) kind, memory, at, segment(expected), segment(value), segment(old));
      return;
    }
    if (memory != null) {
      lock.beginUpdate();
    }
    try {
      Buf there = at(at, 1, kind);
      Layout.copy(there, old);
      if (segment(old).mismatch(segment(expected)) < 0) {
        Layout.copy(value, there);
      }
    } finally {
      if (memory != null) {
        lock.endUpdate();
      }
    }
  }

  private static MemorySegment segment(Buf buf) {
    return Objects.requireNonNull(Layout.segment(buf));
  }
}
