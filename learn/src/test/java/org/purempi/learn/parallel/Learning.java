package org.purempi.learn.parallel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.purempi.Communicator;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;
import org.purempi.learn.Sgd;
import org.purempi.learn.engine.Dense;
import org.purempi.learn.engine.Differences;
import org.purempi.learn.engine.Layer;
import org.purempi.learn.engine.Memo;
import org.purempi.learn.engine.Network;
import org.purempi.learn.engine.Relu;
import org.purempi.learn.engine.Tensor;

/** A small classification, as one rank alone learns it. */
final class Learning {
  static final int INPUTS = 12;
  static final int CLASSES = 8;
  static final int BATCH = 32;
  static final long SEED = 42;

  /** The examples of a batch, and their classes. */
  record Batch(Tensor examples, List<Integer> classes) {
    int[] labels() {
      return classes.stream().mapToInt(i -> i).toArray();
    }

    /** A share of the examples. */
    Batch part(int index, int of) {
      int count = classes.size() / of;
      return new Batch(
          examples.rows(index * count, count), classes.subList(index * count, (index + 1) * count));
    }
  }

  private Learning() {}

  /** The batch of a step; its classes can be learned. */
  static Batch batch(int step) {
    Tensor x = Differences.random(BATCH, INPUTS, 1000 + step % 2);
    List<Integer> classes = new ArrayList<>();
    for (int i = 0; i < x.data().length; i++) {
      x.data()[i] *= 4;
    }
    for (int r = 0; r < BATCH; r++) {
      int c = 0;
      for (int bit = 0; bit < 3; bit++) {
        c |= x.get(r, bit) > 0 ? 1 << bit : 0;
      }
      classes.add(c);
    }
    return new Batch(x, classes);
  }

  /** Eight layers that learn or bend. */
  static List<Layer> layers() {
    return List.of(
        new Dense(INPUTS, 16),
        new Relu(),
        new Dense(16, 12),
        new Relu(),
        new Dense(12, 16),
        new Relu(),
        new Dense(16, 12),
        new Dense(12, CLASSES));
  }

  /** The same, split; each rank gets the scores of its own classes. */
  static List<Layer> layers(Communicator ranks) {
    return List.of(
        new ColumnParallelDense(ranks, INPUTS, 16, false),
        new Relu(),
        new RowParallelDense(ranks, 16, 12),
        new Relu(),
        new ColumnParallelDense(ranks, 12, 16, true),
        new Relu(),
        new Dense(16, 12),
        new ColumnParallelDense(ranks, 12, CLASSES, false));
  }

  /** Layers in so many stages. */
  static List<List<Layer>> stages(List<Layer> layers, int count) {
    List<List<Layer>> stages = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      stages.add(layers.subList(s * layers.size() / count, (s + 1) * layers.size() / count));
    }
    return stages;
  }

  /** Adds the gradient of the mean loss to the gradients; returns the loss. */
  static double learn(Network network, Batch batch, Loss loss) {
    var memo = new Memo();
    Tensor scores = network.forward(batch.examples(), memo);
    var result = loss.of(scores, batch.labels(), scores.rows());
    network.backward(result.gradient(), memo);
    return result.sum() / scores.rows();
  }

  /** Goes against the gradients, and sets them to zero. */
  static void descend(Model model) {
    for (Parameter p : model.parameters()) {
      new Sgd(0.5).update(p.values(), p.gradient(), List.of(), 1);
    }
    model.zeroGradients();
  }

  /** Two losses are equal, to rounding. */
  static void same(double loss, double other) {
    assertThat(loss).isCloseTo(other, Percentage.withPercentage(0.002));
  }

  /** A part of a model has the values and gradients that the whole has there. */
  static void isPart(Model part, Model whole, int rank) {
    for (Parameter p : part.parameters()) {
      Parameter of =
          whole.parameters().stream()
              .filter(w -> w.name().equals(p.name()))
              .findAny()
              .orElseThrow();
      for (int i = 0; i < p.size(); i++) {
        int at = place(p.shape(), of.shape(), rank, i);
        assertThat(p.values().getAtIndex(JAVA_FLOAT, i))
            .as("%s[%d] of rank %d", p.name(), i, rank)
            .isCloseTo(of.values().getAtIndex(JAVA_FLOAT, at), Offset.offset(1e-5f));
        assertThat(p.gradient().getAtIndex(JAVA_FLOAT, i))
            .as("gradient of %s[%d] of rank %d", p.name(), i, rank)
            .isCloseTo(of.gradient().getAtIndex(JAVA_FLOAT, at), Offset.offset(1e-5f));
      }
    }
  }

  /** Where, in a whole matrix, a number of a rank's rows or columns lies. */
  private static int place(List<Long> part, List<Long> whole, int rank, int i) {
    int columns = part.getLast().intValue();
    int row = part.size() == 1 ? 0 : i / columns;
    int column = i % columns;
    if (columns != whole.getLast()) {
      column += rank * columns;
    } else if (part.size() == 2 && !part.getFirst().equals(whole.getFirst())) {
      row += rank * part.getFirst().intValue();
    }
    return row * whole.getLast().intValue() + column;
  }

  /** Numbers are the same bit by bit on all ranks. */
  static void identical(Communicator ranks, MemorySegment numbers) {
    byte[] mine = numbers.toArray(JAVA_BYTE);
    byte[] first = mine.clone();
    ranks.bcast(first, 0);
    assertThat(mine).isEqualTo(first);
  }
}
