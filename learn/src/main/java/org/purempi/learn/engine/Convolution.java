package org.purempi.learn.engine;

import java.util.List;

/**
 * A two-dimensional convolution with stride 1 and no padding. A picture lies row by row, pixel by
 * pixel, with the channels of a pixel side by side.
 */
public final class Convolution extends Layer {
  private final int height;
  private final int width;
  private final int channels;
  private final int kernel;
  private final int outputs;
  private final Weights weight;
  private final Weights bias;

  /**
   * Pictures of {@code height} × {@code width} pixels of {@code channels} become pictures that are
   * {@code kernel - 1} smaller in both directions, with {@code outputs} channels.
   *
   * @throws IllegalArgumentException if the kernel is larger than the pictures
   */
  public Convolution(int height, int width, int channels, int kernel, int outputs) {
    this(
        height,
        width,
        channels,
        kernel,
        outputs,
        new Weights(
            "weight",
            List.of((long) kernel, (long) kernel, (long) channels, (long) outputs),
            1 / Math.sqrt(kernel * kernel * channels)),
        new Weights("bias", List.of((long) outputs), 1 / Math.sqrt(kernel * kernel * channels)));
  }

  private Convolution(
      int height, int width, int channels, int kernel, int outputs, Weights weight, Weights bias) {
    super(weight, bias);
    if (kernel > Math.min(height, width)) {
      throw new IllegalArgumentException(
          "a kernel of %d x %d is larger than pictures of %d x %d"
              .formatted(kernel, kernel, height, width));
    }
    this.height = height;
    this.width = width;
    this.channels = channels;
    this.kernel = kernel;
    this.outputs = outputs;
    this.weight = weight;
    this.bias = bias;
  }

  private int places() {
    return (height - kernel + 1) * (width - kernel + 1);
  }

  private int inputs() {
    return kernel * kernel * channels;
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    x.ofColumns(height * width * channels, this);
    var windows = new Tensor(x.rows() * places(), inputs());
    move(x, windows, false);
    memo.push(windows);
    var y = new Tensor(x.rows(), places() * outputs);
    Products.addToRows(y.data(), bias.values(), bias.at(), windows.rows(), outputs);
    Products.add(
        y.data(), windows.data(), weight.values(), weight.at(), windows.rows(), inputs(), outputs);
    return y;
  }

  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    Tensor windows = memo.pop(Tensor.class);
    float[] g = gradient.ofColumns(places() * outputs, this).data();
    int rows = windows.rows();
    Products.addSumOfRows(bias.gradients(), bias.at(), g, rows, outputs);
    Products.addTransposed(
        weight.gradients(), weight.at(), windows.data(), g, rows, inputs(), outputs);
    var back = new Tensor(gradient.rows(), height * width * channels);
    var turned = Products.transpose(weight.values(), weight.at(), inputs(), outputs);
    var spread = new Tensor(rows, inputs());
    Products.add(spread.data(), g, turned, 0, rows, outputs, inputs());
    move(back, spread, true);
    return back;
  }

  /** Copies pictures to the windows that the kernel sees, or adds the windows to the pictures. */
  private void move(Tensor pictures, Tensor windows, boolean back) {
    int run = kernel * channels;
    int at = 0;
    for (int p = 0; p < pictures.rows(); p++) {
      for (int row = 0; row <= height - kernel; row++) {
        for (int column = 0; column <= width - kernel; column++) {
          for (int k = 0; k < kernel; k++, at += run) {
            int pixel = ((p * height + row + k) * width + column) * channels;
            if (back) {
              for (int i = 0; i < run; i++) {
                pictures.data()[pixel + i] += windows.data()[at + i];
              }
            } else {
              System.arraycopy(pictures.data(), pixel, windows.data(), at, run);
            }
          }
        }
      }
    }
  }

  @Override
  public String toString() {
    return "Convolution(%d x %d x %d, %d x %d, %d)"
        .formatted(height, width, channels, kernel, kernel, outputs);
  }
}
