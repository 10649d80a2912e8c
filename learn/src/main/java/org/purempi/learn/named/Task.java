package org.purempi.learn.named;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.purempi.Op;

/**
 * An operation that all ranks do now.
 *
 * @param submission what this rank gives and gets; null if it has joined
 */
record Task(Request request, @Nullable Submission submission) {
  /** What can be combined in one message. */
  private record Likeness(NumberType type, Op op) {}

  /**
   * Puts allreduces of one type and operator together, as long as they are no larger than a number
   * of bytes. Decides by requests only, so all ranks decide alike.
   *
   * @return what is done together, in the order of the first ones
   */
  static List<List<Task>> fused(List<Task> tasks, long mostBytes) {
    List<List<Task>> batches = new ArrayList<>();
    Map<Likeness, List<Task>> open = new LinkedHashMap<>();
    Map<Likeness, Long> bytes = new LinkedHashMap<>();
    for (Task task : tasks) {
      Request r = task.request;
      if (r.kind() != Kind.ALLREDUCE) {
        batches.add(List.of(task));
        continue;
      }
      var likeness = new Likeness(r.type(), r.reduction().rule().op());
      long together = bytes.getOrDefault(likeness, 0L) + r.bytes();
      List<Task> batch = open.get(likeness);
      if (batch == null || together > mostBytes) {
        batch = new ArrayList<>();
        batches.add(batch);
        open.put(likeness, batch);
        together = r.bytes();
      }
      batch.add(task);
      bytes.put(likeness, together);
    }
    return batches;
  }
}
