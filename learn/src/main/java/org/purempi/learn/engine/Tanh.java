package org.purempi.learn.engine;

/**
 * The hyperbolic tangent, number by number. It has no bend, as {@link Relu} has one, beside which
 * another rounding takes another way: a run on other ranks stays near for hundreds of steps.
 */
public final class Tanh extends Layer {
  /** A layer for rows of any length. */
  public Tanh() {
    super();
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    var y = new Tensor(x.rows(), x.columns());
    for (int i = 0; i < y.data().length; i++) {
      y.data()[i] = (float) Math.tanh(x.data()[i]);
    }
    memo.push(y);
    return y;
  }

  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    float[] y = memo.pop(Tensor.class).data();
    var back = new Tensor(gradient.rows(), gradient.columns());
    for (int i = 0; i < y.length; i++) {
      back.data()[i] = gradient.data()[i] * (1 - y[i] * y[i]);
    }
    return back;
  }

  @Override
  public String toString() {
    return "Tanh";
  }
}
