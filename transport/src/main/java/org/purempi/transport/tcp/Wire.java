package org.purempi.transport.tcp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.purempi.channel.Pipe;
import org.purempi.os.fast.DirectSocket;
import org.purempi.transport.Source;

/**
 * A frame on the wire, little-endian.
 *
 * <pre>
 *   0        4      8       16      24      32
 *   ├────────┼──────┼───────┼───────┼───────┼─────────────────┬─────────┐
 *   │ length │ kind │ word0 │ word1 │ word2 │ length bytes    │ 0 … 7 × │
 *   │  int   │ int  │ long  │ long  │ long  │ of payload      │ zero    │
 *   └────────┴──────┴───────┴───────┴───────┴─────────────────┴─────────┘
 * </pre>
 *
 * <p>Every frame is a multiple of 8 bytes long, so that in a buffer that begins with a frame all
 * payloads are aligned. A frame of kind {@link #BYE} has no words and no payload: its sender leaves
 * and sends nothing after it.
 */
final class Wire {
  /** What both sides of a connection must agree on; changes with every change of the bytes. */
  static final byte VERSION = 2;

  static final int HEADER_BYTES = 32;

  /** Copying less to a buffer costs no more than another call of the system. */
  static final int LEAST_DIRECT_BYTES = 32 << 10;

  static final int MAX_PAYLOAD_BYTES = 64 << 10;

  /**
   * A frame of so much payload goes through the loopback interface, and most network cards, as one
   * segment: of 65,535 bytes with the headers of IP and TCP. A few bytes more cost as much as
   * another 64 KiB.
   */
  static final int PIECE_BYTES = 65_408;

  /** The longest frame that comes as a whole. */
  static final int MAX_FRAME_BYTES = HEADER_BYTES + MAX_PAYLOAD_BYTES;

  /**
   * A frame of more payload than {@link #MAX_PAYLOAD_BYTES} is a part of a stream, read to where it
   * belongs, or handed over as it comes. Other frames wait so long.
   */
  static final int MAX_STREAMED_BYTES = 1 << 20;

  /** A frame that somebody offered. */
  static final int FRAME = 1;

  /** The last frame of a sender that leaves in peace. */
  static final int BYE = 2;

  /** What {@link #frameBytes} answers for a header that no sender of ours writes. */
  static final int MALFORMED = -1;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int KIND = 4;
  private static final int WORD0 = 8;
  private static final int WORD1 = 16;
  private static final int WORD2 = 24;

  private Wire() {}

  /** The length of a frame with so many bytes of payload. */
  static int frameBytes(int payloadBytes) {
    return HEADER_BYTES + ((payloadBytes + Long.BYTES - 1) & -Long.BYTES);
  }

  /** Whether no zeros follow so many bytes of payload. */
  private static boolean fills(int payloadBytes) {
    return payloadBytes % Long.BYTES == 0;
  }

  /**
   * For so much payload that should not be copied; null for less. Pieces of a stream are copied:
   * several are read at once.
   */
  static @Nullable DirectSocket socketFor(Pipe pipe, int payloadBytes) {
    boolean isShort = payloadBytes < LEAST_DIRECT_BYTES || payloadBytes == PIECE_BYTES;
    return isShort || !fills(payloadBytes) ? null : pipe.direct();
  }

  /** The length of the frame whose header lies at {@code at}, or {@link #MALFORMED}. */
  static int frameBytes(MemorySegment memory, long at) {
    int payload = payloadBytes(memory, at);
    return switch (kind(memory, at)) {
      case FRAME -> isValid(payload) ? frameBytes(payload) : MALFORMED;
      case BYE -> payload == 0 ? HEADER_BYTES : MALFORMED;
      default -> MALFORMED;
    };
  }

  private static boolean isValid(int payload) {
    return payload >= 0
        && payload <= MAX_STREAMED_BYTES
        && (payload <= MAX_PAYLOAD_BYTES || fills(payload));
  }

  static int payloadBytes(MemorySegment memory, long at) {
    return memory.get(INT, at);
  }

  static int kind(MemorySegment memory, long at) {
    return memory.get(INT, at + KIND);
  }

  static long word0(MemorySegment memory, long at) {
    return memory.get(LONG, at + WORD0);
  }

  static long word1(MemorySegment memory, long at) {
    return memory.get(LONG, at + WORD1);
  }

  static long word2(MemorySegment memory, long at) {
    return memory.get(LONG, at + WORD2);
  }

  /** Writes a frame with the next {@code bytes} bytes of {@code payload}. */
  static void frame(
      MemorySegment memory,
      long at,
      long word0,
      long word1,
      long word2,
      Source payload,
      int bytes) {
    header(memory, at, word0, word1, word2, bytes);
    if (bytes > 0) {
      // The last word, of which only a part may be payload: nothing else of ours goes out.
      memory.set(LONG, at + frameBytes(bytes) - Long.BYTES, 0);
      payload.read(memory, at + HEADER_BYTES, bytes);
    }
  }

  /** Writes what stands before {@code bytes} bytes of payload. */
  static void header(MemorySegment memory, long at, long word0, long word1, long word2, int bytes) {
    memory.set(INT, at, bytes);
    memory.set(INT, at + KIND, FRAME);
    memory.set(LONG, at + WORD0, word0);
    memory.set(LONG, at + WORD1, word1);
    memory.set(LONG, at + WORD2, word2);
  }

  /** Writes the frame of somebody who leaves. */
  static void bye(MemorySegment memory, long at) {
    memory.asSlice(at, HEADER_BYTES).fill((byte) 0);
    memory.set(INT, at + KIND, BYE);
  }
}
