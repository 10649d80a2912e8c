package org.purempi.onesided;

import org.jspecify.annotations.Nullable;

/**
 * A rank's part as another rank sees it.
 *
 * @param rank whose it is
 * @param bytes how long it is; not known of a dynamic window
 * @param dispUnit bytes of one displacement
 * @param memory where it lies in this process; null if it must be asked for by frames
 */
record Target(int rank, long bytes, int dispUnit, @Nullable Exposed memory) {
  /** Whether it is the rank's whole memory, of which there is what it has attached. */
  boolean isDynamic() {
    return bytes == Long.MAX_VALUE;
  }
}
