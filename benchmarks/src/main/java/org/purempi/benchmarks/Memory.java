package org.purempi.benchmarks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Mpi;

/**
 * The buffers of one point, all of one kind, and what else is its own; closing gives all of it
 * back.
 */
final class Memory implements AutoCloseable {

  private static final long ALIGNMENT_BYTES = 4096;

  /** Where buffers lie. */
  enum Kind {
    /** Java arrays. */
    HEAP,
    /** Segments outside the Java heap, as C programs have them. */
    NATIVE,
    /** What {@link Mpi#allocMem} gives. */
    SHARED
  }

  private final Mpi mpi;
  private final Kind kind;
  private final Arena arena = Arena.ofShared();
  private final Deque<Runnable> endings = new ArrayDeque<>();

  Memory(Mpi mpi, Kind kind) {
    this.mpi = mpi;
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** A buffer of so many bytes. */
  Buf bytes(long count) {
    return kind == Kind.HEAP
        ? Buf.of(new byte[Math.toIntExact(count)])
        : Buf.of(segment(count), count, Datatype.BYTE);
  }

  /** A buffer of so many doubles, all one. */
  Buf doubles(long count) {
    if (kind == Kind.HEAP) {
      double[] ones = new double[Math.toIntExact(count)];
      Arrays.fill(ones, 1);
      return Buf.of(ones);
    }
    MemorySegment segment = segment(count * Double.BYTES);
    for (long i = 0; i < count; i++) {
      segment.setAtIndex(ValueLayout.JAVA_DOUBLE, i, 1);
    }
    return Buf.of(segment, count, Datatype.DOUBLE);
  }

  /** A buffer of so many longs, all zero. */
  Buf longs(int count) {
    return kind == Kind.HEAP
        ? Buf.of(new long[count])
        : Buf.of(segment((long) count * Long.BYTES), count, Datatype.LONG);
  }

  /** One element of a derived datatype, in so many bytes of floats or doubles. */
  Buf element(Datatype type, Datatype number, long bytes) {
    if (kind != Kind.HEAP) {
      return Buf.of(segment(bytes), 1, type);
    }
    return number == Datatype.FLOAT
        ? Buf.of(new float[Math.toIntExact(bytes / Float.BYTES)], 0, 1, type)
        : Buf.of(new double[Math.toIntExact(bytes / Double.BYTES)], 0, 1, type);
  }

  private MemorySegment segment(long bytes) {
    if (kind == Kind.NATIVE) {
      return arena.allocate(Math.max(1, bytes), ALIGNMENT_BYTES);
    }
    MemorySegment segment = mpi.allocMem(Math.max(1, bytes));
    atEnd(() -> mpi.freeMem(segment));
    return segment;
  }

  /** What closing does first, before what it was told earlier. */
  void atEnd(Runnable ending) {
    endings.push(ending);
  }

  @Override
  public void close() {
    endings.forEach(Runnable::run);
    arena.close();
  }
}
