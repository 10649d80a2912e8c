package org.purempi.learn.parallel;

import java.util.Objects;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;

/**
 * Ranks in three dimensions: replicas that share the examples (data), which are pipelines of
 * stages, each of which is split (tensor). The ranks of a split stage, which say most to each
 * other, are neighbours; then come those of a stage's replicas, then those of a pipeline, as in
 * Megatron-LM.
 */
public final class Grid implements AutoCloseable {
  private final CartCommunicator all;
  private final CartCommunicator data;
  private final CartCommunicator tensor;
  private final CartCommunicator pipeline;

  /**
   * Arranges the ranks of a communicator; collective.
   *
   * @param data how many replicas there are
   * @param tensor how many ranks a stage is split into
   * @param pipeline how many ranks a replica's stages are on
   * @throws IllegalArgumentException if the product is not the number of ranks
   */
  public Grid(Communicator ranks, int data, int tensor, int pipeline) {
    if (data < 1 || tensor < 1 || pipeline < 1 || (long) data * tensor * pipeline != ranks.size()) {
      throw new IllegalArgumentException(
          "a grid of %d replicas x %d ranks a stage x %d stages needs %d ranks, not %d: start as many, or change the grid"
              .formatted(data, tensor, pipeline, (long) data * tensor * pipeline, ranks.size()));
    }
    int[] dims = {pipeline, data, tensor};
    this.all = Objects.requireNonNull(ranks.cartCreate(dims, new boolean[dims.length], false));
    this.pipeline = all.sub(true, false, false);
    this.data = all.sub(false, true, false);
    this.tensor = all.sub(false, false, true);
  }

  /** All ranks; the coordinates are the pipeline's, the data's and the tensor's. */
  public CartCommunicator all() {
    return all;
  }

  /** The ranks that have the same parameters as this one, and other examples. */
  public CartCommunicator data() {
    return data;
  }

  /** The ranks that have the other parts of this rank's layers, and the same examples. */
  public CartCommunicator tensor() {
    return tensor;
  }

  /** The ranks that have the layers before and after this rank's, and the same examples. */
  public CartCommunicator pipeline() {
    return pipeline;
  }

  /** Frees the communicators. */
  @Override
  public void close() {
    tensor.close();
    data.close();
    pipeline.close();
    all.close();
  }
}
