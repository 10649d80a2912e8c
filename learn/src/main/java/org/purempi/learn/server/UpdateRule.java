package org.purempi.learn.server;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.purempi.learn.Optimizer;

/**
 * What a server does with what has been pushed: the updater of ps-lite and MXNet. It works number
 * by number, for a server has only a range of a large key.
 */
@FunctionalInterface
public interface UpdateRule {
  /** {@code values ← pushed}: with BSP a pull gets what the workers have pushed, combined. */
  UpdateRule ASSIGN = (values, pushed, state, step) -> values.copyFrom(pushed);

  /** {@code values ← values + pushed}: a running sum. */
  UpdateRule ADD = (values, pushed, state, step) -> Floats.add(values, pushed);

  /**
   * One step. All memory is float32 of the same size. A rule that throws breaks the key: whoever
   * pushes or pulls it gets an error from then on.
   *
   * @param values are changed in place
   * @param pushed with BSP the mean of a round, or its sum if the server was asked for it; else one
   *     worker's push. May be changed
   * @param state {@link #stateWidth} memories, zero before the first step, changed in place
   * @param step 1, 2, … of these values
   */
  void update(MemorySegment values, MemorySegment pushed, List<MemorySegment> state, long step);

  /** How many numbers of state belong to each value. */
  default int stateWidth() {
    return 0;
  }

  /** The server takes an optimiser's steps, and holds its state. */
  static UpdateRule of(Optimizer optimizer) {
    return new UpdateRule() {
      @Override
      public void update(
          MemorySegment values, MemorySegment pushed, List<MemorySegment> state, long step) {
        optimizer.update(values, pushed, state, step);
      }

      @Override
      public int stateWidth() {
        return optimizer.stateWidth();
      }
    };
  }
}
