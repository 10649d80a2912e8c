package org.purempi.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;
import org.purempi.os.fast.DirectSocket;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;

/** What goes over a connection. */
final class Outlet {
  /** Longer payloads travel alone. */
  private static final int MOST_JOINED_BYTES = 4 << 10;

  /** Frames that travel together leave when there are so many bytes. */
  private static final int JOINED_BYTES = 32 << 10;

  /** A thread that never runs: stands for those of the rank that may come by. */
  private static final Thread ANY = Thread.ofPlatform().unstarted(() -> {});

  private final Pipe pipe;
  private final Buffers buffers;

  /** What the kernel has not been given or has not taken, from pendingAt to pendingEnd. */
  private @Nullable Block pending;

  private int pendingAt;
  private int pendingEnd;

  /** How much payload of a frame that went in part is still to be offered. */
  private int owedBytes;

  /** The rank's turn in which a frame was written last. */
  private long writtenInTurn = -1;

  /** Why nothing can be sent any more; what has come can still be read. */
  private @Nullable IOException failure;

  private int said;

  Outlet(Pipe pipe, Buffers buffers) {
    this.pipe = pipe;
    this.buffers = buffers;
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** Why offers fail, in words; null while they do not. */
  @Nullable String failure(boolean hasLeft) {
    IOException e = failure;
    return e == null ? null : Ending.of(e, hasLeft);
  }

  /** How often something was written. */
  int said() {
    return said;
  }

  boolean hasUnsent() {
    return pending != null || owedBytes > 0 || !isFlushed();
  }

  boolean isMidFrame() {
    return owedBytes > 0;
  }

  /** See {@link Endpoint#offer}. */
  Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
    if (owedBytes > 0) {
      return Offer.BUSY;
    }
    writtenInTurn = buffers.turn();
    if (pending != null && !flush()) {
      return hasFailed() ? Offer.FAILED : append(word0, word1, word2, payload, bytes);
    }
    Block out = buffers.out();
    int whole = Wire.frameBytes(bytes);
    DirectSocket socket = Wire.socketFor(pipe, bytes);
    if (socket != null) {
      MemorySegment memory = payload.contiguous();
      if (memory != null && isThereFor(memory, Thread.currentThread())) {
        Wire.header(out.memory, 0, word0, word1, word2, bytes);
        send(socket, out, memory, payload, bytes);
        return Offer.OK;
      }
    }
    Wire.frame(out.memory, 0, word0, word1, word2, payload, bytes);
    int written = write(out.part(0, whole));
    if (written < whole) {
      hold(out.memory, written, whole);
    }
    return Offer.OK;
  }

  /**
   * See {@link Endpoint#offerSoon}. The first frame of the rank's turn leaves at once, for it may
   * be the only one.
   */
  Offer offerSoon(long word0, long word1, long word2, Source payload, int bytes) {
    if (writtenInTurn != buffers.turn() || bytes > MOST_JOINED_BYTES || owedBytes > 0) {
      return offer(word0, word1, word2, payload, bytes);
    }
    if (pending == null) {
      pending = buffers.take(Buffers.LARGE_BYTES);
      pendingAt = 0;
      pendingEnd = 0;
    }
    Offer answer = append(word0, word1, word2, payload, bytes);
    if (pendingEnd - pendingAt >= JOINED_BYTES) {
      flush();
    }
    return answer == Offer.OK && pending != null ? Offer.KEPT : answer;
  }

  private static boolean isThereFor(MemorySegment memory, Thread thread) {
    return !memory.isReadOnly() && memory.scope().isAlive() && memory.isAccessibleBy(thread);
  }

  /** Writes a frame whose header is in {@code out} and whose payload stays where it is. */
  private void send(
      DirectSocket socket, Block out, MemorySegment memory, Source payload, int bytes) {
    long at = memory.byteSize() - payload.remainingBytes();
    int ofHeader = write(socket, out.memory, 0, Wire.HEADER_BYTES, true);
    int ofPayload = ofHeader == Wire.HEADER_BYTES ? write(socket, memory, at, bytes, false) : 0;
    payload.position(at + ofPayload);
    if (ofPayload < bytes) {
      Block p = hold(out.memory, ofHeader, Wire.HEADER_BYTES);
      payload.read(p.memory, pendingEnd, bytes - ofPayload);
      pendingEnd += bytes - ofPayload;
    }
  }

