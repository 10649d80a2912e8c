package org.purempi.learn.data;

import org.purempi.checkpoint.Checkpoint;
import org.purempi.learn.Optimizer;

/** Updates the values of a model by their gradients. */
public interface ModelOptimizer {
  /** One step, the same on all ranks; after {@link DataParallel#finish}. */
  void step();

  /** How many steps there have been. */
  long steps();

  /** The rule from now on; it has as many numbers of state as the one before. */
  void rule(Optimizer rule);

  /** How many bytes of state this rank keeps. */
  long stateBytes();

  /**
   * Registers the model's values and the optimiser's state, under these names and a prefix, before
   * {@link Checkpoint#restore}: a run on another number of ranks goes on with them. The checkpoint
   * is of the communicator that the model is parallel over. The state of a sharded optimiser goes
   * on with the same sizes of buckets alone.
   */
  void register(Checkpoint checkpoint, String prefix);
}
