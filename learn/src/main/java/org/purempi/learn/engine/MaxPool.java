package org.purempi.learn.engine;

/**
 * The largest of each two by two pixels, channel by channel; a last odd row or column is left out.
 * Pictures lie as those of {@link Convolution}.
 */
public final class MaxPool extends Layer {
  private final int height;
  private final int width;
  private final int channels;

  /** For pictures of so many pixels and channels. */
  public MaxPool(int height, int width, int channels) {
    super();
    this.height = height;
    this.width = width;
    this.channels = channels;
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    x.ofColumns(height * width * channels, this);
    var y = new Tensor(x.rows(), (height / 2) * (width / 2) * channels);
    int[] from = new int[y.data().length];
    int at = 0;
    for (int p = 0; p < x.rows(); p++) {
      for (int row = 0; row + 1 < height; row += 2) {
        for (int column = 0; column + 1 < width; column += 2) {
          for (int c = 0; c < channels; c++, at++) {
            int first = ((p * height + row) * width + column) * channels + c;
            from[at] = largest(x.data(), first);
            y.data()[at] = x.data()[from[at]];
          }
        }
      }
    }
    memo.push(from);
    return y;
  }

  private int largest(float[] x, int first) {
    int below = first + width * channels;
    int best = x[first + channels] > x[first] ? first + channels : first;
    best = x[below] > x[best] ? below : best;
    return x[below + channels] > x[best] ? below + channels : best;
  }

  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    int[] from = memo.pop(int[].class);
    var back = new Tensor(gradient.rows(), height * width * channels);
    for (int i = 0; i < from.length; i++) {
      back.data()[from[i]] += gradient.data()[i];
    }
    return back;
  }

  @Override
  public String toString() {
    return "MaxPool(" + height + " x " + width + " x " + channels + ")";
  }
}
