package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Region;
import org.purempi.transport.Transport;

/**
 * Memory that ranks reserve for each other: by the transport that connects them all, which of ranks
 * of several worlds is a link. Any thread, outside the lock.
 */
public final class Regions {
  private final Engine engine;

  /** Null if no transport connects all of them. */
  private final @Nullable Transport transport;

  /** For each rank its number there. */
  private final int[] numbers;

  Regions(Engine engine, @Nullable Transport transport, int[] numbers) {
    this.engine = engine;
    this.transport = transport;
    this.numbers = numbers;
  }

  /** Whether what this rank reserves can be mapped by another one. */
  public boolean areSharedWith(int rank) {
    return transport != null && transport.sharesMemory(numbers[rank]);
  }

  /** Whether what one of them reserves can be mapped by all; every rank is told the same. */
  public boolean areSharedByAll() {
    for (int rank = 0; rank < numbers.length; rank++) {
      if (!areSharedWith(rank)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the process of a rank is seen to have died; inside the lock too. Takes a while. */
  public boolean hasDied(int rank) {
    return transport != null && transport.hasDied(numbers[rank]);
  }

  /** Zeroed memory; null if there is not so much. */
  public @Nullable Region reserve(long bytes) {
    engine.progress.enter();
    try {
      Region region = transport == null ? null : transport.reserve(bytes);
      engine.gauges.reserved(region == null ? 0 : bytes);
      return region;
    } finally {
      engine.progress.leave();
    }
  }

  /** What one of them has reserved; null if it cannot be mapped. */
  public @Nullable MemorySegment map(Region region) {
    engine.progress.enter();
    try {
      return transport == null ? null : transport.map(region);
    } finally {
      engine.progress.leave();
    }
  }

  /** Gives memory back that this rank has reserved. */
  public void release(Region region) {
    engine.locked(() -> releaseInside(region));
  }

  /** As {@link #release}, inside the lock. */
  public void releaseInside(Region region) {
    if (transport != null) {
      transport.release(region);
      engine.gauges.reserved(-region.bytes());
    }
  }
}
