package org.purempi.transport.link;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Transport;

/** One further transport, whose ranks have other numbers here. */
final class Link implements FrameHandler {
  /** A look at sockets costs as much as ten looks at memory. A power of two. */
  private static final int POLLS_PER_LOOK = 8;

  private final String name;
  private final Transport transport;
  private final int[] numbers;
  private final boolean hasSharers;
  private FrameHandler handler = (peer, word0, word1, word2, memory, offset, bytes) -> {};
  private int polls;

  Link(String name, Transport transport, int[] numbers) {
    this.name = name;
    this.transport = transport;
    this.numbers = numbers;
    boolean any = false;
    for (int rank = 0; rank < numbers.length; rank++) {
      any |= rank != transport.rank() && transport.sharesMemory(rank);
    }
    this.hasSharers = any;
  }

  String name() {
    return name;
  }

  /** The rank here of a process; negative if it has none. */
  int rankOf(int process) {
    for (int rank = 0; rank < numbers.length; rank++) {
      if (numbers[rank] == process) {
        return rank;
      }
    }
    return -1;
  }

  Transport transport() {
    return transport;
  }

  /**
   * Takes what has come.
   *
   * @param isThorough whether sockets are looked at in any case
   */
  int poll(FrameHandler to, int most, boolean isThorough) {
    if (!hasSharers && !isThorough && (++polls & (POLLS_PER_LOOK - 1)) != 0) {
      return 0;
    }
    handler = to;
    return transport.poll(this, most);
  }

  @Override
  public void frame(
      int peer, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    handler.frame(numbers[peer], word0, word1, word2, memory, offset, bytes);
  }

  @Override
  public @Nullable MemorySegment landing(int peer, long word0, long word1, long word2, int bytes) {
    return handler.landing(numbers[peer], word0, word1, word2, bytes);
  }

  @Override
  public void landed(int peer, long word0, long word1, long word2, int bytes) {
    handler.landed(numbers[peer], word0, word1, word2, bytes);
  }

  @Override
  public void gone(int peer, String reason, boolean inPeace) {
    handler.gone(numbers[peer], LinkEndpoint.told(reason, peer), inPeace);
  }
}
