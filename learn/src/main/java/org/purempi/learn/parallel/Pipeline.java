package org.purempi.learn.parallel;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;
import org.purempi.learn.engine.Layer;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.SoftmaxCrossEntropy;
import org.purempi.learn.engine.Tensor;

/**
 * A network whose layers follow one another on the ranks of a communicator. A batch passes through
 * in micro-batches, in the order that a {@link Schedule} says; the gradients are those of the whole
 * batch, whatever the schedule. As a {@link Model} it is this rank's part of the layers.
 */
public final class Pipeline implements Model, AutoCloseable {
  /**
   * What has come of a batch.
   *
   * @param loss the mean of the examples
   * @param right how many examples have their class as the most probable one
   */
  public record Outcome(double loss, int right) {}

  private final Communicator ranks;
  private final Schedule schedule;
  private final Loss loss;
  private final List<Stage> chunks = new ArrayList<>();
  private final List<Parameter> parameters = new ArrayList<>();
  private IntConsumer ready = parameter -> {};

  /** Whether the backward pass at hand is its chunk's last one, which completes gradients. */
  private boolean completes;

  /**
   * Cuts a network into stages; collective. Only the layers of a rank's own stages get memory for
   * their weights, which begin as those of the whole network would.
   *
   * @param ranks of the pipeline; it gets a communicator of its own
   * @param seed of the whole network's weights
   * @param stages the layers of each stage, ranks × chunks of them, on all ranks the same
   * @throws IllegalArgumentException if there are other numbers of ranks or stages than the
   *     schedule asks for, or ranks have other schedules
   */
  public Pipeline(
      Communicator ranks,
      Schedule schedule,
      Loss loss,
      long seed,
      List<? extends List<? extends Layer>> stages) {
    int count = schedule.ranks() * schedule.chunks();
    if (schedule.ranks() != ranks.size() || stages.size() != count) {
      throw new IllegalArgumentException(
          "%s needs %d ranks and %d stages, not %d and %d"
              .formatted(schedule, schedule.ranks(), count, ranks.size(), stages.size()));
    }
    Alike.check(ranks, "Pipeline", schedule.toString());
    this.ranks = ranks.dup();
    this.schedule = schedule;
    this.loss = loss;
    int first = 0;
    for (int s = 0; s < count; s++) {
      if (s % ranks.size() == ranks.rank()) {
        add(s, new Network(seed, first, stages.get(s)));
      }
      first += stages.get(s).size();
    }
  }

  private void add(int index, Network network) {
    int count = schedule.ranks() * schedule.chunks();
    int before = parameters.size();
    network.onGradient(
        parameter -> {
          if (completes) {
            ready.accept(before + parameter);
          }
        });
    parameters.addAll(network.parameters());
    chunks.add(new Stage(ranks, index, count, schedule.microBatches(), network));
  }

  /**
   * Learns from a batch: adds the gradient of its mean loss to the gradients; collective.
   *
   * @param examples matter at the first stage; on the other ranks, there must be as many
   * @param labels matter at the last stage; on the other ranks, there must be as many
   * @return the same on all ranks
   * @throws IllegalArgumentException on all ranks, if they have batches of different sizes, or the
   *     examples cannot be divided evenly into micro-batches
   */
  public Outcome step(Tensor examples, int[] labels) {
    return pass(examples, labels, true);
  }

  /** As {@link #step}, but learns nothing: only forward passes are made. */
  public Outcome evaluate(Tensor examples, int[] labels) {
    return pass(examples, labels, false);
  }

  private Outcome pass(Tensor examples, int[] labels, boolean learns) {
    int rows = rowsOfMicroBatch(examples, labels);
    chunks.forEach(c -> c.begin(examples, rows, learns));
    double[] sums = new double[2]; // of losses, and of right ones
    for (Schedule.Step step : schedule.steps().get(ranks.rank())) {
      Stage chunk = chunks.get(step.chunk());
      int m = step.microBatch();
      if (step.forward()) {
        Tensor y = chunk.forward(m);
        if (chunk.isLast()) {
          int[] classes = Arrays.copyOfRange(labels, m * rows, (m + 1) * rows);
          SoftmaxCrossEntropy.Result result = loss.of(y, classes, examples.rows());
          sums[0] += result.sum();
          sums[1] += result.right();
          chunk.gradient(m, result.gradient());
        }
      } else if (learns) {
        completes = m == schedule.microBatches() - 1;
        chunk.backward(m);
      }
    }
    chunks.forEach(Stage::end);
    ranks.bcast(sums, ranks.size() - 1);
    return new Outcome(sums[0] / examples.rows(), (int) sums[1]);
  }

  private int rowsOfMicroBatch(Tensor examples, int[] labels) {
    Alike.check(ranks, "Pipeline", "examples", examples.rows());
    Alike.check(ranks, "Pipeline", "labels", labels.length);
    int count = schedule.microBatches();
    if (examples.rows() == 0 || examples.rows() % count != 0) {
      throw new IllegalArgumentException(
          "%d examples cannot be divided evenly into %d micro-batches"
              .formatted(examples.rows(), count));
    }
    if (labels.length != examples.rows()) {
      throw new IllegalArgumentException(
          examples.rows() + " examples need as many labels, not " + labels.length);
    }
    return examples.rows() / count;
  }

  @Override
  public List<Parameter> parameters() {
    return List.copyOf(parameters);
  }

  @Override
  public List<MemorySegment> buffers() {
    return chunks.stream().flatMap(c -> c.network().buffers().stream()).toList();
  }

  /** All gradients side by side, if this rank has one chunk; else null. */
  @Override
  public @Nullable MemorySegment gradients() {
    return chunks.size() == 1 ? chunks.getFirst().network().gradients() : null;
  }

  /** All values side by side, if this rank has one chunk; else null. */
  @Override
  public @Nullable MemorySegment values() {
    return chunks.size() == 1 ? chunks.getFirst().network().values() : null;
  }

  @Override
  public boolean onGradient(IntConsumer whom) {
    ready = whom;
    return true;
  }

  /** Frees its messages and its communicator. */
  @Override
  public void close() {
    chunks.forEach(Stage::close);
    ranks.close();
  }
}
