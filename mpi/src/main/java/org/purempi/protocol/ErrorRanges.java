package org.purempi.protocol;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.purempi.Mpi;

/**
 * Which failures revoke a communicator here: its info {@code mpi_error_range}, as drafts of
 * user-level failure mitigation have it. Belongs to the rank's lock.
 */
public final class ErrorRanges {
  /** Whose failure does. */
  public enum Range {
    /** Nobody's. */
    LOCAL,
    /** That of a rank of the communicator. */
    GROUP,
    /** That of any process that this one knows of. */
    UNIVERSE
  }

  private final ContextTable contexts;
  private final Map<Long, Range> ranges = new HashMap<>();

  ErrorRanges(ContextTable contexts) {
    this.contexts = contexts;
  }

  void set(Peers all, Range range) {
    if (range == Range.LOCAL) {
      ranges.remove(all.context());
    } else {
      ranges.put(all.context(), range);
    }
  }

  /** The contexts that the failure of a process ends. */
  List<Long> endedBy(int process) {
    return ranges.entrySet().stream()
        .filter(e -> e.getValue() == Range.UNIVERSE || isIn(e.getKey(), process))
        .map(Map.Entry::getKey)
        .toList();
  }

  private boolean isIn(long context, int process) {
    Peers all = contexts.everybody(context);
    return all != null && all.rankOf(process) != Mpi.UNDEFINED;
  }
}
