package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * The data of a buffer with gaps. Resumes at any byte: frames are cut anywhere, also inside a
 * number.
 */
final class RunsCursor implements Source, Sink {
  private final Runs runs;
  private final Object base;
  private final long origin;
  private final long total;
  private long done;

  /** The piece at the cursor: where its next byte lies in memory and how many of it are left. */
  private long pieceAt;

  private long pieceLeft;

  /** Where the cursor is: element, run in it, piece in that. */
  private long element;

  private int run;
  private long piece;

  RunsCursor(Buf buf, Runs runs) {
    this.runs = runs;
    this.base = buf.base();
    this.origin = buf.offsetBytes();
    this.total = buf.bytes();
    position(0);
  }

  @Override
  public long remainingBytes() {
    return total - done;
  }

  @Override
  public void read(MemorySegment target, long targetOffset, long bytes) {
    checkRemaining(bytes);
    long left = bytes;
    while (left > 0) {
      long n = Math.min(left, pieceLeft);
      Memory.read(base, pieceAt, target, targetOffset + (bytes - left), n);
      advance(n);
      left -= n;
    }
  }

  @Override
  public void write(MemorySegment from, long fromOffset, long bytes) {
    checkRemaining(bytes);
    long left = bytes;
    while (left > 0) {
      long n = Math.min(left, pieceLeft);
      Memory.write(base, pieceAt, from, fromOffset + (bytes - left), n);
      advance(n);
      left -= n;
    }
  }

  @Override
  public void position(long positionBytes) {
    Objects.checkFromToIndex(positionBytes, total, total);
    done = positionBytes;
    if (done == total) {
      pieceLeft = 0;
      return;
    }
    element = done / runs.size;
    long inElement = done % runs.size;
    run = runs.find(inElement);
    long inRun = inElement - runs.start(run);
    long pieceBytes = runs.run(run).pieceBytes();
    piece = inRun / pieceBytes;
    enterPiece(inRun % pieceBytes);
  }

  @Override
  public @Nullable MemorySegment contiguous() {
    return null;
  }

  private void advance(long bytes) {
    done += bytes;
    pieceAt += bytes;
    pieceLeft -= bytes;
    if (pieceLeft == 0 && done < total) {
      if (++piece == runs.run(run).pieces()) {
        piece = 0;
        if (++run == runs.count()) {
          run = 0;
          element++;
        }
      }
      enterPiece(0);
    }
  }

  private void enterPiece(long skipBytes) {
    Runs.Run r = runs.run(run);
    pieceAt = origin + element * runs.extent + r.displacement() + piece * r.stride() + skipBytes;
    pieceLeft = r.pieceBytes() - skipBytes;
  }

  private void checkRemaining(long bytes) {
    if (bytes < 0 || bytes > total - done) {
      throw new IndexOutOfBoundsException(bytes + " bytes of " + (total - done) + " that are left");
    }
  }
}
