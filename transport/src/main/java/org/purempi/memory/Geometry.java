package org.purempi.memory;

import java.util.List;

/**
 * The sizes of the rings and inboxes of one transport.
 *
 * @param slots of a pair ring, a power of two: a frame takes one to eight
 * @param cellBytes the largest payload of a frame, a power of two
 * @param inboxSlots frames that an inbox holds, a power of two
 */
public record Geometry(int slots, int cellBytes, int inboxSlots) {
  /** Largest first; the last one is used when memory is short, for as many pairs as it allows. */
  private static final List<Geometry> CHOICES =
      List.of(
          new Geometry(1024, 8192, 16),
          new Geometry(512, 8192, 16),
          new Geometry(256, 8192, 16),
          new Geometry(256, 4096, 16),
          new Geometry(128, 4096, 16),
          new Geometry(128, 2048, 16),
          new Geometry(128, 1024, 16),
          new Geometry(64, 512, 8),
          new Geometry(64, 256, 8));

  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private static final int SLOTS_WITH_OWN_CORE = 512;

  private static final int MAX_CELL_BYTES = 8192;

  /**
   * The near block of large rings: as much as both first-level caches keep, and no more grains than
   * {@link RingSender#PLACE_MASK} tells apart.
   */
  private static final int MAX_NEAR_BYTES = 8192;

  /** The fewest: a quarter of them must hold the longest frame. */
  private static final int LEAST_SLOTS = 4 * RingSender.MOST_SLOTS;

  /** The near block of small rings, in cells. */
  private static final int NEAR_CELLS = 4;

  /** Rejects sizes that the rings cannot index. */
  public Geometry {
    if (Integer.bitCount(slots) != 1 || slots < LEAST_SLOTS || Integer.bitCount(inboxSlots) != 1) {
      throw new IllegalArgumentException(
          "slots must be powers of two, those of a ring at least "
              + LEAST_SLOTS
              + ": "
              + slots
              + " and "
              + inboxSlots);
    }
    if (Integer.bitCount(cellBytes) != 1
        || cellBytes < SharedWords.LINE_BYTES
        || cellBytes > MAX_CELL_BYTES) {
      throw new IllegalArgumentException(
          "cells must be a power of two from "
              + SharedWords.LINE_BYTES
              + " to "
              + MAX_CELL_BYTES
              + " bytes: "
              + cellBytes);
    }
  }

  /**
   * The roomiest sizes with which {@code pairs} rings fit into {@code budgetBytes}; the smallest
   * there are when none fits. Where {@code ranks} ranks share cores they get twice the slots: a
   * burst that fits into the ring is sent before its receiver has the core, and two ranks with a
   * core each are faster with fewer lines.
   */
  public static Geometry choose(int ranks, long pairs, long budgetBytes) {
    boolean shareCores = ranks > CORES;
    for (Geometry choice : CHOICES) {
      if ((shareCores || choice.slots <= SLOTS_WITH_OWN_CORE)
          && choice.ringBytes() <= budgetBytes / pairs) {
        return choice;
      }
    }
    return CHOICES.getLast();
  }

  /** The smallest sizes there are. */
  public static Geometry smallest() {
    return CHOICES.getLast();
  }

  /** Bytes of one pair ring. */
  public long ringBytes() {
    return nearOffset() + nearBytes();
  }

  /** Where a ring's far cells begin: behind the slots, and what the last frame may need more. */
  long cellsOffset() {
    return RingSender.HEAD_BYTES
        + SharedWords.toLines((slots + RingSender.MOST_SLOTS - 1L) * RingSender.SLOT_BYTES);
  }

  /** Where a ring's near block begins. */
  long nearOffset() {
    return cellsOffset() + (long) slots / RingSender.MOST_SLOTS * cellBytes;
  }

  /** Bytes of a ring's near block, a power of two. */
  int nearBytes() {
    return Math.min(MAX_NEAR_BYTES, NEAR_CELLS * cellBytes);
  }

  /** Bytes of one inbox. */
  public long inboxBytes() {
    return Inbox.TAIL_BYTES + (long) inboxSlots * Inbox.slotBytes(cellBytes);
  }
}
