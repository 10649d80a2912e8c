package org.purempi.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.purempi.disk.CheckpointId;

/**
 * The copies that a process keeps in its memory: of its own data, and of its partner's. It outlives
 * communicators: after a failure the program opens a checkpoint over the ranks that are left with
 * the same copies. Close it when no checkpoint will be restored from it any more. Any thread.
 */
public final class MemoryCopies implements AutoCloseable {
  /** The last one that all have, and one that some may not have yet. */
  private static final int GENERATIONS = 2;

  /**
   * A piece that is kept.
   *
   * @param isShared whether partners keep copies of that checkpoint, too
   */
  private record Copy(Image image, boolean isShared) {}

  private final List<Copy> copies = new ArrayList<>();

  /** Nothing is kept yet. */
  public MemoryCopies() {}

  /** Keeps a piece, and lets go of older ones. */
  synchronized void keep(Image image, boolean isShared) {
    copies.add(new Copy(image.hold(), isShared));
    forget(true);
    forget(false);
  }

  private void forget(boolean isShared) {
    var ids = new TreeSet<CheckpointId>();
    copies.stream().filter(copy -> copy.isShared == isShared).forEach(c -> ids.add(c.image.id));
    while (ids.size() > GENERATIONS) {
      CheckpointId oldest = ids.pollFirst();
      for (Copy copy : List.copyOf(copies)) {
        if (copy.isShared == isShared && copy.image.id.equals(oldest)) {
          copies.remove(copy);
          copy.image.release();
        }
      }
    }
  }

  /** All pieces that are kept; they stay until {@link #keep} or {@link #close} is called. */
  synchronized List<Image> images() {
    return copies.stream().map(Copy::image).toList();
  }

  /** Lets go of all copies. */
  @Override
  public synchronized void close() {
    copies.forEach(copy -> copy.image.release());
    copies.clear();
  }
}
