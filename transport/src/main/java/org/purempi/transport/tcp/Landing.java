package org.purempi.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.purempi.os.fast.DirectSocket;
import org.purempi.transport.FrameHandler;

/** A frame of which the header has come, and whose payload is read to where it belongs. */
final class Landing {
  private final DirectSocket socket;
  private final long word0;
  private final long word1;
  private final long word2;
  private MemorySegment to;
  private int landedBytes;

  /** All of {@code to} is the payload. */
  Landing(DirectSocket socket, MemorySegment to, long word0, long word1, long word2) {
    this.socket = socket;
    this.to = to;
    this.word0 = word0;
    this.word1 = word1;
    this.word2 = word2;
  }

  /** The first bytes have come already. */
  void write(MemorySegment from, long offset, int bytes) {
    landedBytes = bytes;
    MemorySegment.copy(from, offset, to, 0, bytes);
  }

  /** Reads what is there: 0 if nothing, −1 at the end. */
  int read() throws IOException {
    int bytes;
    try {
      bytes = socket.read(to, landedBytes, payloadBytes() - landedBytes);
    } catch (IllegalStateException e) {
      // Closed meanwhile, which is told once: what still comes is for nobody.
      to = MemorySegment.ofArray(new byte[payloadBytes()]);
      throw e;
    }
    landedBytes += Math.max(0, bytes);
    return bytes;
  }

  boolean isDone() {
    return landedBytes == to.byteSize();
  }

  void tell(int peer, FrameHandler handler) {
    handler.landed(peer, word0, word1, word2, payloadBytes());
  }

  private int payloadBytes() {
    return (int) to.byteSize();
  }
}
