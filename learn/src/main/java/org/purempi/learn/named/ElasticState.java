package org.purempi.learn.named;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.learn.Model;

/**
 * What learning needs to go on after ranks have died: the same memory on all ranks, of which each
 * keeps a copy. A rank that is new gets it from one that has lived on.
 *
 * <p>What is not kept here, such as the examples of a rank, the program makes anew for the ranks
 * that there are. One thread of a rank uses it.
 */
public final class ElasticState {
  private final List<Kept> all = new ArrayList<>();
  private long commits;

  /** Whether the copies hold anything. */
  private boolean isSaved;

  private record Kept(MemorySegment now, MemorySegment copy) {
    void restore() {
      now.copyFrom(copy);
    }

    void save() {
      copy.copyFrom(now);
    }
  }

  /** Nothing yet. */
  public ElasticState() {}

  /** Keeps a memory, too: on all ranks in the same order, and before the first commit. */
  public ElasticState keep(MemorySegment memory) {
    if (isSaved) {
      throw new IllegalStateException("say what is kept before the first commit");
    }
    all.add(new Kept(memory, Arena.ofAuto().allocate(memory.byteSize())));
    return this;
  }

  /** Keeps an array, too. */
  public ElasticState keep(float[] a) {
    return keep(MemorySegment.ofArray(a));
  }

  /** Keeps an array, too: such as the number of a step. */
  public ElasticState keep(long[] a) {
    return keep(MemorySegment.ofArray(a));
  }

  /** Keeps the values and buffers of a model, too; state of an optimizer is kept beside it. */
  public ElasticState keep(Model model) {
    model.parameters().forEach(p -> keep(p.values()));
    model.buffers().forEach(this::keep);
    return this;
  }

  /** Copies all: here {@link #restore} comes back to. Local. */
  public void commit() {
    save();
    commits++;
  }

  private void save() {
    all.forEach(Kept::save);
    isSaved = true;
  }

  /** How often has been committed; 0 on a rank that is new. */
  public long commits() {
    return commits;
  }

  /** Goes back to the last commit, or without one to before the first {@link #sync}. Local. */
  public void restore() {
    if (isSaved) {
      all.forEach(Kept::restore);
    }
  }

  /**
   * Gives all ranks the state of the one that has committed most often, the lowest of those, and
   * commits it; collective.
   *
   * @throws IllegalStateException on all ranks if they keep different numbers of bytes
   */
  public void sync(Communicator ranks) {
    if (!isSaved) {
      save(); // should it fail half-way
    }
    long bytes = all.stream().mapToLong(k -> k.now.byteSize()).sum();
    long[] each = new long[2 * ranks.size()];
    ranks.allgather(new long[] {commits, bytes}, each);
    int root = 0;
    for (int r = 0; r < ranks.size(); r++) {
      root = each[2 * r] > each[2 * root] ? r : root;
      if (each[2 * r + 1] != each[1]) {
        throw new IllegalStateException(
            "rank 0 keeps %d bytes and rank %d keeps %d: all must keep the same"
                .formatted(each[1], r, each[2 * r + 1]));
      }
    }
    for (Kept kept : all) {
      ranks.bcast(Buf.of(kept.now), root);
    }
    commits = each[2 * root];
    commit();
  }
}
