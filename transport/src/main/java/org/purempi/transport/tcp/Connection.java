package org.purempi.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;

/** The frames of one pair of ranks, over one socket. Belongs to the rank's thread. */
final class Connection {
  private final int peer;
  private final Pipe pipe;
  private final Buffers buffers;

  /** A frame that has come in part, or frames that a handler left behind; {@code held} bytes. */
  private @Nullable Block stash;

  private int held;

  /** What the kernel has not taken yet, from {@code pendingAt} to {@code pendingEnd}. */
  private @Nullable Block pending;

  private int pendingAt;
  private int pendingEnd;

  /** The peer's goodbye has come. */
  private boolean hasLeft;

  /** Why nothing can be sent any more; what has come can still be read. */
  private @Nullable String sendFailure;

  /** Why it is over; null while it is not. */
  private @Nullable String ending;

  private boolean isMalformed;

  private int heard;
  private int said;

  Connection(int peer, Pipe pipe, Buffers buffers) {
    this.peer = peer;
    this.pipe = pipe;
    this.buffers = buffers;
  }

  int peer() {
    return peer;
  }

  Pipe pipe() {
    return pipe;
  }

  /** Why it is over, in words that follow the peer's name; null while it is not. */
  @Nullable String ending() {
    return ending;
  }

  /** Why offers fail; null while they do not. */
  @Nullable String sendFailure() {
    return ending != null ? ending : sendFailure;
  }

  boolean hasLeft() {
    return hasLeft;
  }

  /** What has gone over it so far. */
  Silence.Pulse pulse() {
    return new Silence.Pulse(this, heard, said);
  }

  /** Its peer's system is silent. */
  void giveUp() {
    end(Ending.SILENT);
  }

  /** Whether what came was no frame of ours. */
  boolean isMalformed() {
    return isMalformed;
  }

  /** Whether bytes of frames that were taken are still here. */
  boolean hasUnsent() {
    return sendFailure() == null && (pending != null || !isFlushed());
  }

  /** Whether frames wait here that no selector tells of. */
  boolean hasMore() {
    Block s = stash;
    return pipe.hasMore() || (s != null && isWhole(s.memory, held));
  }

  /** Reads once, hands over the frames that are complete, and returns how many. */
  int receive(FrameHandler handler) {
    if (ending != null) {
      return 0;
    }
    try {
      Block s = stash;
      if (s == null) {
        return receive(0, handler);
      }
      if (isWhole(s.memory, held)) {
        return dispatch(s.memory, held, handler);
      }
      return held <= Buffers.SMALL_BYTES ? receive(held, handler) : receiveRest(s, handler);
    } catch (IOException e) {
      end(Ending.of(e, hasLeft));
      return 0;
    }
  }

  /** Reads behind {@code prefix} bytes that are held already. */
  private int receive(int prefix, FrameHandler handler) throws IOException {
    Block in = buffers.in();
    buffers.noteRead();
    int bytes = pipe.read(in.part(prefix, in.capacity()));
    if (bytes <= 0) {
      return nothing(bytes);
    }
    heard++;
    Block s = stash;
    if (s != null) {
      MemorySegment.copy(s.memory, 0, in.memory, 0, prefix);
      drop(s);
    }
    return dispatch(in.memory, prefix + bytes, handler);
  }

  /** Reads the rest of a long frame to where its beginning is, and what follows. */
  private int receiveRest(Block s, FrameHandler handler) throws IOException {
    Block in = buffers.in();
    int whole = Wire.frameBytes(s.memory, 0);
    buffers.noteRead();
    ByteBuffer rest = s.part(held, whole);
    long bytes = pipe.read(rest, in.part(0, in.capacity()));
    if (bytes <= 0) {
      return nothing(bytes);
    }
    heard++;
    if (rest.hasRemaining()) {
      held += (int) bytes;
      return 0;
    }
    int more = (int) bytes - (whole - held);
    held = whole;
    boolean isDone = false;
    int frames;
    try {
      frames = dispatch(s.memory, whole, handler);
      isDone = true;
    } finally {
      if (!isDone) {
        keep(in.memory, 0, more);
      }
    }
    return frames + dispatch(in.memory, more, handler);
  }

