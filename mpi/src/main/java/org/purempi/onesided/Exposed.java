package org.purempi.onesided;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.device.DeviceMemory;
import org.purempi.layout.ContiguousCursor;
import org.purempi.layout.Layout;
import org.purempi.reduction.Reductions;

/**
 * A part of a window that lies in this process's memory: its own, or a neighbour's that is mapped
 * here. Offsets are bytes from the beginning of the part.
 */
final class Exposed {
  /** So many elements are updated by an atomic access each. */
  private static final int FEW = 8;

  /** Of more, so much is done at a time: others wait meanwhile. */
  private static final long PIECE_BYTES = 64 << 10;

  private final Object base;
  private final long start;
  private final LockWord lock;

  /** The memory as one that several processes update, and their gate; null if its owner does. */
  private final @Nullable MemorySegment shared;

  private final @Nullable Gate gate;

  private Exposed(
      Object base, long start, LockWord lock, @Nullable MemorySegment shared, @Nullable Gate gate) {
    this.base = base;
    this.start = start;
    this.lock = lock;
    this.shared = shared;
    this.gate = gate;
  }

  /** Native memory that several ranks reach, and its words. */
  static Exposed shared(MemorySegment memory, LockWord lock, Gate gate) {
    return new Exposed(memory, 0, lock, memory, gate);
  }

  /** Memory of any kind that only this process touches, inside the rank's lock. */
  static Exposed own(Object base, long start, LockWord lock) {
    return new Exposed(base, start, lock, null, null);
  }

  /** Whether others reach it without the owner: then its elements are updated atomically. */
  boolean isShared() {
    return shared != null;
  }

  /** Whether reading or writing it may fail. */
  boolean mayFail() {
    return base instanceof DeviceMemory;
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
    return switch (base) {
      case boolean[] truths -> Buf.of(truths, Math.toIntExact(start + at), count, type);
      case DeviceMemory memory -> Buf.of(memory, start + at, count, type);
      default -> Buf.of(Objects.requireNonNull(Layout.view(base)), start + at, count, type);
    };
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
    Gate its = gate;
    if (memory == null || its == null) {
      combine(op, kind, at, n, in, old);
    } else if (n <= FEW && AtomicUpdate.suits(kind, memory, at)) {
      its.enter();
      try {
        AtomicUpdate.apply(
            ((Op.Predefined) op).kind(),
            (BasicDatatype) kind,
            memory,
            at,
            n,
            segment(in),
            old == null ? null : segment(old));
      } finally {
        its.leave();
      }
    } else {
      long most = Math.max(1, PIECE_BYTES / kind.size());
      for (long done = 0; done < n; done += most) {
        long m = Math.min(most, n - done);
        Buf before = old == null ? null : old.slice(done, m);
        its.take();
        try {
          combine(op, kind, at + done * kind.extent(), m, in.slice(done, m), before);
        } finally {
          its.give();
        }
      }
    }
  }

  private void combine(Op op, Datatype kind, long at, long n, Buf in, @Nullable Buf old) {
    Buf there = at(at, n, kind);
    if (old != null) {
      Layout.copy(there, old);
    }
    Reductions.apply(op, in, there);
  }

  /** Whether an element is a number that is updated where it lies by one atomic access. */
  boolean isNumber(Datatype kind, long at) {
    MemorySegment memory = shared;
    return memory != null && AtomicUpdate.suits(kind, memory, at);
  }

  /** Updates such a number, given by its bits; what was there. */
  long updateNumber(Op op, BasicDatatype type, long at, long operand) {
    MemorySegment memory = Objects.requireNonNull(shared);
    Gate its = Objects.requireNonNull(gate);
    Op.Predefined.Kind kind = ((Op.Predefined) op).kind();
    its.enter();
    try {
      return type.width() == Long.BYTES
          ? AtomicUpdate.update(kind, type.kind(), memory, at, operand)
          : AtomicUpdate.update(kind, type.kind(), memory, at, (int) operand);
    } finally {
      its.leave();
    }
  }

  /** Writes such a number if the expected one is there; what was there. */
  long swapNumber(BasicDatatype type, long at, long expected, long value) {
    MemorySegment memory = Objects.requireNonNull(shared);
    Gate its = Objects.requireNonNull(gate);
    its.enter();
    try {
      return AtomicUpdate.swap(type, memory, at, expected, value);
    } finally {
      its.leave();
    }
  }

  /** Writes one element if the expected one is there; what was there goes to {@code old}. */
  void swap(BasicDatatype kind, long at, Buf expected, Buf value, Buf old) {
    if (isNumber(kind, at)) {
      long before = swapNumber(kind, at, Operands.bits(expected), Operands.bits(value));
      Operands.setBits(old, before);
      return;
    }
    Gate its = gate;
    if (its != null) {
      its.take();
    }
    try {
      Buf there = at(at, 1, kind);
      Layout.copy(there, old);
      if (segment(old).mismatch(segment(expected)) < 0) {
        Layout.copy(value, there);
      }
    } finally {
      if (its != null) {
        its.give();
      }
    }
  }

  private static MemorySegment segment(Buf buf) {
    return Objects.requireNonNull(Layout.segment(buf));
  }
}
