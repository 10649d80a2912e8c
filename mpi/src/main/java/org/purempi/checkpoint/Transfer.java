package org.purempi.checkpoint;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.purempi.checkpoint.Share.Layout;

/**
 * What a rank needs of an old rank's piece.
 *
 * @param from the old rank
 * @param item the number of the registered item
 * @param saved the number of the item in the checkpoint
 * @param elementBytes the bytes of an element
 * @param run which elements, and where they go
 * @param slot in which of the item's memories they go
 */
record Transfer(int from, int item, int saved, long elementBytes, Run run, int slot) {
  long bytes() {
    return run.count() * elementBytes;
  }

  /**
   * All that a rank needs; every rank can tell it of every other.
   *
   * @param rank whose
   * @param ranks how many ranks there are now
   */
  static List<Transfer> plan(Manifest manifest, List<Item> items, int rank, int ranks) {
    var plan = new ArrayList<Transfer>();
    int before = manifest.ranks();
    for (int item = 0; item < items.size(); item++) {
      Shape shape = items.get(item).shape();
      int saved = manifest.item(shape.name());
      if (shape.isDealt()) {
        Share now = shape.share(rank, ranks);
        for (int old = 0; old < before; old++) {
          Run run = Run.between(shape.share(old, before), now);
          if (run.count() > 0) {
            plan.add(new Transfer(old, item, saved, shape.elementBytes(), run, 0));
          }
        }
      } else if (shape.layout() == Layout.REPLICATED || before == ranks) {
        int old = shape.layout() == Layout.REPLICATED ? 0 : rank;
        plan.add(whole(manifest, old, item, saved, 0));
      } else {
        for (int old = 0; old < before; old++) {
          plan.add(whole(manifest, old, item, saved, old));
        }
      }
    }
    return plan;
  }

  private static Transfer whole(Manifest manifest, int old, int item, int saved, int slot) {
    long bytes = manifest.parts().get(old).lengths().get(saved);
    return new Transfer(old, item, saved, 1, Run.whole(bytes), slot);
  }

  /** Memory for all that a plan of {@code rank} brings: for each item, for each slot. */
  static List<List<MemorySegment>> room(
      Arena arena, Manifest manifest, List<Item> items, int rank, int ranks) {
    var room = new ArrayList<List<MemorySegment>>();
    List<Transfer> plan = plan(manifest, items, rank, ranks);
    for (int item = 0; item < items.size(); item++) {
      Shape shape = items.get(item).shape();
      var slots = new ArrayList<MemorySegment>();
      if (shape.isDealt()) {
        slots.add(arena.allocate(shape.share(rank, ranks).length() * shape.elementBytes()));
      } else {
        for (Transfer transfer : plan) {
          if (transfer.item == item) {
            slots.add(arena.allocate(transfer.bytes()));
          }
        }
      }
      room.add(slots);
    }
    return room;
  }
}