  private int nothing(long bytes) {
    if (bytes < 0) {
      end(Ending.ofEnd(hasLeft));
    }
    return 0;
  }

  /** Hands over the frames in the first {@code end} bytes and keeps what is left. */
  private int dispatch(MemorySegment memory, int end, FrameHandler handler) {
    int at = 0;
    int frames = 0;
    try {
      while (end - at >= Wire.HEADER_BYTES) {
        int whole = Wire.frameBytes(memory, at);
        if (whole == Wire.MALFORMED || hasLeft) {
          at = end;
          malformed();
        } else if (whole > end - at) {
          break;
        } else {
          int frame = at;
          at += whole;
          if (Wire.kind(memory, frame) == Wire.FRAME) {
            frames++;
            hand(memory, frame, handler);
          } else {
            hasLeft = true;
          }
        }
      }
    } finally {
      // Also when the handler throws: the frames behind this one are for the next poll.
      keep(memory, at, end);
    }
    return frames;
  }

  private void hand(MemorySegment memory, int frame, FrameHandler handler) {
    handler.frame(
        peer,
        Wire.word0(memory, frame),
        Wire.word1(memory, frame),
        Wire.word2(memory, frame),
        memory,
        (long) frame + Wire.HEADER_BYTES,
        Wire.payloadBytes(memory, frame));
  }

  private void malformed() {
    isMalformed = true;
    end("sent bytes that are no frame of purempi; the connection was closed");
  }

  /** Keeps the bytes from {@code from} to {@code end}, which begin with a frame. */
  private void keep(MemorySegment memory, int from, int end) {
    int left = end - from;
    Block s = stash;
    if (left == 0) {
      if (s != null) {
        drop(s);
      }
      return;
    }
    int needed = Math.max(left, Wire.HEADER_BYTES);
    if (left >= Wire.HEADER_BYTES) {
      needed = Math.max(needed, Wire.frameBytes(memory, from));
    }
    if (s != null && s.capacity() >= needed) {
      MemorySegment.copy(memory, from, s.memory, 0, left);
    } else {
      Block larger = buffers.take(needed);
      MemorySegment.copy(memory, from, larger.memory, 0, left);
      if (s != null) {
        buffers.give(s);
      }
      stash = larger;
    }
    held = left;
  }

  private void drop(Block s) {
    buffers.give(s);
    stash = null;
    held = 0;
  }

  private static boolean isWhole(MemorySegment memory, int bytes) {
    return bytes >= Wire.HEADER_BYTES && Wire.frameBytes(memory, 0) <= bytes;
  }

  /** See {@link org.purempi.transport.Endpoint#offer}. */
  Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
    if (sendFailure() != null) {
      return Offer.FAILED;
    }
    if (pending != null && !flush()) {
      return sendFailure() != null ? Offer.FAILED : append(word0, word1, word2, payload, bytes);
    }
    Block out = buffers.out();
    int whole = Wire.frameBytes(bytes);
    Wire.frame(out.memory, 0, word0, word1, word2, payload, bytes);
    int written = write(out.part(0, whole));
    if (written < whole) {
      hold(out.memory, written, whole);
    }
    return Offer.OK;
  }

  /** The kernel is full: a few frames more wait here. */
  private Offer append(long word0, long word1, long word2, Source payload, int bytes) {
    Block p = pending;
    int whole = Wire.frameBytes(bytes);
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

  private void hold(MemorySegment memory, int from, int end) {
    Block p = buffers.take(Buffers.LARGE_BYTES);
    MemorySegment.copy(memory, from, p.memory, 0, end - from);
    pending = p;
    pendingAt = 0;
    pendingEnd = end - from;
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
      sendFailure = Ending.of(e, hasLeft);
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
      sendFailure = Ending.of(e, hasLeft);
      return bytes;
    }
  }

  /** Puts the goodbye behind what waits. */
  void bye() {
    if (sendFailure() != null) {
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

  private void end(String why) {
    if (ending == null) {
      ending = why;
      try {
        pipe.close();
      } catch (IOException e) {
        ending = why + " (and could not be closed: " + e.getMessage() + ")";
      }
    }
  }
}
