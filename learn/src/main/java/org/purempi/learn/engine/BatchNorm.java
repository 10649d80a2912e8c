package org.purempi.learn.engine;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * Makes each number of the examples of a batch have mean 0 and variance 1, then scales and shifts
 * it by learned numbers (Ioffe and Szegedy, 2015). While it learns it takes the batch's mean and
 * variance, and notes running ones; when it does not, it takes those.
 */
public final class BatchNorm extends Layer {
  private static final float EPSILON = 1e-5f;
  private static final float NEW = 0.1f;

  private final int width;
  private final Weights scale;
  private final Weights shift;
  private final float[] mean;
  private final float[] variance;
  private boolean learns = true;

  /** For rows of so many numbers. */
  public BatchNorm(int width) {
    this(
        width,
        new Weights("scale", List.of((long) width), 0),
        new Weights("shift", List.of((long) width), 0));
  }

  private BatchNorm(int width, Weights scale, Weights shift) {
    super(scale, shift);
    this.width = width;
    this.scale = scale;
    this.shift = shift;
    this.mean = new float[width];
    this.variance = new float[width];
    Arrays.fill(variance, 1);
  }

  /** Whether it takes the mean and variance of the batch at hand. */
  public void learns(boolean now) {
    learns = now;
  }

  /** The running mean and variance. */
  @Override
  public List<MemorySegment> buffers() {
    return List.of(MemorySegment.ofArray(mean), MemorySegment.ofArray(variance));
  }

  private record Note(Tensor normal, Tensor inverse, boolean learned) {}

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    int rows = x.ofColumns(width, this).rows();
    float[] center = learns ? new float[width] : mean;
    float[] spread = learns ? new float[width] : variance;
    if (learns) {
      statistics(x, center, spread);
    }
    var inverse = new Tensor(1, width);
    for (int j = 0; j < width; j++) {
      inverse.data()[j] = (float) (1 / Math.sqrt(spread[j] + EPSILON));
    }
    var normal = new Tensor(rows, width);
    var y = new Tensor(rows, width);
    for (int r = 0; r < rows; r++) {
      for (int j = 0; j < width; j++) {
        int i = r * width + j;
        float n = (x.data()[i] - center[j]) * inverse.data()[j];
        normal.data()[i] = n;
        y.data()[i] = n * (1 + scale.values()[scale.at() + j]) + shift.values()[shift.at() + j];
      }
    }
    memo.push(new Note(normal, inverse, learns));
    return y;
  }

  private void statistics(Tensor x, float[] center, float[] spread) {
    int rows = x.rows();
    if (rows == 0) { // a rank may have none: nothing is known of them
      return;
    }
    Products.addSumOfRows(center, 0, x.data(), rows, width);
    for (int j = 0; j < width; j++) {
      center[j] /= rows;
    }
    for (int r = 0; r < rows; r++) {
      for (int j = 0; j < width; j++) {
        float d = x.data()[r * width + j] - center[j];
        spread[j] += d * d;
      }
    }
    for (int j = 0; j < width; j++) {
      spread[j] /= rows;
      float unbiased = rows > 1 ? spread[j] * rows / (rows - 1) : spread[j];
      mean[j] += NEW * (center[j] - mean[j]);
      variance[j] += NEW * (unbiased - variance[j]);
    }
  }

  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    Note note = memo.pop(Note.class);
    float[] n = note.normal.data();
    int rows = gradient.rows();
    float[] sum = new float[width];
    float[] along = new float[width];
    for (int r = 0; r < rows; r++) {
      for (int j = 0; j < width; j++) {
        float g = gradient.data()[r * width + j];
        sum[j] += g;
        along[j] += g * n[r * width + j];
      }
    }
    for (int j = 0; j < width; j++) {
      shift.gradients()[shift.at() + j] += sum[j];
      scale.gradients()[scale.at() + j] += along[j];
    }
    var back = new Tensor(rows, width);
    float share = note.learned ? 1f / rows : 0;
    for (int r = 0; r < rows; r++) {
      for (int j = 0; j < width; j++) {
        int i = r * width + j;
        float own = gradient.data()[i] - share * (sum[j] + n[i] * along[j]);
        back.data()[i] = own * (1 + scale.values()[scale.at() + j]) * note.inverse.data()[j];
      }
    }
    return back;
  }

  @Override
  public String toString() {
    return "BatchNorm(" + width + ")";
  }
}
