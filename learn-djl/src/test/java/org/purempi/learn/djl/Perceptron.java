package org.purempi.learn.djl;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.util.Random;

/** Two dense layers that DJL trains, and random examples to learn from. */
final class Perceptron implements AutoCloseable {
  private static final int INPUTS = 12;
  private static final int CLASSES = 5;
  private static final int HIDDEN = 32;

  private final Model model = Model.newInstance("perceptron", DjlLibrary.ENGINE);
  private final Trainer trainer;

  /** Without a batch normalisation, which sees a rank's examples only, ranks learn as one does. */
  Perceptron(boolean isNormalised) {
    var block = new SequentialBlock().add(Linear.builder().setUnits(HIDDEN).build());
    if (isNormalised) {
      block.add(BatchNorm.builder().build());
    }
    block.add(Activation::relu).add(Linear.builder().setUnits(CLASSES).build());
    model.setBlock(block);
    trainer = newTrainer();
    trainer.initialize(new Shape(1, INPUTS));
  }

  private Trainer newTrainer() {
    return model.newTrainer(
        new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
            .optDevices(new Device[] {Device.cpu()})
            .optOptimizer(
                Optimizer.sgd()
                    .setLearningRateTracker(Tracker.fixed(0.2f))
                    .optMomentum(0.9f)
                    .build()));
  }

  /** One that has not been initialised. */
  static Trainer untouched(Model model) {
    model.setBlock(Linear.builder().setUnits(1).build());
    return model.newTrainer(new DefaultTrainingConfig(Loss.l2Loss()));
  }

  Trainer trainer() {
    return trainer;
  }

  /** Adds to the gradients by a rank's share of random examples, the same for the same seed. */
  void backward(long seed, int count, int rank, int ranks) {
    var random = new Random(seed);
    float[] x = new float[count * INPUTS];
    float[] y = new float[count];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian();
    }
    for (int i = 0; i < count; i++) {
      y[i] = random.nextInt(CLASSES);
    }
    int share = count / ranks;
    String rows = rank * share + ":" + (rank + 1) * share;
    try (NDManager step = trainer.getManager().newSubManager();
        GradientCollector collector = trainer.newGradientCollector()) {
      NDArray inputs = step.create(x, new Shape(count, INPUTS)).get(rows);
      NDArray labels = step.create(y, new Shape(count, 1)).get(rows);
      NDList outputs = trainer.forward(new NDList(inputs));
      collector.backward(trainer.getLoss().evaluate(new NDList(labels), outputs));
    }
  }

  @Override
  public void close() {
    trainer.close();
    model.close();
  }
}
