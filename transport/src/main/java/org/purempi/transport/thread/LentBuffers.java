package org.purempi.transport.thread;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.memory.Loans;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Source;

/**
 * The buffers that one rank has lent. The rank itself lends and reclaims; borrowers only look up
 * descriptors that came to them in a frame, so each entry they read was stored before.
 */
final class LentBuffers implements Loans {
  private static final int WORTH_FROM_BYTES = 8192;

  private volatile @Nullable Source[] sources = new @Nullable Source[8];

  /** For a free entry the next free one; the lender's alone. */
  private int[] nextFree = new int[8];

  private int firstFree = -1;
  private int used;

  /**
   * Two short frames cost less than copying more than so much twice. No less than between
   * processes: a program that counts on its short sends not to wait does so on threads, too.
   */
  @Override
  public int worthFromBytes() {
    return WORTH_FROM_BYTES;
  }

  @Override
  public long lend(Source source) {
    int entry = firstFree;
    if (entry >= 0) {
      firstFree = nextFree[entry];
    } else {
      entry = used++;
      if (entry == nextFree.length) {
        nextFree = Arrays.copyOf(nextFree, 2 * entry);
        sources = Arrays.copyOf(sources, 2 * entry);
      }
    }
    sources[entry] = source;
    return entry;
  }

  @Override
  public void reclaim(long descriptor) {
    int entry = (int) descriptor;
    sources[entry] = null;
    nextFree[entry] = firstFree;
    firstFree = entry;
  }

  Source get(long descriptor) {
    @Nullable Source[] all = sources;
    Source source = descriptor < 0 || descriptor >= all.length ? null : all[(int) descriptor];
    if (source == null) {
      throw new MalformedException("descriptor " + descriptor + " is not lent (any more)");
    }
    return source;
  }
}
