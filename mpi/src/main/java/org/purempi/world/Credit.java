package org.purempi.world;

/** How much unexpected data a rank keeps for each peer before the peer must ask first. */
final class Credit {
  private static final long LEAST_BYTES = 64 << 10;
  private static final long MOST_BYTES = 4 << 20;
  private static final int SHARE_OF_HEAP = 16;

  private Credit() {}

  static long bytes(int ranksInThisJvm) {
    long share = Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP / ranksInThisJvm;
    return Math.clamp(share, LEAST_BYTES, MOST_BYTES);
  }
}
