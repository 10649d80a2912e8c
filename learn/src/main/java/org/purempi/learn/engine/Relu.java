package org.purempi.learn.engine;

/** y = max(0, x), number by number. */
public final class Relu extends Layer {
  /** A layer for rows of any length. */
  public Relu() {
    super();
  }

  @Override
  public Tensor forward(Tensor x, Memo memo) {
    var y = new Tensor(x.rows(), x.columns());
    for (int i = 0; i < y.data().length; i++) {
      y.data()[i] = Math.max(0, x.data()[i]);
    }
    memo.push(y);
    return y;
  }

  @Override
  public Tensor backward(Tensor gradient, Memo memo) {
    float[] y = memo.pop(Tensor.class).data();
    var back = new Tensor(gradient.rows(), gradient.columns());
    for (int i = 0; i < y.length; i++) {
      back.data()[i] = y[i] > 0 ? gradient.data()[i] : 0;
    }
    return back;
  }

  @Override
  public String toString() {
    return "Relu";
  }
}
