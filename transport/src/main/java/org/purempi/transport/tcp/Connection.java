package org.purempi.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;
import org.purempi.os.DirectSocket;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;

/** The frames of one pair of ranks, over one socket. Belongs to the rank's thread. */
final class Connection {
  /** Copying less to a buffer costs no more than another call of the system. */
  private static final int LEAST_DIRECT_BYTES = 32 << 10;

  private final int peer;
  private final Pipe pipe;
  private final Buffers buffers;

  /** A frame that has come in part, or frames that a handler left behind: at stashAt … stashEnd. */
  private @Nullable Block stash;

  private int stashAt;
  private int stashEnd;

  /** Where the payload of a frame is going that has come in part; null if there is none. */
  private @Nullable Landing landing;

  /** A long frame has just come: the next may land, if no more than its header is read. */
  private boolean mayLand;

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
    return pipe.hasMore() || (s != null && isWhole(s));
  }

  /** Reads once, hands over the frames that are complete, and returns how many. */
  int receive(FrameHandler handler) {
    if (ending != null) {
      return 0;
    }
    try {
      Landing l = landing;
      if (l != null) {
        return land(l, handler);
      }
      Block s = stash;
      if (s == null) {
        return receive(buffers.in(), 0, 0, handler);
      }
      if (isWhole(s)) {
        return dispatch(s, stashAt, stashEnd, handler);
      }
      if (s.capacity() > Buffers.SMALL_BYTES) {
        return receive(s, stashAt, stashEnd, handler);
      }
      Block in = buffers.in();
      int held = stashEnd - stashAt;
      MemorySegment.copy(s.memory, stashAt, in.memory, 0, held);
      return receive(in, 0, held, handler);
    } catch (IOException e) {
      end(Ending.of(e, hasLeft));
      return 0;
    }
  }

  /** Reads behind the beginning of a frame, which lies from {@code at} to {@code end}. */
  private int receive(Block in, int at, int end, FrameHandler handler) throws IOException {
    buffers.noteRead();
    int bytes = pipe.read(in.part(end, mayLand ? at + Wire.HEADER_BYTES : in.capacity()));
    if (bytes <= 0) {
      return nothing(bytes);
    }
    heard++;
    return dispatch(in, at, end + bytes, handler);
  }

  /** Reads more of a payload to where it belongs. */
  private int land(Landing l, FrameHandler handler) throws IOException {
    buffers.noteRead();
    int bytes = l.read();
    if (bytes <= 0) {
      return nothing(bytes);
    }
    heard++;
    if (!l.isDone()) {
      return 0;
    }
    landing = null;
    mayLand = true;
    l.tell(peer, handler);
    return 1;
  }

  private int nothing(int bytes) {
    if (bytes < 0) {
      end(Ending.ofEnd(hasLeft));
    }
    return 0;
  }

  /** Hands over the frames from {@code from} to {@code end} and keeps what is left. */
  private int dispatch(Block block, int from, int end, FrameHandler handler) {
    MemorySegment memory = block.memory;
    int at = from;
    int frames = 0;
    try {
      while (end - at >= Wire.HEADER_BYTES) {
        int whole = Wire.frameBytes(memory, at);
        mayLand = false;
        if (whole == Wire.MALFORMED || hasLeft) {
          at = end;
          malformed();
        } else if (whole > end - at) {
          Landing begun = landing(memory, at, whole - (end - at), handler);
          if (begun != null) {
            int begin = at + Wire.HEADER_BYTES;
            at = end;
            landing = begun;
            begun.write(memory, begin, end - begin);
          }
          break;
        } else {
          int frame = at;
          at += whole;
          if (Wire.kind(memory, frame) == Wire.FRAME) {
            frames++;
            mayLand = socketFor(Wire.payloadBytes(memory, frame)) != null;
            hand(memory, frame, handler);
          } else {
            hasLeft = true;
          }
        }
      }
    } finally {
      // Also when the handler throws: the frames behind this one are for the next poll.
      keep(block, at, end);
    }
    return frames;
  }

  /** For the payload of the frame that begins here, so many bytes of which miss; or null. */
  private @Nullable Landing landing(
      MemorySegment memory, int at, int missing, FrameHandler handler) {
    int bytes = Wire.payloadBytes(memory, at);
    DirectSocket socket = missing < LEAST_DIRECT_BYTES ? null : socketFor(bytes);
    if (socket == null) {
      return null;
    }
    long word0 = Wire.word0(memory, at);
    long word1 = Wire.word1(memory, at);
    long word2 = Wire.word2(memory, at);
    MemorySegment to = handler.landing(peer, word0, word1, word2, bytes);
    return to == null ? null : new Landing(socket, to, word0, word1, word2);
  }

  /**
   * For so much payload that should not be copied; null for less. Pieces of a stream are copied:
   * several are read at once.
   */
  private @Nullable DirectSocket socketFor(int bytes) {
    boolean isShort = bytes < LEAST_DIRECT_BYTES || bytes == Wire.PIECE_BYTES;
    return isShort || !Wire.fills(bytes) ? null : pipe.direct();
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

  /** Keeps the bytes from {@code at} to {@code end}, which begin with a frame. */
  private void keep(Block block, int at, int end) {
    Block s = stash;
    if (at == end) {
      if (s != null) {
        buffers.give(s);
        stash = null;
      }
      return;
    }
    int left = end - at;
    boolean isKnown = left >= Wire.HEADER_BYTES;
    int whole = isKnown ? Wire.frameBytes(block.memory, at) : Wire.HEADER_BYTES;
    boolean hasRoom = s == block && block.capacity() >= whole;
    Block kept = hasRoom ? block : buffers.keep(block, Math.max(left, whole));
    boolean isInPlace = kept == block && block.capacity() - at >= whole;
    if (!isInPlace) {
      MemorySegment.copy(block.memory, at, kept.memory, 0, left);
    }
    stashAt = isInPlace ? at : 0;
    stashEnd = stashAt + left;
    stash = kept;
    if (s != null && s != kept) {
      buffers.give(s);
    }
  }

  private boolean isWhole(Block s) {
    return stashEnd - stashAt >= Wire.HEADER_BYTES
        && Wire.frameBytes(s.memory, stashAt) <= stashEnd - stashAt;
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
    DirectSocket socket = socketFor(bytes);
    if (socket != null) {
      MemorySegment memory = payload.contiguous();
      if (memory != null && isThere(memory)) {
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

  private static boolean isThere(MemorySegment memory) {
    return !memory.isReadOnly()
        && memory.scope().isAlive()
        && memory.isAccessibleBy(Thread.currentThread());
  }

  /** Writes a frame whose header is in {@code out} and whose payload stays where it is. */
  private void send(
      DirectSocket socket, Block out, MemorySegment memory, Source payload, int bytes) {
    buffers.noteWrite();
    said++;
    long at = memory.byteSize() - payload.remainingBytes();
    int ofHeader;
    int ofPayload = 0;
    try {
      ofHeader = socket.write(out.memory, 0, Wire.HEADER_BYTES, true);
      if (ofHeader == Wire.HEADER_BYTES) {
        buffers.noteWrite();
        ofPayload = socket.write(memory, at, bytes, false);
      }
    } catch (IOException e) {
      // As in write.
      sendFailure = Ending.of(e, hasLeft);
      ofHeader = Wire.HEADER_BYTES;
      ofPayload = bytes;
    }
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
    if (socketFor(bytes) != null) {
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
      landing = null;
      try {
        pipe.close();
      } catch (IOException e) {
        ending = why + " (and could not be closed: " + e.getMessage() + ")";
      }
    }
  }
}
