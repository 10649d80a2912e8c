package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * The data of a buffer with gaps. Its only state is how many bytes are done, so it resumes at any
 * byte: frames are cut anywhere, also inside a number.
 */
final class LayoutCursor implements Source, Sink {
  /**
   * Two layouts are walked together if their runs have at least so many bytes; shorter ones are
   * found at the price of a few divisions each, and go through a block in the cache sooner.
   */
  private static final long TOGETHER_FROM_BYTES = 512;

  /**
   * A message of at most so many bytes is copied in one piece before it is unpacked: another core
   * has just written it, and many short loads wait for its lines longer than a few wide ones
   * (docs/decisions 62).
   */
  private static final int UNPACKED_NEARBY_BYTES = 4 << 10;

  /** A message of several layouts that is so short is packed nearby, and written in one piece. */
  private static final int PACKED_NEARBY_BYTES = 2 << 10;

  private static final ThreadLocal<MemorySegment> NEARBY =
      ThreadLocal.withInitial(() -> MemorySegment.ofArray(new byte[UNPACKED_NEARBY_BYTES]));

  private final Node node;

  /** A segment, or a {@code boolean[]}. */
  private final Object memory;

  private final long origin;
  private final long total;
  private @Nullable Transfer packing;
  private @Nullable Transfer unpacking;
  private long done;

  LayoutCursor(Object base, long origin, Node node) {
    MemorySegment view = Memory.view(base);
    this.memory = view != null ? view : base;
    this.origin = origin;
    this.node = node;
    this.total = node.bytes;
  }

  @Override
  public long remainingBytes() {
    return total - done;
  }

  @Override
  public void read(MemorySegment target, long targetOffset, long bytes) {
    Transfer t = packing;
    if (t == null) {
      t = Transfer.packing(memory);
      packing = t;
    }
    if (bytes <= PACKED_NEARBY_BYTES && node instanceof Sequence) {
      MemorySegment nearby = NEARBY.get();
      move(t, nearby, 0, bytes);
      MemorySegment.copy(nearby, 0, target, targetOffset, bytes);
    } else {
      move(t, target, targetOffset, bytes);
    }
  }

  @Override
  public void write(MemorySegment from, long fromOffset, long bytes) {
    Transfer t = unpacking;
    if (t == null) {
      t = Transfer.unpacking(memory);
      unpacking = t;
    }
    if (bytes <= UNPACKED_NEARBY_BYTES) {
      checkRemaining(bytes);
      MemorySegment nearby = NEARBY.get();
      MemorySegment.copy(from, fromOffset, nearby, 0, bytes);
      move(t, nearby, 0, bytes);
    } else {
      move(t, from, fromOffset, bytes);
    }
  }

  private void move(Transfer transfer, MemorySegment message, long offset, long bytes) {
    checkRemaining(bytes);
    if (bytes > 0) {
      transfer.begin(message, offset);
      node.walk(transfer, origin, done, done + bytes);
      transfer.end();
      done += bytes;
    }
  }

  @Override
  public boolean transferTo(Sink sink, long bytes) {
    if (sink instanceof LayoutCursor to
        && memory instanceof MemorySegment a
        && to.memory instanceof MemorySegment b
        && hasLongRuns()
        && to.hasLongRuns()) {
      checkRemaining(bytes);
      to.checkRemaining(bytes);
      copyTogether(a, to, b, bytes);
      return true;
    }
    return false;
  }

  private boolean hasLongRuns() {
    return total / TOGETHER_FROM_BYTES >= node.runs();
  }

  /** Finds the run at either cursor, copies what both have, and so on. */
  private void copyTogether(MemorySegment a, LayoutCursor to, MemorySegment b, long bytes) {
    Kernels kernels = Kernels.of(Kernels.kind(a), Kernels.kind(b));
    Run from = new Run();
    Run into = new Run();
    for (long left = bytes; left > 0; ) {
      node.runAt(origin, done, from);
      to.node.runAt(to.origin, to.done, into);
      from.cut(Math.min(into.pieceBytes, left));
      into.cut(Math.min(from.pieceBytes, left));
      long piece = from.pieceBytes;
      long pieces = Math.min(Math.min(from.pieces, into.pieces), left / piece);
      kernels.strided(a, from.at, from.stride, b, into.at, into.stride, piece, pieces);
      done += piece * pieces;
      to.done += piece * pieces;
      left -= piece * pieces;
    }
  }

  @Override
  public void position(long positionBytes) {
    Objects.checkFromToIndex(positionBytes, total, total);
    done = positionBytes;
  }

  @Override
  public @Nullable MemorySegment contiguous() {
    return null;
  }

  private void checkRemaining(long bytes) {
    if (bytes < 0 || bytes > total - done) {
      throw new IndexOutOfBoundsException(bytes + " bytes of " + (total - done) + " that are left");
    }
  }
}
