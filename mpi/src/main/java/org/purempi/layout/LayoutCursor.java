package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.os.fast.PieceTable;
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
   * What is short is copied in one piece before it is unpacked: another core has just written it,
   * and many short loads wait for its lines longer than a few wide ones
   * (docs/decisions/kernels.md).
   */
  private static final ThreadLocal<MemorySegment> NEARBY =
      ThreadLocal.withInitial(() -> MemorySegment.ofArray(new byte[Node.SHORT_BYTES]));

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
    PieceTable table = bytes == total ? node.table() : null;
    if (table != null && memory instanceof MemorySegment from) {
      checkRemaining(bytes);
      table.gather(from, origin, target, targetOffset);
      done = bytes;
      return;
    }
    Transfer t = packing;
    if (t == null) {
      t = Transfer.packing(memory);
      packing = t;
    }
    move(t, target, targetOffset, bytes);
  }

  @Override
  public void write(MemorySegment from, long fromOffset, long bytes) {
    MemorySegment message = from;
    long at = fromOffset;
    if (bytes <= Node.SHORT_BYTES) {
      checkRemaining(bytes);
      message = NEARBY.get();
      at = 0;
      MemorySegment.copy(from, fromOffset, message, 0, bytes);
    }
    PieceTable table = bytes == total ? node.table() : null;
    if (table != null && memory instanceof MemorySegment to) {
      checkRemaining(bytes);
      table.scatter(message, at, to, origin);
      done = bytes;
      return;
    }
    Transfer t = unpacking;
    if (t == null) {
      t = Transfer.unpacking(memory);
      unpacking = t;
    }
    move(t, message, at, bytes);
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
