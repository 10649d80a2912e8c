package org.purempi.learn;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A rule that changes values by their gradients, number by number: so each rank can apply it to a
 * part of a model. It keeps no state itself, but works on what it is handed.
 */
public interface Optimizer {
  /** How many numbers of state belong to each value, zero before the first step. */
  int stateWidth();

  /**
   * One step. All memory is float32 of the same size.
   *
   * @param values are changed in place
   * @param gradient is read
   * @param state {@link #stateWidth} memories, changed in place
   * @param step 1, 2, …
   */
  void update(MemorySegment values, MemorySegment gradient, List<MemorySegment> state, long step);

  /** The same rule with another learning rate. */
  Optimizer withRate(double rate);
}