  /** The kernel is full: a few frames more wait here, unless they can go without being copied. */
  private Offer append(long word0, long word1, long word2, Source payload, int bytes) {
    Block p = pending;
    int whole = Wire.frameBytes(bytes);
    if (Wire.socketFor(pipe, bytes) != null) {
      return Offer.BUSY;
    }
    if (p == null || p.capacity() - (pendingEnd - pendingAt) < whole) {
      return Offer.BUSY;
    }
    if (p.capacity() - pendingEnd < whole) {
      MemorySegment.copy(p.memory, pendingAt, p.memory, 0, pendingEnd - pendingAt);
      pendingEnd -= pendingAt;
      pendingAt = 0;
    }
    Wire.frame(p.memory, pendingEnd, word0, word1, word2, payload, bytes);
    pendingEnd += whole;
    return Offer.OK;
  }

  private Block hold(MemorySegment memory, int from, int end) {
    Block p = buffers.take(Buffers.LARGE_BYTES);
    MemorySegment.copy(memory, from, p.memory, 0, end - from);
    pending = p;
    pendingAt = 0;
    pendingEnd = end - from;
    return p;
  }

  /** See {@link Endpoint#stream}. */
  long stream(long word0, long word1, long word2, Source payload, long bytes) {
    if (pending != null && !flush()) {
      return hasFailed() ? Endpoint.LOST : 0;
    }
    if (owedBytes == 0) {
      int longest = (int) Math.min(Wire.MAX_STREAMED_BYTES, bytes) & -Long.BYTES;
      MemorySegment memory = longest > Wire.MAX_PAYLOAD_BYTES ? payload.contiguous() : null;
      // Any thread of the rank may have to bring the rest on its way.
      boolean isLong = memory != null && isThereFor(memory, ANY);
      DirectSocket socket = isLong ? pipe.direct() : null;
      if (socket == null) {
        int piece = (int) Math.min(Wire.PIECE_BYTES, bytes);
        return offer(word0, word1, word2, payload, piece).taken(piece);
      }
      Block out = buffers.out();
      Wire.header(out.memory, 0, word0, word1, word2, longest);
      int ofHeader = write(socket, out.memory, 0, Wire.HEADER_BYTES, true);
      owedBytes = ofHeader == 0 ? 0 : longest;
      if (ofHeader < Wire.HEADER_BYTES) {
        if (ofHeader > 0) {
          hold(out.memory, ofHeader, Wire.HEADER_BYTES);
        }
        return 0;
      }
    }
    return streamOwed(payload);
  }

  /** Writes what is owed straight from where it lies. */
  private long streamOwed(Source payload) {
    DirectSocket socket = pipe.direct();
    MemorySegment memory = payload.contiguous();
    if (socket == null || memory == null) {
      throw new IllegalStateException("the rest of a frame is offered that never began");
    }
    long begin = memory.byteSize() - payload.remainingBytes();
    long at = begin;
    int written;
    do {
      written = write(socket, memory, at, owedBytes, false);
      at += written;
      owedBytes -= written;
    } while (owedBytes > 0 && written == DirectSocket.MOST_BYTES);
    payload.position(at);
    return hasFailed() ? Endpoint.LOST : at - begin;
  }

  /** Writes what waits; whether nothing waits any more. */
  boolean flush() {
    Block p = pending;
    if (p != null) {
      pendingAt += write(p.part(pendingAt, pendingEnd));
      if (pendingAt == pendingEnd) {
        pending = null;
        buffers.give(p);
      }
    }
    return pending == null && isFlushed();
  }

  private boolean isFlushed() {
    try {
      return pipe.flush();
    } catch (IOException e) {
      failure = e;
      return true;
    }
  }

  /** How much the kernel took; all, if there is no use in trying again. */
  private int write(ByteBuffer from) {
    int bytes = from.remaining();
    buffers.noteWrite();
    said++;
    try {
      return pipe.write(from);
    } catch (IOException e) {
      // What the peer sent before is still to be read; reading tells of the end, too.
      failure = e;
      return bytes;
    }
  }

  /** As {@link #write(ByteBuffer)}, from memory of any kind. */
  private int write(
      DirectSocket socket, MemorySegment from, long at, int bytes, boolean isMoreToCome) {
    buffers.noteWrite();
    said++;
    try {
      return socket.write(from, at, bytes, isMoreToCome);
    } catch (IOException e) {
      failure = e;
      return bytes;
    }
  }

  /** Puts the goodbye behind what waits; a peer that lacks a part of a frame will not hear it. */
  void bye() {
    if (owedBytes > 0) {
      owedBytes = 0;
      return;
    }
    Block p = pending;
    int waiting = p == null ? 0 : pendingEnd - pendingAt;
    Block last = new Block(waiting + Wire.HEADER_BYTES);
    if (p != null) {
      MemorySegment.copy(p.memory, pendingAt, last.memory, 0, waiting);
    }
    Wire.bye(last.memory, waiting);
    pending = last;
    pendingAt = 0;
    pendingEnd = waiting + Wire.HEADER_BYTES;
  }
}
