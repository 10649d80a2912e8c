package org.purempi.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;
import org.purempi.os.fast.DirectSocket;
import org.purempi.transport.FrameHandler;

/** What comes over a connection: frames, whole or in parts, and its end. */
final class Inlet {
  private final int peer;
  private final Pipe pipe;
  private final Buffers buffers;

  /** A frame that has come in part, or frames that a handler left behind: at stashAt … stashEnd. */
  private @Nullable Block stash;

  private int stashAt;
  private int stashEnd;

  /** Where the payload of a frame is going that has come in part; null if there is none. */
  private @Nullable Landing landing;

  /** What is still to come of a frame that is handed over in parts; null if there is none. */
  private @Nullable Rest rest;

  /** A long frame has just come: the next may land, if no more than its header is read. */
  private boolean mayLand;

  /** The peer's goodbye has come. */
  private boolean hasLeft;

  /** Why it is over; null while it is not. */
  private @Nullable String ending;

  private boolean isMalformed;
  private int heard;

  /** The words of a frame, and how much of its payload has not come. */
  private static final class Rest {
    private final long word0;
    private final long word1;
    private final long word2;
    private int bytes;

    Rest(MemorySegment memory, int at, int bytes) {
      this.word0 = Wire.word0(memory, at);
      this.word1 = Wire.word1(memory, at);
      this.word2 = Wire.word2(memory, at);
      this.bytes = bytes;
    }
  }

  Inlet(int peer, Pipe pipe, Buffers buffers) {
    this.peer = peer;
    this.pipe = pipe;
    this.buffers = buffers;
  }

  @Nullable String ending() {
    return ending;
  }

  boolean hasLeft() {
    return hasLeft;
  }

  boolean isMalformed() {
    return isMalformed;
  }

  /** How often something has come. */
  int heard() {
    return heard;
  }

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
      Rest r = rest;
      if (r != null) {
        return receiveRest(r, handler);
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
    int bytes = read(in, end, mayLand ? at + Wire.HEADER_BYTES : in.capacity());
    return bytes > 0 ? dispatch(in, at, end + bytes, handler) : 0;
  }

  private int read(Block in, int begin, int end) throws IOException {
    buffers.noteRead();
    return came(pipe.read(in.part(begin, end)));
  }

  /** Reads more of a payload to where it belongs. */
  private int land(Landing l, FrameHandler handler) throws IOException {
    buffers.noteRead();
    if (came(l.read()) == 0 || !l.isDone()) {
      return 0;
    }
    landing = null;
    mayLand = true;
    l.tell(peer, handler);
    return 1;
  }

  /** Reads more of a frame that is not waited for as a whole, and hands it over. */
  private int receiveRest(Rest r, FrameHandler handler) throws IOException {
    Block in = buffers.in();
    int bytes = read(in, 0, Math.min(in.capacity(), r.bytes));
    if (bytes == 0) {
      return 0;
    }
    r.bytes -= bytes;
    rest = r.bytes == 0 ? null : r;
    handler.frame(peer, r.word0, r.word1, r.word2, in.memory, 0, bytes);
    return 1;
  }

  /** How many bytes came; the end of the stream is noted, and none. */
  private int came(int bytes) {
    if (bytes > 0) {
      heard++;
    } else if (bytes < 0) {
      end(Ending.ofEnd(hasLeft));
    }
    return Math.max(0, bytes);
  }

  /** Hands over the frames from {@code from} to {@code end} and keeps what is left. */
  private int dispatch(Block block, int from, int end, FrameHandler handler) {
    MemorySegment memory = block.memory;
    int at = from;
    int frames = 0;
    try {
      while (end - at >= Wire.HEADER_BYTES && ending == null) {
        int whole = Wire.frameBytes(memory, at);
        int frame = at;
        mayLand = false;
        if (whole == Wire.MALFORMED || hasLeft) {
          at = end;
          malformed();
        } else if (whole <= end - at) {
          at += whole;
          if (Wire.kind(memory, frame) == Wire.FRAME) {
            frames++;
            int bytes = Wire.payloadBytes(memory, frame);
            hand(memory, frame, bytes, handler);
            // Not when the handler threw: then more than a header may lie behind this frame.
            mayLand = Wire.socketFor(pipe, bytes) != null;
          } else {
            hasLeft = true;
          }
        } else if (begin(memory, at, end, whole, handler)) {
          at = end;
        } else if (whole > Wire.MAX_FRAME_BYTES) {
          rest = new Rest(memory, frame, whole - (end - frame));
          at = end;
          frames++;
          hand(memory, frame, end - frame - Wire.HEADER_BYTES, handler);
        } else {
          break;
        }
      }
    } finally {
      // Also when the handler throws: the frames behind this one are for the next poll.
      keep(block, ending == null ? at : end, end);
    }
    return frames;
  }

  /** Whether what is there of a frame, and what will come, goes to where it belongs. */
  private boolean begin(MemorySegment memory, int at, int end, int whole, FrameHandler handler) {
    int bytes = Wire.payloadBytes(memory, at);
    int missing = whole - (end - at);
    DirectSocket socket = missing < Wire.LEAST_DIRECT_BYTES ? null : Wire.socketFor(pipe, bytes);
    if (socket == null) {
      return false;
    }
    long word0 = Wire.word0(memory, at);
    long word1 = Wire.word1(memory, at);
    long word2 = Wire.word2(memory, at);
    MemorySegment to = handler.landing(peer, word0, word1, word2, bytes);
    if (to == null) {
      return false;
    }
    Landing begun = new Landing(socket, to, word0, word1, word2);
    landing = begun;
    begun.write(memory, (long) at + Wire.HEADER_BYTES, end - at - Wire.HEADER_BYTES);
    return true;
  }

  private void hand(MemorySegment memory, int frame, int bytes, FrameHandler handler) {
    handler.frame(
        peer,
        Wire.word0(memory, frame),
        Wire.word1(memory, frame),
        Wire.word2(memory, frame),
        memory,
        (long) frame + Wire.HEADER_BYTES,
        bytes);
  }

  private void malformed() {
    reject("no frame");
  }

  /** What came is nothing that a rank sends. */
  void reject(String what) {
    isMalformed |= ending == null;
    end("sent bytes that are not a frame of purempi (" + what + "); the connection was closed");
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

  /** It is over, unless it has been before. */
  void end(String why) {
    if (ending == null) {
      ending = why;
      landing = null;
      rest = null;
      try {
        pipe.close();
      } catch (IOException e) {
        ending = why + " (and could not be closed: " + e.getMessage() + ")";
      }
    }
  }
}
