package org.purempi.learn;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What an engine shows of a model that learns. The engine computes outputs, losses and gradients;
 * this library moves and combines the memory that holds them.
 */
public interface Model {
  /** The parameters, in the order in which a forward pass uses them; the same list every time. */
  List<Parameter> parameters();

  /**
   * Numbers that are not learned by gradients but belong to the model, as the running means of a
   * batch normalisation: memory of float32, the same on all ranks in number and size.
   */
  default List<MemorySegment> buffers() {
    return List.of();
  }

  /**
   * All gradients side by side in the order of {@link #parameters}, without gaps, if the engine
   * keeps them so: then they are summed where they lie. Null if it does not.
   */
  default @Nullable MemorySegment gradients() {
    return null;
  }

  /**
   * All values side by side as {@link #gradients} has the gradients, if the engine keeps them so;
   * else null.
   */
  default @Nullable MemorySegment values() {
    return null;
  }

  /**
   * Tells the engine whom to call in a backward pass as soon as the gradient of a parameter is
   * complete, with the parameter's index, on the thread that runs the pass.
   *
   * @return false if the engine cannot tell: then gradients are complete when the pass has returned
   */
  default boolean onGradient(IntConsumer ready) {
    return false;
  }

  /** Sets all gradients to zero. */
  default void zeroGradients() {
    MemorySegment all = gradients();
    if (all != null) {
      all.fill((byte) 0);
    } else {
      parameters().forEach(p -> p.gradient().fill((byte) 0));
    }
  }
}
